import { setImmediate } from 'node:timers/promises';
import { KnowledgeReconstruction, notificationRulesOf, type Store } from '../../../engine/index.ts';
import type { AppKnowledge, AppName, RunId, RunSummary } from '../../../engine/model/index.ts';

const ENTRIES_PER_READ = 100;
/** How long the main process may be held at a stretch: the window must always answer. */
const SLICE_MILLISECONDS = 8;

/** A run with what its agent knew, as far as its log was read. */
interface Reading {
  readonly run: RunId;
  readonly knowledge: KnowledgeReconstruction;
}

/** What the agent of the run asked about last knew: its log is read once, in slices, and on from there as it grows. */
export class AgentKnowledge {
  readonly #store: Store;
  #reading: Reading | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** What the agent of `run` knew of `app` right after entry `at`. @throws {StoreError} when there is no such app. */
  async at(run: RunSummary, app: AppName, at: number): Promise<AppKnowledge> {
    const { knowledge } = await this.#readTo(run, at);
    return knowledge.at(app, this.#store.stateAt(run.id, app, at), at);
  }

  /** Whoever asks meanwhile reads on from where the others are: each entry is taken in once. */
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
