import {
  type AttemptComparison,
  type AttemptStep,
  hasEntry,
  type AttemptDivergence,
  plural,
  type AlignedSteps,
  type StepsRow,
} from '../model/index.ts';
import { alignedRows } from './align.ts';
import { alignSteps } from './align-steps.ts';

type Steps = readonly AttemptStep[];

/** Aligns the steps of two attempts, whatever their positions, and finds the step where the attempts part. */
export function compareAttempts(a: Steps, b: Steps): AttemptComparison {
  const rows = createRows(a, b);
  return { rows, parting: findParting(a, b, rows) };
}

/** The rows of both attempts, in order. Between two aligned steps, the steps of A come first. */
const createRows = (a: Steps, b: Steps): readonly AlignedSteps[] =>
  Array.from(
    alignedRows(alignSteps(a, b), () => true),
    ({ a: one, b: other, moved }): AlignedSteps => {
      if (one === undefined) return { kind: 'only-b', a: one, b: other };
      if (other === undefined) return { kind: 'only-a', a: one, b: other };
      const kind = moved ? 'moved' : isSameStep(a[one]!, b[other]!) ? 'equal' : 'changed';
      return { kind, a: one, b: other };
    },
  );

const isSameStep = (one: AttemptStep, other: AttemptStep): boolean =>
  one.text === other.text && one.tool === other.tool && one.failed === other.failed;

/** Whether the agent acts: it calls a tool or replies to the user. */
const isAct = (step: AttemptStep | undefined): step is AttemptStep =>
  step?.kind === 'call' || step?.kind === 'reply';

/** The first act that only one attempt has there, or else the first act whose text differs. */
function findParting(a: Steps, b: Steps, rows: readonly AlignedSteps[]): AttemptDivergence | undefined {
  const acts = [...rows.entries()].filter(([, row]) => isAct(stepOf(row, a, b)));
  const parts = acts.findIndex(([, { kind }]) => kind !== 'equal' && kind !== 'changed');
  if (parts >= 0) {
    const [row] = acts[parts]!;
    const after = parts === 0 ? '' : `After ${plural(parts, 'matching step')}, `;
    return { row, sentence: `${after}${partingText(a, b, rows, row)}` };
  }
  const changed = acts.find(([, { kind }]) => kind === 'changed');
  if (changed === undefined) return undefined;
  const [row, { a: one, b: other }] = changed;
  const [inA, inB] = [a[one!]!, b[other!]!];
  return {
    row,
    sentence: `Both take the same steps in the same order. The first that differs in words: A ${actPhrase(inA)}, B ${actPhrase(inB)}.`,
  };
}

const stepOf = ({ a: one, b: other }: AlignedSteps, a: Steps, b: Steps): AttemptStep | undefined =>
  one === undefined ? b[other!] : a[one];

/** A sentence about what A and B do from `row` on, where they begin to differ. */
function partingText(a: Steps, b: Steps, rows: readonly AlignedSteps[], row: number): string {
  const [inA, inB] = [nextAct('a', a, rows, row), nextAct('b', b, rows, row)];
  const count = (steps: Steps): string => plural(steps.filter(isAct).length, 'step');
  if (inA === undefined) return `A ends, with ${count(a)} in all; B ${actPhrase(inB!.step)}.`;
  if (inB === undefined) return `B ends, with ${count(b)} in all; A ${actPhrase(inA.step)}.`;
  const [one, other] = [inA.step, inB.step];
  // The counterpart of each comes later in the other attempt, or it has none.
  if (inA.counterpart !== undefined && inB.counterpart !== undefined)
    return `B ${actPhrase(other)} before ${actNoun(b[inA.counterpart]!)}; A does these the other way round (${entryNumberText(one)} before ${entryNumberText(a[inB.counterpart]!)}).`;
  if (inA.counterpart !== undefined)
    return `B ${actPhrase(other)} before ${actNoun(b[inA.counterpart]!)}; A has no step like it.`;
  if (inB.counterpart !== undefined)
    return `A ${actPhrase(one)} before ${actNoun(a[inB.counterpart]!)}; B has no step like it.`;
  return `A ${actPhrase(one)}; B ${actPhrase(other)}.`;
}

interface NextAct {
  readonly step: AttemptStep;
  /** The index of the act's counterpart in the other attempt. */
  readonly counterpart: number | undefined;
}

/** The next act of one attempt that is not in a row before `row`. */
function nextAct(
  side: 'a' | 'b',
  steps: Steps,
  rows: readonly AlignedSteps[],
  row: number,
): NextAct | undefined {
  const other = side === 'a' ? 'b' : 'a';
  let next: AlignedSteps | undefined;
  for (const one of rows.slice(row))
    if (one[side] !== undefined && isAct(steps[one[side]]) && (next === undefined || one[side] < next[side]!))
      next = one;
  return next && { step: steps[next[side]!]!, counterpart: next[other] };
}

/** An act as the end of a sentence: `calls shell.bash "ls" (#4)`. */
const actPhrase = (step: AttemptStep): string =>
  step.kind === 'reply' ? `replies ${quoted(step)}` : `calls ${step.tool} ${quoted(step)}`;

/** An act as a noun: `its call of shell.bash "ls"`. */
const actNoun = (step: AttemptStep): string =>
  step.kind === 'reply' ? `its reply ${quoted(step)}` : `${step.tool} ${quoted(step)}`;

const quoted = (step: AttemptStep): string =>
  [step.lead === '' ? '' : `"${step.lead}"`, hasEntry(step) ? `(${entryNumberText(step)})` : '']
    .filter(Boolean)
    .join(' ');

const entryNumberText = (step: AttemptStep): string =>
  hasEntry(step) ? `#${step.entry!}` : `"${step.lead}"`;

/**
 * A table of what several attempts did, in the order of the first attempt that did it: a row for each act. Aligned acts of other
 * attempts are in the same row.
 */
export function compareSeveral(attempts: readonly Steps[]): readonly StepsRow[] {
  let rows: readonly StepsRow[] = [];
  for (const [index, steps] of attempts.entries()) {
    const ofRows = rows.map((cells) => {
      const first = cells.findIndex((cell) => cell !== undefined);
      return attempts[first]![cells[first]!.step]!;
    });
    const acts = [...steps.keys()].filter((at) => isAct(steps[at]));
    rows = mergeAttempt(rows, ofRows, index, acts, steps);
  }
  return rows.map((cells) => attempts.map((_steps, index) => cells[index]));
}

/** `rows`, with the acts of attempt `nth` added to the rows they are aligned with, or in new rows before the next aligned act. */
function mergeAttempt(
  rows: readonly StepsRow[],
  ofRows: Steps,
  nth: number,
  acts: readonly number[],
  steps: Steps,
): readonly StepsRow[] {
  const own = acts.map((at) => steps[at]!);
  const filled = rows.map((cells) => [...cells]);
  const before = new Map<number, readonly StepsRow[]>();
  let waiting: readonly StepsRow[] = [];
  for (const { kind, a: row, b: act } of createRows(ofRows, own)) {
    if (kind === 'equal' || kind === 'changed') {
      before.set(row!, waiting);
      waiting = [];
    }
    if (act === undefined) continue;
    const cells: (StepsRow[number] | undefined)[] = row === undefined ? [] : filled[row]!;
    cells[nth] = {
      step: acts[act]!,
      moved: kind === 'moved',
      differs: row !== undefined && !isSameStep(ofRows[row]!, own[act]!),
    };
    if (row === undefined) waiting = [...waiting, cells];
  }
  return [...filled.flatMap((cells, row) => [...(before.get(row) ?? []), cells]), ...waiting];
}
