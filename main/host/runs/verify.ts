import { canonicalLine, LOG_HASH_VERSION, type Store } from '../../../engine/index.ts';
import {
  isSameJson,
  type LogEntry,
  type RunId,
  type RunSummary,
  type Runtime,
} from '../../../engine/model/index.ts';
import { openDatabase } from '../database/index.ts';
import { ProblemError, RUNTIME } from '../system/index.ts';
import { askOnce } from '../workers/index.ts';
import { fireEvents } from './live-run.ts';
import { prepareRepetition } from './prepare-stored-run.ts';

/** The result of repeating a run. */
export interface Verification {
  /** The number of first entries that were copied from a trace instead of run, so that they cannot differ. */
  readonly recorded: number;
  /** The number of equal entries before the first difference. */
  readonly same: number;
  /** The first differing entry, before and now; either may be missing. */
  readonly differs: { readonly was: LogEntry | undefined; readonly is: LogEntry | undefined } | undefined;
  /** Set when the run was repeated with other versions of V8, Unicode or ICU. */
  readonly runtimes?: { readonly was: Runtime; readonly is: Runtime };
  /** Set when the log hash has another version than this program's, so that only the entries were compared. */
  readonly hasOtherHash?: true;
}

const SLICE_MILLISECONDS = 8;

/**
 * Repeats a stored run and compares the logs. For a stopped or interrupted run, compares only the existing entries. `onProgress`
 * receives the number of equal entries so far.
 * @throws {ProblemError} when the run was not run here.
 */
export async function verify(
  store: Store,
  run: RunSummary,
  onProgress: (same: number) => void = () => undefined,
): Promise<Verification> {
  const verification = await compareLogs(store, run, onProgress);
  const { runtime } = run;
  return runtime === undefined || isSameJson({ ...runtime }, { ...RUNTIME })
    ? verification
    : { ...verification, runtimes: { was: runtime, is: RUNTIME } };
}

async function compareLogs(
  store: Store,
  run: RunSummary,
  onProgress: (same: number) => void,
): Promise<Verification> {
  const again = await prepareRepetition(store, run);
  const hasOtherHash = run.logHash !== undefined && run.logHashVersion !== LOG_HASH_VERSION;
  const found = { recorded: run.origin?.recorded ?? 0, ...(hasOtherHash ? { hasOtherHash } : {}) };
  // A run that a person stopped has a hash too, but would have continued.
  const ended = run.logHash !== undefined && run.state !== 'stopped';
  let same = 0;
  for (let over = false; !over;) {
    const fired: LogEntry[] = [];
    const began = performance.now();
    let missing: ProblemError | undefined;
    try {
      over = fireEvents(again, fired, () => performance.now() < began + SLICE_MILLISECONDS);
    } catch (thrown) {
      if (!(thrown instanceof ProblemError) || thrown.code !== 'outside-not-recorded') throw thrown;
      missing = thrown;
    }
    const stored = store.entries(run.id, same, fired.length);
    for (const [index, is] of fired.entries()) {
      const was = stored[index];
      if (was === undefined && !ended) return { ...found, same, differs: undefined };
      if (was === undefined || canonicalLine(was) !== canonicalLine(is))
        return { ...found, same, differs: { was, is } };
      same += 1;
    }
    if (missing !== undefined) {
      // A run that was cut off while a server was asked ends here, too.
      if (!ended && store.entry(run.id, same) === undefined) return { ...found, same, differs: undefined };
      throw missing;
    }
    onProgress(same);
    again.environment.dropEntries((from, limit) => store.entries(run.id, from, limit));
    await new Promise(setImmediate);
  }
  const missing = store.entry(run.id, same);
  return { ...found, same, differs: missing === undefined ? undefined : { was: missing, is: undefined } };
}

interface VerifyRequest {
  /** The database file. */
  readonly file: string;
  readonly run: RunSummary;
}

/** The worker process's side of {@link Verifications}. */
export async function verifyJob(
  { file, run }: VerifyRequest,
  tell: (same: number) => void,
): Promise<Verification> {
  using database = openDatabase(file);
  return await verify(database.store, run, tell);
}

interface UnderWay {
  readonly control: AbortController;
  readonly outcome: Promise<Verification>;
}

/** Verifies runs in worker processes. Concurrent requests for one run share a verification. */
export class Verifications {
  readonly #underWay = new Map<RunId, UnderWay>();
  readonly #onProgress: (run: RunSummary, same: number) => void;
  readonly #program: URL | undefined;

  /**
   * @param onProgress receives the number of equal entries so far
   * @param program the worker's script
   */
  constructor(onProgress: (run: RunSummary, same: number) => void = () => undefined, program?: URL) {
    this.#onProgress = onProgress;
    this.#program = program;
  }

  /** Verifies a run in the database `file`. @throws {ProblemError} when it was not run here, or is cancelled. */
  verify(file: string, run: RunSummary): Promise<Verification> {
    return (this.#underWay.get(run.id) ?? this.#begin(file, run)).outcome;
  }

  /** Cancels the verification for all callers. */
  cancel(run: RunId): void {
    this.#underWay.get(run)?.control.abort();
    this.#underWay.delete(run);
  }

  #begin(file: string, run: RunSummary): UnderWay {
    const control = new AbortController();
    const outcome = this.#ask({ file, run }, control.signal).finally(() => {
      if (this.#underWay.get(run.id)?.control === control) this.#underWay.delete(run.id);
    });
    const begun = { control, outcome };
    this.#underWay.set(run.id, begun);
    return begun;
  }

  #ask(request: VerifyRequest, cancel: AbortSignal): Promise<Verification> {
    const { run } = request;
    return askOnce<VerifyRequest, Verification, number>('verify', request, {
      failed: `Run ${run.id} was not verified`,
      program: this.#program,
      cancel,
      onProgress: (same) => {
        this.#onProgress(run, same);
      },
    });
  }
}
