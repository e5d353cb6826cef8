import { compareAttempts, compareRuns, type ComparedRun, compareSeveral } from '../../engine/index.ts';
import { seededRandom } from '../../engine/model/values/random.ts';
import type { AttemptStep } from '../../engine/model/attempt-comparison.ts';
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
  /** Milliseconds to align attempts by their steps. */
  readonly attempts: readonly {
    readonly attempts: number;
    readonly steps: number;
    /** Whether they are alike, as the logs above, or each is at random, with calls of the same kinds. */
    readonly alike: boolean;
    readonly time: Sample;
    /** Rows in which not all did the same. */
    readonly differing: number;
  }[];
}

const options = process.argv.slice(2);
const quick = options.includes('--quick');
const report: CompareReport = {
  date: new Date().toISOString(),
  machine: machine(),
  comparisons: (quick ? [200] : [10_000, 100_000]).map(measureComparison),
  attempts: (quick
    ? ([
        [2, 60],
        [3, 60],
      ] as const)
    : ([
        [2, 1_000],
        [2, 3_000],
        [2, 10_000],
        [2, 30_000],
        [12, 1_000],
        [12, 3_000],
      ] as const)
  ).flatMap(([count, steps]) => [true, false].map((alike) => measureAttempts(count, steps, alike))),
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

function measureAttempts(count: number, steps: number, alike: boolean): CompareReport['attempts'][number] {
  const attempts = Array.from({ length: count }, (_, nth) =>
    alike ? mutatedSteps(stepsOf(steps, 0), nth) : stepsOf(steps, nth),
  );
  let differing = 0;
  const work = (): void => {
    if (count === 2) {
      const { rows } = compareAttempts(attempts[0]!, attempts[1]!);
      differing = rows.filter(({ kind }) => kind !== 'equal').length;
    } else
      differing = compareSeveral(attempts).filter((cells) => cells.some((cell) => cell === undefined)).length;
  };
  const { time } = timed({ time: { work, counts: 1000 } }, { rounds: quick ? 1 : 3, least: 1, warm: false });
  return { attempts: count, steps, alike, time, differing };
}

/** An agent's steps in a repository: it thinks, calls a shell, and reads up to 2,000 characters. */
function stepsOf(count: number, seed: number): readonly AttemptStep[] {
  const random = seededRandom(seed);
  const draw = (limit: number): number => random.int(0, limit - 1);
  const pick = (items: readonly string[]): string => items[draw(items.length)]!;
  const words = (length: number): string => Array.from({ length }, () => `word${draw(2_000)}`).join(' ');
  return Array.from({ length: count }, (_, nth): AttemptStep => {
    const entry = Math.floor(nth / 3);
    const path = `src/part${draw(20)}/module${draw(200)}.py`;
    const command = `${pick(['cat', 'grep -n "value"', 'python -m pytest', 'sed -n 1,80p'])} ${path}`;
    const kind = (['thought', 'call', 'result'] as const)[nth % 3]!;
    const text = kind === 'call' ? command : words(kind === 'thought' ? 12 : draw(250));
    return {
      kind,
      tool: kind === 'thought' ? '' : 'shell.bash',
      text,
      lead: text.slice(0, 80),
      failed: false,
      entry,
    };
  });
}

/** The steps of another attempt: without one in a hundred, and with one in a hundred in other words. */
function mutatedSteps(steps: readonly AttemptStep[], nth: number): readonly AttemptStep[] {
  return steps.flatMap((step, at) => {
    if (nth > 0 && at % 100 === 17 + nth) return [];
    return at % 100 === 42 + nth && nth > 0 ? [{ ...step, text: `${step.text} otherwise` }] : [step];
  });
}

function reportText({ comparisons, attempts, ...taken }: CompareReport): string {
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
    'Attempts aligned by their steps: milliseconds, median (lowest to highest).',
    '',
    ...table(
      ['attempts', 'steps of each', 'attempts are', 'milliseconds', 'rows that differ'],
      attempts.map(({ attempts: count, steps, alike, time, differing }) => [
        String(count),
        steps.toLocaleString('en-US'),
        alike ? 'alike' : 'at random',
        milliseconds(time),
        differing.toLocaleString('en-US'),
      ]),
    ),
  ].join('\n');
}
