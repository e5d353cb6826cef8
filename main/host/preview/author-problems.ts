import type { Store } from '../../../engine/index.ts';
import {
  type CheckedValues,
  type Failure,
  type LogEntry,
  type Problem,
  printPath,
  type RunId,
  type SourceLocation,
  TIMED_OUT,
  toSeconds,
  truncate,
  failureText,
} from '../../../engine/model/index.ts';
import { checkedValues } from '../runs/index.ts';

const MAX_PROBLEMS = 10;
const MAX_VALUES = 6;
const MAX_CHARACTERS = 60;

/** Errors in the author's code that a run encountered, each location once, with the values at that time. */
export async function authorProblems(
  store: Store,
  run: RunId,
  log: readonly LogEntry[],
): Promise<readonly Problem[]> {
  const problems = new Map<string, Problem>();
  const { start, source } = store.run(run)!;
  for (const entry of log) {
    const failure = mistakeIn(entry);
    if (failure === undefined) continue;
    const place = stackLocation(failure) ??
      declaredLocation(store, run, entry) ?? { file: source, line: 1, column: 1 };
    const key = `${place.file}:${place.line}`;
    if (problems.has(key)) continue;
    const when = `#${entry.index} at +${toSeconds((entry.time - start) as never)} s`;
    const values = await valuesAt(store, run, entry);
    const message = `${failureText(failure)} (${when}${values === '' ? '' : `, where ${values}`})`;
    problems.set(key, { severity: 'error', message, place });
    if (problems.size === MAX_PROBLEMS) break;
  }
  return [...problems.values()];
}

/** The author's error in `entry`: a check that threw, or code that the JavaScript engine or the time limit stopped. */
function mistakeIn(entry: LogEntry): Failure | undefined {
  const error = entry.outcome.status === 'failed' ? entry.outcome.error : undefined;
  if (!('action' in entry)) return error;
  // A tool may refuse a call: that is no mistake.
  if (error !== undefined && (error.native === true || error.type === TIMED_OUT)) return error;
  return entry.observations?.find((observation) => observation.error !== undefined)?.error;
}

const STACK_FRAME = /([^\s():]+):(\d{1,9}):(\d{1,9})\)?$/m;

/** The first location in the author's files in a failure's stack. */
function stackLocation({ stack = '' }: Failure): SourceLocation | undefined {
  const [, file, line, column] = STACK_FRAME.exec(stack) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}

const declaredLocation = (store: Store, run: RunId, { event }: LogEntry): SourceLocation | undefined =>
  store.plan(run)?.events.find(({ id }) => id === event)?.place;

/** The values that a check read, or the arguments of a call, as text. */
async function valuesAt(store: Store, run: RunId, entry: LogEntry): Promise<string> {
  if ('action' in entry)
    return valuesText(
      Object.entries(entry.action.resolved ?? entry.action.args).map(
        ([name, value]) => `${name} = ${JSON.stringify(value)}`,
      ),
    );
  const checks: readonly CheckedValues[] = await checkedValues(store, run, entry.index).catch(() => []);
  const { reads = [] } = checks.find(({ answer }) => answer === 'error') ?? {};
  return valuesText(reads.map(({ path, value }) => `${printPath(path)} = ${value ?? 'undefined'}`));
}

const valuesText = (values: readonly string[]): string =>
  values
    .slice(0, MAX_VALUES)
    .map((text) => truncate(text, MAX_CHARACTERS))
    .join(', ');
