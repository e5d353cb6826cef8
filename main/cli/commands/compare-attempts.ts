import {
  type AttemptStep,
  type StepTable,
  type ComparedAttempts,
  type ComparedRow,
  hasEntry,
  ROW_KINDS,
  type RunSummary,
  plural,
} from '../../../engine/model/index.ts';
import { compareAttemptsBeside, tabulateAttemptsBeside } from '../../host/compare/index.ts';
import { describeChoices } from '../options.ts';
import { inColumns, oneLine, print } from '../print.ts';
import { describeOrigin, outcomeText } from '../summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

/** The signs of rows. */
export const MARKS = { equal: ' ', changed: '~', moved: '>', 'only-a': '-', 'only-b': '+' } as const;

/** What tells a run from others: `r1 dinner, oracle, seed 0, tool failures 0.3`. */
export const headingText = ({ id, scenario, mode, seed, choices, origin }: RunSummary): string =>
  [
    `${id} ${oneLine(scenario)}`,
    ...(mode === 'trace' ? ['recorded'] : [mode, `seed ${seed}`]),
    ...describeChoices(choices),
    ...(origin === undefined ? [] : [describeOrigin(origin, choices)]),
  ].join(', ');

const judgedHeading = (run: RunSummary): string =>
  [headingText(run), ...(run.verdict === undefined ? [] : [outcomeText(run.verdict.outcome)])].join(', ');

/** The number of rows of each kind, such as `12 equal, 1 only in A`. */
export const rowCounts = (rows: readonly Pick<ComparedRow, 'kind'>[]): string =>
  ROW_KINDS.map((kind) => [kind, rows.filter((row) => row.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind.replace('-a', ' in A').replace('-b', ' in B')}`)
    .join(', ');

const MAX_ROWS = 60;

/** Prints where the approaches of two attempts part, and their rows. Returns whether all steps are equal. */
export async function printAttempts(
  file: string,
  a: RunSummary,
  b: RunSummary,
  json: boolean,
): Promise<boolean> {
  const compared = await untilInterrupted((quitting) => compareAttemptsBeside(file, a, b, quitting));
  await print(
    json ? JSON.stringify({ ...compared, by: 'steps', runs: [a.id, b.id] }) : attemptsText(compared, a, b),
  );
  return compared.rows.every(({ kind }) => kind === 'equal');
}

function attemptsText({ rows, parting, a, b }: ComparedAttempts, runA: RunSummary, runB: RunSummary): string {
  const shown = rows.slice(0, MAX_ROWS);
  const left = rows.length - shown.length;
  return [
    `A ${judgedHeading(runA)}`,
    `B ${judgedHeading(runB)}`,
    '',
    `By steps: ${oneLine(parting?.sentence ?? 'Both took the same steps in the same order.')}`,
    '',
    ...shown.flatMap(({ kind, a: one, b: other }) => {
      const mark = MARKS[kind];
      const [inA, inB] = [one === undefined ? undefined : a[one], other === undefined ? undefined : b[other]];
      if (kind === 'equal' || inA === undefined || inB === undefined)
        return [`${mark}   ${stepText((inA ?? inB)!)}`];
      return [`${mark} A ${stepText(inA)}`, `${mark} B ${stepText(inB)}`];
    }),
    ...(left === 0 ? [] : [`${plural(left, 'row')} left out; --json prints them all`]),
    '',
    rowCounts(rows),
  ].join('\n');
}

const MAX_TEXT = 110; // characters

function stepText(step: AttemptStep): string {
  const number = hasEntry(step) && step.kind !== 'result' ? `#${step.entry!}` : '';
  const text = oneLine(step.text);
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  const failed = step.failed && step.kind === 'result' ? 'failed: ' : '';
  return `${number.padEnd(6)}${step.kind.padEnd(13)}${step.kind === 'call' ? `${step.tool} ` : ''}${failed}${short}`;
}

/** Prints who did what in several attempts. Returns whether all did the same in the same order. */
export async function printSeveral(
  file: string,
  runs: readonly RunSummary[],
  json: boolean,
): Promise<boolean> {
  const table = await untilInterrupted((quitting) => tabulateAttemptsBeside(file, runs, quitting));
  await print(json ? JSON.stringify({ runs: runs.map(({ id }) => id), ...table }) : tableText(table, runs));
  return table.rows.every((cells) =>
    cells.every((cell) => cell !== undefined && !cell.moved && !cell.differs),
  );
}

function tableText({ rows, steps }: StepTable, runs: readonly RunSummary[]): string {
  const shown = rows.slice(0, MAX_ROWS);
  const left = rows.length - shown.length;
  const lines = shown.map((cells) => {
    const first = cells.findIndex((cell) => cell !== undefined);
    const step = steps[first]![cells[first]!.step]!;
    return [
      ...cells.map((cell, index) => {
        if (cell === undefined) return '.';
        const { entry } = steps[index]![cell.step]!;
        return `${cell.moved ? '>' : cell.differs ? '~' : ''}#${entry ?? '?'}`;
      }),
      `${step.kind === 'call' ? step.tool : step.kind} ${oneLine(step.lead)}`,
    ];
  });
  return [
    ...runs.map(judgedHeading),
    '',
    ...inColumns([[...runs.map(({ id }) => id), 'step'], ...lines]),
    ...(left === 0 ? [] : [`${plural(left, 'row')} left out; --json prints them all`]),
    '',
    '~ other words than in the first attempt that did it, > in another order, . not done',
  ].join('\n');
}
