import { compareAttempts, compareSeveral, markedSteps, type Store } from '../../../engine/index.ts';
import type {
  AttemptStep,
  StepTable,
  ComparedAttempts,
  ComparedBy,
  MarkedSteps,
  RunId,
  RunSummary,
  StepText,
} from '../../../engine/model/index.ts';
import { openForReading } from '../database/index.ts';
import { attemptSteps } from '../inspect/index.ts';
import { askCompareWorker } from './ask-worker.ts';

/**
 * How two runs are best compared: by steps if agents of their own played them and neither run is a branch of the other's origin;
 * otherwise by entries.
 */
export function comparedBy(store: Pick<Store, 'run'>, a: RunSummary, b: RunSummary): ComparedBy {
  if (rootRun(store, a) === rootRun(store, b)) return 'entries';
  const [one, other] = [ownAgent(a), ownAgent(b)];
  if (one === undefined || other === undefined) return 'entries';
  const isRepeated = a.mode !== 'trace' && b.mode !== 'trace' && a.scenario === b.scenario && one === other;
  return isRepeated ? 'entries' : 'steps';
}

/** The run from which `run` was branched, directly or through other branches; `run` itself if it has no parent. */
function rootRun(store: Pick<Store, 'run'>, run: RunSummary): RunId {
  const seen = new Set<RunId>();
  let origin = run;
  for (let next = origin.origin; next !== undefined && !seen.has(next.parent); next = origin.origin) {
    seen.add(next.parent);
    const parent = store.run(next.parent);
    if (parent === undefined) return next.parent;
    origin = parent;
  }
  return origin.id;
}

/** The agent that played the run; `undefined` if the oracle, a script or nobody did. */
const ownAgent = ({ mode, choices, id }: RunSummary): string | undefined =>
  mode === 'trace' ? id : choices?.agent?.command;

/** Compares two attempts by their steps, in a worker process. @throws {ProblemError} as `compareBeside`. */
export const compareAttemptsBeside = (
  file: string,
  a: RunSummary,
  b: RunSummary,
  cancel?: AbortSignal,
): Promise<ComparedAttempts> =>
  askCompareWorker<AttemptsRequest, ComparedAttempts>('attempts', { file, two: [a, b] }, [a, b], cancel);

/** Creates a table of the steps of several attempts, in a worker process. @throws {ProblemError} as `compareBeside`. */
export const tabulateAttemptsBeside = (
  file: string,
  runs: readonly RunSummary[],
  cancel?: AbortSignal,
): Promise<StepTable> =>
  askCompareWorker<AttemptsRequest, StepTable>('attempts', { file, several: runs }, runs, cancel);

type AttemptsRequest = { readonly file: string } & (
  { readonly two: readonly [RunSummary, RunSummary] } | { readonly several: readonly RunSummary[] }
);

/** The worker process's side of both functions. */
export function attemptsJob({ file, ...request }: AttemptsRequest): ComparedAttempts | StepTable {
  using database = openForReading(file);
  const { store } = database;
  const runs = 'two' in request ? request.two : request.several;
  const facts = runs.map(({ id }) => store.attempt(id));
  const steps = runs.map((run) => attemptSteps(store, run));
  if ('two' in request) return { ...shortenForList(steps[0]!, steps[1]!), facts };
  const withoutTexts = steps.map((some) => some.map((step) => ({ ...step, text: '' })));
  return { rows: compareSeveral(steps), steps: withoutTexts, facts };
}

/** Two attempts with their texts shortened for a list. */
function shortenForList(
  a: readonly AttemptStep[],
  b: readonly AttemptStep[],
): Omit<ComparedAttempts, 'facts'> {
  const { rows, parting } = compareAttempts(a, b);
  const [inA, inB] = [a.map(shortened(0)), b.map(shortened(0))];
  for (const { a: one, b: other } of rows) {
    if (one === undefined || other === undefined || a[one]!.text === b[other]!.text) continue;
    const from = firstDifference(a[one]!.text, b[other]!.text);
    inA[one] = shortened(from)(a[one]!);
    inB[other] = shortened(from)(b[other]!);
  }
  return { rows, parting, a: inA, b: inB };
}

const MAX_LISTED_CHARACTERS = 200; // characters of a text in a list
const LEAD_CHARACTERS = 24; // characters before a difference

/** Returns a function that shortens a step's text to one line, from shortly before `from`. */
const shortened =
  (from: number) =>
  (step: AttemptStep): AttemptStep => {
    const begin = from <= 2 * LEAD_CHARACTERS ? 0 : step.text.lastIndexOf(' ', from - LEAD_CHARACTERS) + 1;
    const part = step.text.slice(begin, begin + MAX_LISTED_CHARACTERS);
    const isCut = begin + MAX_LISTED_CHARACTERS < step.text.length;
    return {
      ...step,
      text: `${begin === 0 ? '' : '…'}${part.replaceAll(/\s+/g, ' ').trim()}${isCut ? '…' : ''}`,
    };
  };

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** A step of a run, by its index among the steps of its attempt. */
export interface StepOfRun {
  readonly run: RunSummary;
  readonly step: number;
}

const MAX_TEXT = 100_000; // characters of a text that are compared word by word

/** The texts of all steps of `run`, by step index. */
export const stepTexts = (store: Store, run: RunSummary): readonly StepText[] =>
  attemptSteps(store, run).map(comparedText);

const comparedText = ({ text }: AttemptStep): StepText => ({
  text: text.slice(0, MAX_TEXT),
  cut: Math.max(0, text.length - MAX_TEXT),
});

/** Reads the texts of steps. The steps of the last two runs stay in memory. */
export class StepTextComparer {
  readonly #store: Store;
  /** The steps of the last two runs, the latest first. */
  #kept: readonly { readonly run: RunSummary; readonly steps: readonly AttemptStep[] }[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** The complete texts of corresponding steps, with the words that differ. */
  compare(a: StepOfRun | undefined, b: StepOfRun | undefined): MarkedSteps {
    return markedSteps(a && this.#textOf(a), b && this.#textOf(b));
  }

  #textOf({ run, step }: StepOfRun): StepText | undefined {
    const found = this.#stepsOf(run)[step];
    return found && comparedText(found);
  }

  #stepsOf(run: RunSummary): readonly AttemptStep[] {
    const known = this.#kept.find((one) => one.run.id === run.id && one.run.entries === run.entries);
    const kept = known ?? { run, steps: attemptSteps(this.#store, run) };
    const [other] = this.#kept.filter((one) => one.run.id !== run.id);
    this.#kept = other === undefined ? [kept] : [kept, other];
    return kept.steps;
  }
}
