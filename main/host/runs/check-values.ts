import { askWatched, type Failure, failureOf, storedPast, type Store } from '../../../engine/index.ts';
import {
  type Check,
  type CheckedValues,
  enterDirectly,
  type LogEntry,
  type RunId,
  type RunSummary,
  type States,
  TimedOutError,
} from '../../../engine/model/index.ts';
import { openDatabase } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import type { PreparedRun } from './prepare-run.ts';
import { prepareRepetition } from './prepare-stored-run.ts';

/** The check to repeat. */
export interface ValuesRequest {
  /** The database. */
  readonly file: string;
  readonly run: RunId;
  /** The entry of a condition or a validation. */
  readonly index: number;
}

/**
 * Repeats the condition, or the milestones and minefields, of an entry on the states right after it, and returns the values
 * they read. Runs scenario code.
 *
 * @throws {ProblemError} when the run was not run here, or the entry is not a check.
 */
export async function readCheckedValues({
  file,
  run,
  index,
}: ValuesRequest): Promise<readonly CheckedValues[]> {
  using database = openDatabase(file);
  const { store } = database;
  const summary = store.run(run);
  const entry = store.entry(run, index);
  if (summary === undefined || entry === undefined)
    throw new ProblemError('no-such-entry', `There is no entry ${index} in run ${run}`);
  const prepared = await prepareRepetition(store, summary);
  const checks = checksAt(prepared, entry);
  const states = statesAt(store, summary, index);
  return checks.map(({ kind, check }) => ask(prepared, { kind, check, entry, states, store, run }));
}

interface AskedCheck {
  readonly kind: CheckedValues['kind'];
  readonly check: Check;
}

/** The checks that explain the outcome of `entry`. */
function checksAt({ plan }: PreparedRun, entry: LogEntry): readonly AskedCheck[] {
  const event = plan.events.find(({ id }) => id === entry.event);
  if (event?.kind === 'condition') return [{ kind: 'condition', check: event }];
  if (event?.kind !== 'validation' || entry.kind !== 'validation')
    throw new ProblemError('no-such-entry', `#${entry.index} is not a check that can be asked again`);
  const open = event.milestones.filter(({ name }) => entry.open.includes(name));
  const tripped = event.minefields.filter(({ name }) => entry.tripped.includes(name));
  const milestones = open.length + tripped.length === 0 ? event.milestones : open;
  return [
    ...tripped.map((check) => ({ kind: 'minefield', check }) as const),
    ...milestones.map((check) => ({ kind: 'milestone', check }) as const),
  ];
}

const statesAt = (store: Store, { id, apps }: RunSummary, at: number): States =>
  Object.fromEntries(apps.map(({ name }) => [name, store.stateAt(id, name, at)]));

interface Asking extends AskedCheck {
  readonly entry: LogEntry;
  readonly states: States;
  readonly store: Store;
  readonly run: RunId;
}

function ask({ host }: PreparedRun, { kind, check, entry, states, store, run }: Asking): CheckedValues {
  const past = storedPast(entry.time, entry.index, (from, limit) => store.entries(run, from, limit));
  if (host !== undefined) host.clock.now = entry.time;
  const enter = host?.enter ?? enterDirectly;
  const { name } = check;
  try {
    const { end, ...read } = enter(() => askWatched(check.holds, states, past));
    if ('answer' in end) return { name, kind, answer: end.answer ? 'true' : 'false', ...read };
    return { name, kind, answer: 'error', error: errorText(failureOf(end.thrown, enter)), ...read };
  } catch (thrown) {
    if (!TimedOutError.is(thrown)) throw thrown;
    const error = errorText(thrown.failure);
    return { name, kind, answer: 'error', error, reads: [], more: 0, readsLog: false };
  }
}

const errorText = ({ type, message }: Failure): string => `${type}: ${message}`;
