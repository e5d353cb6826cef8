import type { RunId } from '../../../engine/model/index.ts';
import { LIMITS, type ProbeStretch } from '../../../preload/contract.ts';
import { openDatabase, type OpenDatabase } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { ProbeSeries } from './probe-series.ts';

/** Asks for the values of an expression in a run from entry `from` on; −1 includes the state before the first entry. */
export interface ProbeQuestion {
  readonly run: RunId;
  readonly expression: string;
  readonly from: number;
}

const MAX_MEMORY = 512; // MB
/** The worker process is killed after this time, because it cannot stop everything itself. */
const PROCESS_TIMEOUT = 15_000; // milliseconds

/** Evaluates expressions in a worker process, one at a time, so that they cannot block the window. */
export class ProbeQueries implements Disposable {
  readonly #file: string;
  readonly #worker: WorkerProcess<ProbeRequest, ProbeStretch>;

  /** `file` is a writable database; `program` is the worker's script. */
  constructor(file: string, program?: URL) {
    this.#file = file;
    this.#worker = new WorkerProcess('probe', { memory: MAX_MEMORY, program });
  }

  /** As many values as are found in one time slice. @throws {ProblemError} when the expression hangs, or once disposed. */
  async values(question: ProbeQuestion): Promise<ProbeStretch> {
    try {
      return await this.#worker.ask({ ...question, file: this.#file }, { time: PROCESS_TIMEOUT });
    } catch (thrown) {
      if (!(thrown instanceof WorkerError)) throw thrown;
      throw noValues(question, thrown);
    }
  }

  [Symbol.dispose](): void {
    this.#worker[Symbol.dispose]();
  }
}

function noValues({ expression }: ProbeQuestion, { why }: WorkerError): ProblemError {
  switch (why) {
    case 'memory':
      return new ProblemError(
        'probe-hangs',
        `${expression} needs more than ${MAX_MEMORY} MB of memory. Write an expression that needs less.`,
      );
    case 'time':
      return new ProblemError(
        'probe-hangs',
        `${expression}: no answer within ${PROCESS_TIMEOUT / 1000} seconds. Write an expression that answers at once.`,
      );
    case 'cancelled':
      return new ProblemError('probe-ended', `${expression}: not answered, because the runs were closed`);
    case 'ended':
      return new ProblemError('probe-ended', `${expression}: not answered, because its process ended`);
  }
}

interface ProbeRequest extends ProbeQuestion {
  readonly file: string;
}

/** Time limit of an expression for one entry. */
const LIMIT = 2_000; // milliseconds
/** Time slice of one answer, so that several answers a second arrive. */
const SLICE = 100; // milliseconds

/**
 * The worker process's side of {@link ProbeQueries}. It keeps the database open, and the latest expressions with their
 * positions.
 */
export function probeJob(): (request: ProbeRequest) => ProbeStretch {
  let database: OpenDatabase | undefined;
  const known = new Map<string, ProbeSeries>();
  return ({ file, run, expression, from }) => {
    const { store } = (database ??= openDatabase(file));
    const key = `${run} ${expression}`;
    const series = known.get(key) ?? new ProbeSeries(store, run, expression, LIMIT);
    known.delete(key);
    known.set(key, series);
    // The least recently asked one is dropped; if it is asked again, it starts over.
    if (known.size > LIMITS.probes) known.delete([...known.keys()][0]!);
    const until = performance.now() + SLICE;
    const { next, steps } = series.read(from, () => performance.now() >= until);
    return {
      next,
      entries: Int32Array.from(steps, ([entry]) => entry),
      values: `[${steps.map(([, value]) => value).join()}]`,
    };
  };
}
