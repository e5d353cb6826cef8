import type { RunId } from '../../../engine/model/index.ts';
import { LIMITS, type ProbeStretch } from '../../../preload/contract.ts';
import { openDatabase, type OpenDatabase } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { ProbeSeries } from './probe-series.ts';

/** What an expression comes to in a run from entry `from` on, −1 for all of it. */
export interface ProbeQuestion {
  readonly run: RunId;
  readonly expression: string;
  readonly from: number;
}

const MOST_MEMORY = 512; // MB
/** Some things the worker process cannot end itself, so that it is ended. */
const PATIENCE = 10_000; // milliseconds

/** Asks expressions in a worker process, one after another: whatever they do, the window answers. */
export class ProbeQueries implements Disposable {
  readonly #file: string;
  readonly #worker: WorkerProcess<ProbeRequest, ProbeStretch>;

  /** `file` is the database, which may be written; `program` is what the process runs. */
  constructor(file: string, program?: URL) {
    this.#file = file;
    this.#worker = new WorkerProcess('probe', { memory: MOST_MEMORY, program });
  }

  /** As much as is found in a moment. @throws {ProblemError} when the expression does not come back, or once this is disposed of. */
  async values(question: ProbeQuestion): Promise<ProbeStretch> {
    try {
      return await this.#worker.ask({ ...question, file: this.#file }, { time: PATIENCE });
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
        `${expression} needs more than ${MOST_MEMORY} MB of memory. Write an expression that needs less.`,
      );
    case 'time':
      return new ProblemError(
        'probe-hangs',
        `${expression}: no answer within ${PATIENCE / 1000} seconds. Write an expression that answers at once.`,
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

/** What an expression may take for an entry. */
const LIMIT = 2_000; // milliseconds
/** How long is looked at a time: an answer comes a few times a second. */
const SLICE = 100; // milliseconds

/** What a worker process does for {@link ProbeQueries}. It keeps the database open, and the expressions that were asked last where they stand. */
export function probeJob(): (request: ProbeRequest) => ProbeStretch {
  let database: OpenDatabase | undefined;
  const known = new Map<string, ProbeSeries>();
  return ({ file, run, expression, from }) => {
    const { store } = (database ??= openDatabase(file));
    const key = `${run} ${expression}`;
    const series = known.get(key) ?? new ProbeSeries(store, run, expression, LIMIT);
    known.delete(key);
    known.set(key, series);
    // As many stay where they are as are asked in turn; another begins anew where it is asked for again.
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
