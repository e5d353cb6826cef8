import type { AppName, Json, LogEntry, RunId } from '../model/index.ts';
import { advance } from '../state/index.ts';
import { KeyframeRule } from './keyframe-rule.ts';
import { stateAt } from './state-at.ts';
import type { Tables } from './tables.ts';

/**
 * Writes the keyframes of a run wherever they are due, also among entries that are written at once: it brings the states on
 * by itself, so that a keyframe is what the log comes to.
 */
export class KeyframeWriter {
  readonly #tables: Tables;
  readonly #run: RunId;
  readonly #rule: KeyframeRule;
  /** Of the apps that have changed since the run began, or since a write failed. */
  readonly #states = new Map<AppName, Json>();

  /** `sizes` are those of the apps' first states, as JSON. */
  constructor(tables: Tables, run: RunId, sizes: ReadonlyMap<AppName, number>) {
    this.#tables = tables;
    this.#run = run;
    this.#rule = new KeyframeRule(sizes);
  }

  /** Goes on by an entry that is in the log by now, and whose changes take `written` characters there. */
  follow({ index, changes }: LogEntry, written: number): void {
    for (const { app } of changes) this.#stateOf(app, index - 1);
    advance(this.#states, changes);
    if (this.#rule.note(changes, written)) this.settle(index);
  }

  /** Writes those that are due after the entry `at`, also for nothing but their age. */
  settle(at: number): void {
    for (const { app, changed } of this.#rule.due()) {
      const json = changed ? JSON.stringify(this.#stateOf(app, at)) : undefined;
      this.#tables.keyframes.write(this.#run, app, at, json);
      this.#rule.done(app, json?.length);
    }
  }

  /** Trusts no state: what was followed may not have been written. */
  restart(): void {
    this.#states.clear();
    this.#rule.restart();
  }

  /** The state of `app` after the entry `at`, up to which all was followed. */
  #stateOf(app: AppName, at: number): Json | undefined {
    const known = this.#states.get(app);
    if (known !== undefined) return known;
    const state = stateAt(this.#tables, this.#run, app, at);
    if (state !== undefined) this.#states.set(app, state);
    return state;
  }
}
