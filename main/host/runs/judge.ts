import {
  JudgeError,
  type JudgeOptions,
  type JudgeVerdict,
  judgeRun,
  oracleGraph,
  type OracleGraph,
  runOracle,
  type Store,
} from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import { prepareFromRun } from './rerun.ts';

/** Judges stored runs by what their scenarios' oracles do. Each oracle plays once for all runs of one scenario, seed and variant. */
export class RunJudge {
  readonly #store: Store;
  readonly #options: JudgeOptions;
  readonly #graphs = new Map<string, Promise<OracleGraph>>();

  constructor(store: Store, options: JudgeOptions = {}) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * The verdict on a run, without running it again.
   *
   * @throws {JudgeError} when it has not ended, its scenario has no oracle, or the oracle cannot play it.
   * @throws {ProblemError | ScenarioError | TraceError} when the scenario cannot be planned.
   */
  async judge(run: RunSummary): Promise<JudgeVerdict> {
    if (run.state === 'running' || run.state === 'paused')
      throw new JudgeError(`${run.id} is still ${run.state}. Judge it when it has ended.`);
    return judgeRun(this.#store, run, await this.#graphFor(run), this.#options);
  }

  #graphFor(run: RunSummary): Promise<OracleGraph> {
    if (run.mode === 'trace') return this.#oracleGraphOf(run);
    const files = [...(this.#store.source(run.id)?.files ?? [])];
    const key = JSON.stringify([files, run.seed, run.choices?.variant]);
    const graph = this.#graphs.get(key) ?? this.#oracleGraphOf(run);
    this.#graphs.set(key, graph);
    return graph;
  }

  async #oracleGraphOf(run: RunSummary): Promise<OracleGraph> {
    const { plan, within } = await prepareFromRun(this.#store, run, {
      mode: 'oracle',
      seed: run.seed,
      choices: { variant: run.choices?.variant },
    });
    const oracle = within(() => runOracle(plan, { anyUser: true }));
    if (oracle === undefined) throw new JudgeError(`The scenario of ${run.id} has no oracle to judge by.`);
    return oracleGraph(oracle);
  }
}
