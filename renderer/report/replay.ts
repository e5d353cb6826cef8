import type { AppName, Json } from '../../engine/model/index.ts';
import { applyChanges, copyJson } from '../../engine/state/index.ts';
import type { ReportedRun } from '../../preload/contract.ts';

type States = ReadonlyMap<AppName, Json>;

const KEPT = 40; // states kept along the run, to seek back

/** Computes the apps' states at any entry of a run, from the initial states and the entries' changes. */
export class Replay {
  readonly #entries: ReportedRun['entries'];
  readonly #every: number;
  readonly #kept = new Map<number, States>();
  #at = -1;
  #now: States;

  constructor({ states, entries }: Pick<ReportedRun, 'states' | 'entries'>) {
    this.#entries = entries;
    this.#every = Math.max(100, Math.ceil(entries.length / KEPT));
    const first = new Map(Object.entries(states) as [AppName, Json][]);
    this.#kept.set(-1, first);
    this.#now = copiedStates(first);
  }

  /** States right after entry `at`; −1 is before the first. Valid until the next call. */
  at(at: number): States {
    if (at < this.#at) {
      this.#at = Math.max(...[...this.#kept.keys()].filter((kept) => kept <= at));
      this.#now = copiedStates(this.#kept.get(this.#at)!);
    }
    while (this.#at < at) {
      this.#at += 1;
      applyChanges(this.#now, this.#entries[this.#at]!.changes);
      if (this.#at % this.#every === 0 && !this.#kept.has(this.#at))
        this.#kept.set(this.#at, copiedStates(this.#now));
    }
    return this.#now;
  }

  /** States before entry `at`, of the apps in which it replaced a value. These are copies and stay valid. */
  before(at: number): States {
    const replacing = this.#entries[at]?.changes.filter(({ op }) => op !== 'splice') ?? [];
    if (replacing.length === 0) return new Map();
    const found = this.at(at - 1);
    return new Map(
      [...new Set(replacing.map(({ app }) => app))].map((app) => [app, copyJson(found.get(app)!)]),
    );
  }
}

const copiedStates = (states: States): States =>
  new Map(Array.from(states, ([app, state]) => [app, copyJson(state)]));
