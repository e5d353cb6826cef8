import { arrangeRuns, compareRuns, openStore, type ComparedRun, type Store } from '../../engine/index.ts';
import type { Comparison } from '../../engine/model/comparison.ts';
import type { RunTerm } from '../../engine/model/run-query.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import { openDatabase, packing } from '../open-database.ts';
import { loads, planFor } from './loads.ts';
import { machine, type Machine } from './machine.ts';
import { runInMemory, runRecorded } from './runs.ts';
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
  /** Milliseconds to list all runs in full, to list the rows that a library shows, and to search and group some of them. */
  readonly list: {
    readonly runs: number;
    readonly whole: Sample;
    readonly library: Sample;
    readonly grouped: Sample;
  };
}

const options = process.argv.slice(2);
const quick = options.includes('--quick');
const report: CompareReport = {
  date: new Date().toISOString(),
  machine: machine(),
  comparisons: (quick ? [200] : [10_000, 100_000]).map(measureComparison),
  list: measureList(quick ? 20 : 10_000),
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

/** One run in a hundred has a tag and a note, and the first is the baseline. */
function measureList(runs: number): CompareReport['list'] {
  const store: Store = openStore(openDatabase(), packing);
  const plan = planFor(loads.independent(1));
  for (let run = 0; run < runs; run++) {
    const id = runRecorded(plan, store);
    if (run === 0) store.setBaseline(id, true);
    if (run % 100 > 0) continue;
    store.setTags(id, ['kept']);
    store.addNote({ run: id, text: 'worth a look', tags: [], range: undefined, value: undefined, made: 0 });
  }
  const find = (terms: readonly RunTerm[], group: 'none' | 'scenario') => () =>
    arrangeRuns(store.findRuns(terms), { group, order: 'verdict', descending: false }, store.count());
  const asked: readonly RunTerm[] = [
    { test: { kind: 'text', text: plan.name }, not: false },
    { test: { kind: 'word', key: 'tag', values: ['gone'], within: false }, not: true },
    { test: { kind: 'note', text: 'nothing' }, not: true },
  ];
  const { whole, library, grouped } = timed(
    {
      whole: { work: () => store.runs(), counts: 1000 },
      library: { work: find([], 'none'), counts: 1000 },
      grouped: { work: find(asked, 'scenario'), counts: 1000 },
    },
    { rounds: quick ? 1 : 5, least: 1, warm: !quick },
  );
  return { runs, whole, library, grouped };
}

function reportText({ comparisons, list, ...taken }: CompareReport): string {
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
    '',
    `${list.runs.toLocaleString('en-US')} runs of a workspace: milliseconds, median (lowest to highest).`,
    '',
    ...table(
      ['what', 'milliseconds'],
      [
        ['all of them, in full', milliseconds(list.whole)],
        ['all of them, as the library shows them', milliseconds(list.library)],
        ['those that meet three terms, grouped', milliseconds(list.grouped)],
      ],
    ),
  ].join('\n');
}
