import { setImmediate } from 'node:timers/promises';
import { KnowledgeReconstruction, notificationRulesOf, type Store } from '../../../engine/index.ts';
import type { AppKnowledge, AppName, RunId, RunSummary } from '../../../engine/model/index.ts';

const ENTRIES_PER_READ = 100;
/** The maximum time of work without a pause, in milliseconds, so that the window stays responsive. */
const SLICE_MILLISECONDS = 8;

/** A run, and the agent's knowledge from the log entries read so far. */
interface Reading {
  readonly run: RunId;
  readonly knowledge: KnowledgeReconstruction;
}

/** The agent's knowledge in one run, the last one requested. The run's log is read once, in slices, and continued as it grows. */
export class AgentKnowledge {
  readonly #store: Store;
  #reading: Reading | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The agent's knowledge of `app` in `run` right after entry `at`. @throws {StoreError} when there is no such app. */
  async at(run: RunSummary, app: AppName, at: number): Promise<AppKnowledge> {
    const { knowledge } = await this.#readTo(run, at);
    return knowledge.at(app, this.#store.stateAt(run.id, app, at), at);
  }

  /** Reads the log up to entry `at`. Concurrent calls share the same reading, so that each entry is read once. */
  async #readTo(run: RunSummary, at: number): Promise<Reading> {
    const reading = this.#readingOf(run);
    const { knowledge } = reading;
    let began = performance.now();
    while (knowledge.entries <= at) {
      const entries = this.#store.entries(run.id, knowledge.entries, ENTRIES_PER_READ);
      if (entries.length === 0) break;
      for (const entry of entries) knowledge.add(entry);
      if (performance.now() - began < SLICE_MILLISECONDS) continue;
      await setImmediate();
      began = performance.now();
    }
    return reading;
  }

  #readingOf(run: RunSummary): Reading {
    const known = this.#reading;
    if (known?.run === run.id) return known;
    const states = run.apps.map(({ name }) => [name, this.#store.stateAt(run.id, name, -1)] as const);
    this.#reading = { run: run.id, knowledge: new KnowledgeReconstruction(states, notificationRulesOf(run)) };
    return this.#reading;
  }
}
