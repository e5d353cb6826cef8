import type { Json, LogEntry, Notification } from '../../engine/model/index.ts';
import type { BreakCondition, Breakpoint, BreakpointHit } from '../../preload/contract.ts';
import { ProbeWire } from './probe-wire.ts';
import { holdsFor, probedValue } from './state-test.ts';

/** What the breakpoints look at beside the log. */
export interface View {
  /** The state of `app` right now; `undefined` when there is no such app. */
  stateOf(app: string): Json | undefined;
  /** Of all apps. */
  readonly names: readonly string[];
  readonly unread: readonly Notification[];
}

type StateCondition = BreakCondition & { readonly on: 'state' };

/** The breakpoints along one run's way. */
export class Tripwires {
  readonly #view: View;
  #list: readonly Breakpoint[] = [];
  /** Predicates that hold already: they are met again only after they did not. */
  #held = new Set<StateCondition>();
  /** Of the probes that are switched on. */
  #probes: ReadonlyMap<BreakCondition, ProbeWire> = new Map();
  #unread = 0;

  constructor(view: View) {
    this.#view = view;
  }

  /** Takes these breakpoints from here on. */
  arm(list: readonly Breakpoint[]): void {
    if (list === this.#list) return;
    this.#list = list;
    const conditions = list.map(({ condition }) => condition).filter((one) => one.on === 'state');
    this.#held = new Set(conditions.filter((condition) => this.#holds(condition)));
    this.#probes = new Map(
      list.flatMap(({ condition, enabled }) =>
        condition.on === 'probe' && enabled ? [[condition, new ProbeWire(condition, this.#view)]] : [],
      ),
    );
    this.#unread = this.#view.unread.length;
  }

  /** What `entry`, which has just been logged, has run into first. To be asked for every entry. */
  look(entry: LogEntry): BreakpointHit | undefined {
    let first: BreakpointHit | undefined;
    for (const { condition, enabled } of this.#list) {
      const found = this.#found(condition, entry);
      if (enabled && found !== undefined) first ??= { condition, entry: entry.index, found };
    }
    this.#unread = this.#view.unread.length;
    return first;
  }

  #found(condition: BreakCondition, entry: LogEntry): string | undefined {
    switch (condition.on) {
      case 'event':
        return entry.event === condition.event ? entry.outcome.status : undefined;
      case 'tool': {
        const called = 'action' in entry && entry.outcome.status !== 'skipped';
        const { app, tool } = condition;
        return called && entry.action.app === app && entry.action.tool === tool
          ? JSON.stringify(entry.action.args)
          : undefined;
      }
      case 'state':
        return this.#comesTrue(condition, entry);
      case 'probe':
        return this.#probes.get(condition)?.look(entry);
      case 'failure':
        return entry.outcome.status === 'failed'
          ? `${entry.outcome.error.type}: ${entry.outcome.error.message}`
          : undefined;
      case 'notification':
        return this.#view.unread.length > this.#unread ? this.#view.unread.at(-1)!.text : undefined;
      case 'verdict':
        return verdictOf(entry);
    }
  }

  #comesTrue(condition: StateCondition, entry: LogEntry): string | undefined {
    if (entry.changes.every(({ app }) => app !== condition.app)) return undefined;
    const before = this.#held.has(condition);
    if (!this.#holds(condition)) this.#held.delete(condition);
    else this.#held.add(condition);
    if (before || !this.#held.has(condition)) return undefined;
    return JSON.stringify(probedValue(this.#view.stateOf(condition.app), condition.path));
  }

  #holds({ app, path, is, value }: StateCondition): boolean {
    return holdsFor(probedValue(this.#view.stateOf(app), path), is, value);
  }
}

function verdictOf(entry: LogEntry): string | undefined {
  if (entry.kind === 'validation') return entry.verdict === 'waiting' ? undefined : entry.verdict;
  const settled =
    'observations' in entry ? entry.observations.find(({ verdict }) => verdict !== 'watching') : undefined;
  return settled === undefined ? undefined : `${settled.validation}: ${settled.verdict}`;
}
