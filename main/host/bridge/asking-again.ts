import type { RunId, RunSummary } from '../../../engine/model/index.ts';
import type { Signals } from '../../../preload/contract.ts';
import { ProblemError } from '../system/index.ts';
import type { RunDatabase } from './run-database.ts';

/** A series of branches that repeat the same request. */
interface Series {
  readonly cancelled: AbortController;
  /** The branch that is running. */
  asked?: RunId;
}

/**
 * Repeats a request to a model in several branches of a run, one after the other, because a server may handle only one at a time.
 * A series continues whatever the page does, until Orrery is closed.
 */
export class AskingAgain {
  readonly #database: Pick<RunDatabase, 'ended' | 'controls'>;
  readonly #tell: (progress: Signals['asking.progressed']) => void;
  readonly #series = new Map<RunId, Series>();

  constructor(
    database: Pick<RunDatabase, 'ended' | 'controls'>,
    tell: (progress: Signals['asking.progressed']) => void,
  ) {
    this.#database = database;
    this.#tell = tell;
  }

  /**
   * Begins a series of `times` branches of `run`; `branch` starts each of them. Returns the first branch.
   * @throws {ProblemError} when a series of this run is active.
   */
  async begin(run: RunId, times: number, branch: (nth: number) => Promise<RunSummary>): Promise<RunSummary> {
    if (this.#series.has(run))
      throw new ProblemError(
        'run-active',
        `The model of ${run} is being asked again already. Wait for that, or cancel it.`,
      );
    const series: Series = { cancelled: new AbortController() };
    this.#series.set(run, series);
    const next = async (nth: number): Promise<RunSummary> => {
      this.#tell({ run, nth, times });
      const begun = await branch(nth);
      series.asked = begun.id;
      return begun;
    };
    try {
      const first = await next(1);
      void this.#others(run, times, series, next);
      return first;
    } catch (thrown) {
      this.#end(run);
      throw thrown;
    }
  }

  async #others(
    run: RunId,
    times: number,
    series: Series,
    next: (nth: number) => Promise<RunSummary>,
  ): Promise<void> {
    try {
      for (let nth = 2; ; nth += 1) {
        const isOpen = await this.#database.ended(series.asked!);
        if (!isOpen || series.cancelled.signal.aborted || nth > times) break;
        await next(nth);
      }
      this.#end(run);
    } catch (thrown) {
      this.#end(run, thrown instanceof Error ? thrown.message : String(thrown));
    }
  }

  #end(run: RunId, problem?: string): void {
    this.#series.delete(run);
    this.#tell({ run, ...(problem === undefined ? {} : { problem }) });
  }

  /** Cancels the series of `run`, if there is one, with its active branch. */
  async cancel(run: RunId): Promise<void> {
    const series = this.#series.get(run);
    series?.cancelled.abort();
    if (series?.asked === undefined) return;
    const { asked } = series;
    await Promise.resolve(this.#database.controls(asked).control(asked, { kind: 'stop' })).catch(
      (thrown: unknown) => {
        // It may have just ended.
        if (!(thrown instanceof ProblemError)) throw thrown;
      },
    );
  }
}
