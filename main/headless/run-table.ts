import type { Store } from '../../engine/index.ts';
import type { RunGroup, RunLine } from '../../engine/model/index.ts';
import { choicesInWords } from './choices.ts';
import { inColumns } from './columns.ts';
import { counted, oneLine } from './print.ts';
import { originInWords, outcomeInWords, startedInWords } from './summary.ts';

const HEADINGS = ['run', 'scenario', 'outcome', 'events', 'mode', 'seed', 'started'];
const NUMBERS = [HEADINGS.indexOf('events'), HEADINGS.indexOf('seed')];

/** Runs in columns, below the names of their groups where they have any. */
export function runTable(groups: readonly RunGroup[], store: Store): readonly string[] {
  const rows = groups.flatMap((group) =>
    group.lines.map(({ line, depth }) => rowOf(line, depth + (group.name === undefined ? 0 : 1), store)),
  );
  const [headings = '', ...lines] = inColumns([HEADINGS, ...rows], NUMBERS);
  let from = 0;
  const table = groups.flatMap((group) => {
    const own = lines.slice(from, from + group.lines.length);
    from += own.length;
    return [...headOf(group), ...own];
  });
  return [headings, ...table];
}

function rowOf(line: RunLine, depth: number, store: Store): readonly string[] {
  const run = store.run(line.id)!;
  const otherwise = [
    ...choicesInWords(run.choices),
    ...(run.origin === undefined ? [] : [originInWords(run.origin)]),
    ...marksOf(line),
  ];
  return [
    `${'  '.repeat(depth)}${run.id}`,
    oneLine(run.scenario),
    outcomeInWords(run),
    run.entries.toLocaleString('en-US'),
    run.mode,
    String(run.seed),
    startedInWords(run),
    otherwise.join(', '),
  ];
}

/** `supper: 12 runs, 9 of 11 passed (82 %, 95 % interval 52 to 95 %), 1 regression`. */
function headOf({ name, runs, rate, regressions }: RunGroup): readonly string[] {
  if (name === undefined) return [];
  const facts = [counted(runs, 'run')];
  if (rate !== undefined) {
    const { passed, judged, low, high } = rate;
    facts.push(
      `${passed.toLocaleString('en-US')} of ${judged.toLocaleString('en-US')} passed (${percent(passed / judged)} %, 95 % interval ${percent(low)} to ${percent(high)} %)`,
    );
  }
  if (regressions > 0) facts.push(counted(regressions, 'regression'));
  return [`${oneLine(name)}: ${facts.join(', ')}`];
}

const percent = (share: number): string => String(Math.round(share * 100));

const marksOf = ({ tags, scenarioTags = [], baseline, regression }: RunLine): readonly string[] => [
  ...(baseline ? ['baseline'] : []),
  ...(regression ? ['regression'] : []),
  ...[...scenarioTags, ...tags].map((tag) => `#${tag}`),
];
