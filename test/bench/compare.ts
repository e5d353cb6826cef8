import { compareRuns, type ComparedRun } from '../../engine/index.ts';
import type { Comparison } from '../../engine/model/comparison.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import { loads, planFor } from './loads.ts';
import { machine, type Machine } from './machine.ts';
import { runInMemory } from './runs.ts';
import { timed, type Sample } from './sample.ts';
import { headingOf, table } from './tables.ts';

export interface CompareReport {
  readonly date: string;
  readonly machine: Machine;
  /** Milliseconds to compare two logs. One lacks a hundredth of the entries, and a hundredth of the entries differ. */
  readonly comparisons: readonly {
    readonly entries: number;
    readonly time: Sample;
    readonly differing: number;
  }[];
}

const options = process.argv.slice(2);
const quick = options.includes('--quick');
const report: CompareReport = {
  date: new Date().toISOString(),
  machine: machine(),
  comparisons: (quick ? [200] : [10_000, 100_000]).map(measureComparison),
};
console.log(options.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));

function measureComparison(entries: number): CompareReport['comparisons'][number] {
  const log = runInMemory(planFor(loads.independent(entries))).log;
  const [a, b] = [whole(log), whole(mutated(log))];
  let comparison: Comparison | undefined;
  const { time } = timed(
    { time: { work: () => (comparison = compareRuns(a, b, false)), counts: 1000 } },
    { rounds: quick ? 1 : 5, least: 1, warm: !quick },
  );
  const differing = comparison!.rows.filter(({ kind }) => kind !== 'equal').length;
  return { entries, time, differing };
}

function whole(entries: readonly LogEntry[]): ComparedRun {
  return { start: entries[0]!.time, states: {}, entries };
}

function mutated(log: readonly LogEntry[]): readonly LogEntry[] {
  return log
    .filter((_, at) => at % 100 !== 17)
    .map((entry, index) => {
      if (!('action' in entry) || index % 100 !== 42) return { ...entry, index };
      return {
        ...entry,
        index,
        action: { ...entry.action, args: { ...entry.action.args, text: 'otherwise' } },
      };
    });
}

function reportText({ comparisons, ...taken }: CompareReport): string {
  const milliseconds = ({ median, low, high }: Sample): string =>
    `${median.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`;
  return [
    ...headingOf(taken),
    '',
    'Two runs laid side by side: milliseconds, median (lowest to highest).',
    '',
    ...table(
      ['entries of each', 'milliseconds', 'rows that differ'],
      comparisons.map(({ entries, time, differing }) => [
        entries.toLocaleString('en-US'),
        milliseconds(time),
        differing.toLocaleString('en-US'),
      ]),
    ),
  ].join('\n');
}
