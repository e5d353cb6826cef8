import {
  type Json,
  type LogEntry,
  type Notification,
  parsePath,
  type Path,
  TimedOutError,
  failureText,
  statusText,
} from '../../../engine/model/index.ts';
import type {
  BreakCondition,
  Breakpoint,
  BreakpointHit,
  ProbeValue,
  Relation,
} from '../../../preload/contract.ts';
import { type ProbeEvaluator, createEvaluator, probeValueText } from '../probes/index.ts';

/** The state that breakpoints check, besides the log. */
export interface BreakpointView {
  /** The value at `path` of the current state of `app`; `undefined` when there is no such app or path. */
  valueAt(app: string, path: Path): Json | undefined;
  /** The names of all apps. */
  readonly names: readonly string[];
  /** The agent's unread notifications. */
  readonly unread: readonly Notification[];
  readonly unreadCount: number;
}

type StateCondition = BreakCondition & { readonly on: 'state' };

/** Checks the breakpoints of one run, entry by entry. */
export class BreakpointMonitor {
  readonly #view: BreakpointView;
  #list: readonly Breakpoint[] = [];
  /** Conditions that are already true. They are hit again only after they were false. */
  #held = new Set<StateCondition>();
  /** The enabled probes. */
  #probes: ReadonlyMap<BreakCondition, ProbeBreakpoint> = new Map();
  #unread = 0;

  constructor(view: BreakpointView) {
    this.#view = view;
  }

  /** Whether {@link check} evaluates probes, which have a time limit. */
  get hasProbes(): boolean {
    return this.#probes.size > 0;
  }

  /** Replaces the breakpoints from now on. */
  set(list: readonly Breakpoint[]): void {
    if (list === this.#list) return;
    this.#list = list;
    const conditions = list.map(({ condition }) => condition).filter((one) => one.on === 'state');
    this.#held = new Set(conditions.filter((condition) => this.#holds(condition)));
    this.#probes = new Map(
      list.flatMap(({ condition, enabled }) =>
        condition.on === 'probe' && enabled ? [[condition, new ProbeBreakpoint(condition, this.#view)]] : [],
      ),
    );
    this.#unread = this.#view.unreadCount;
  }

  /** The first breakpoint hit by `entry`, which was just logged. Call it for every entry. */
  check(entry: LogEntry): BreakpointHit | undefined {
    let first: BreakpointHit | undefined;
    for (const { condition, enabled } of this.#list) {
      const found = this.#found(condition, entry);
      if (enabled && found !== undefined) first ??= { condition, entry: entry.index, found };
    }
    this.#unread = this.#view.unreadCount;
    return first;
  }

  #found(condition: BreakCondition, entry: LogEntry): string | undefined {
    switch (condition.on) {
      case 'event':
        return entry.event === condition.event ? firedAs(entry) : undefined;
      case 'check':
        return entry.event === condition.event && 'attempt' in entry
          ? `check ${entry.attempt}: ${entry.verdict}`
          : undefined;
      case 'tool': {
        const called = 'action' in entry && entry.outcome.status !== 'skipped';
        const { app, tool } = condition;
        return called && entry.action.app === app && entry.action.tool === tool
          ? JSON.stringify(entry.action.resolved ?? entry.action.args)
          : undefined;
      }
      case 'state':
        return this.#comesTrue(condition, entry);
      case 'probe':
        return this.#probes.get(condition)?.check(entry);
      case 'failure':
        return entry.outcome.status === 'failed' ? failureText(entry.outcome.error) : undefined;
      case 'notification':
        return this.#view.unreadCount > this.#unread ? this.#view.unread.at(-1)!.text : undefined;
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
    return JSON.stringify(this.#valueOf(condition));
  }

  #holds(condition: StateCondition): boolean {
    return hasRelation(this.#valueOf(condition), condition.is, condition.value);
  }

  #valueOf({ app, path }: StateCondition): Json | undefined {
    return probedValue((steps) => this.#view.valueAt(app, steps), path);
  }
}

/** The outcome of a fired event; `undefined` for a check that will be repeated. */
function firedAs(entry: LogEntry): string | undefined {
  if (!('verdict' in entry)) return statusText(entry.outcome.status);
  switch (entry.verdict) {
    case 'waiting':
      return undefined;
    case 'held':
      return 'became true';
    case 'timed-out':
      return 'timed out';
    case 'passed':
    case 'failed':
    case 'broken':
      return entry.verdict;
  }
}

function verdictOf(entry: LogEntry): string | undefined {
  if (entry.kind === 'validation') return entry.verdict === 'waiting' ? undefined : entry.verdict;
  const settled =
    'observations' in entry ? entry.observations.find(({ verdict }) => verdict !== 'watching') : undefined;
  return settled === undefined ? undefined : `${settled.validation}: ${settled.verdict}`;
}

/**
 * The value at `path` in a state, such as `folders.INBOX.emails[3].subject`; `undefined` if the path does not exist. A last step
 * `length` counts the items, fields or characters of the value, unless the value has a field `length`.
 */
export function probedValue(read: (path: Path) => Json | undefined, path: string): Json | undefined {
  const steps = parsePath(path);
  const value = read(steps);
  return value === undefined && steps.at(-1) === 'length' ? lengthOf(read(steps.slice(0, -1))) : value;
}

function lengthOf(value: Json | undefined): number | undefined {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

/** Whether `found` has the relation `is` to `wanted`. Values of different types are never larger or smaller. */
export function hasRelation(
  found: Json | undefined,
  is: Relation,
  wanted: string | number | boolean | null,
): boolean {
  if (is === '=') return found === wanted;
  if (is === '≠') return found !== wanted;
  if (is === 'contains') return containsValue(found, wanted);
  const comparable =
    (typeof found === 'number' && typeof wanted === 'number') ||
    (typeof found === 'string' && typeof wanted === 'string');
  if (!comparable) return false;
  switch (is) {
    case '<':
      return found < wanted;
    case '≤':
      return found <= wanted;
    case '>':
      return found > wanted;
    case '≥':
      return found >= wanted;
  }
}

/** Whether `found` contains `wanted`: a text contains its substrings, a list its items, an object its keys. */
function containsValue(found: Json | undefined, wanted: string | number | boolean | null): boolean {
  if (typeof found === 'string') return found.includes(String(wanted));
  if (Array.isArray(found)) return found.includes(wanted);
  return typeof found === 'object' && found !== null && Object.hasOwn(found, String(wanted));
}

export type ProbeCondition = BreakCondition & { readonly on: 'probe' };

/** The time limit of an expression for one entry, in milliseconds. When it is exceeded, the run pauses. */
const CONDITION_TIMEOUT = 1_000; // milliseconds

/** Whether a run pauses when a probe's value has changed to `value`. */
export const isMet = ({ when }: ProbeCondition, value: ProbeValue): boolean =>
  when === 'changes' || value === true;

/** A probe's breakpoint in one run, evaluated whenever an app that it reads has changed. */
class ProbeBreakpoint {
  readonly #condition: ProbeCondition;
  #evaluator: ProbeEvaluator | undefined;
  /** The reason why the probe cannot be evaluated any more. It is reported once, as a hit. */
  #failure: string | undefined;

  /** Starts with the probe's current value. */
  constructor(condition: ProbeCondition, view: Pick<BreakpointView, 'names' | 'valueAt'>) {
    this.#condition = condition;
    this.#try(() => {
      const evaluator = createEvaluator(
        condition.expression,
        view.names,
        (app) => view.valueAt(app, []),
        CONDITION_TIMEOUT,
      );
      evaluator.within(() => evaluator.evaluate());
      this.#evaluator = evaluator;
    });
  }

  /** The probe's new value after `entry`, which was just logged, if the run should pause. */
  check({ changes }: LogEntry): string | undefined {
    const evaluator = this.#evaluator;
    if (evaluator === undefined) return this.#takeFailure();
    if (changes.every(({ app }) => !evaluator.appsRead.has(app))) return undefined;
    const answer = this.#try(() =>
      evaluator.within(() => {
        evaluator.apply(changes);
        return evaluator.evaluate();
      }),
    );
    if (answer === undefined) return this.#takeFailure();
    const value = JSON.parse(answer) as ProbeValue;
    return isMet(this.#condition, value) ? probeValueText(value) : undefined;
  }

  #takeFailure(): string | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  #try<Answer>(work: () => Answer): Answer | undefined {
    try {
      return work();
    } catch (thrown) {
      this.#evaluator = undefined;
      this.#failure = TimedOutError.is(thrown)
        ? `no answer within ${CONDITION_TIMEOUT / 1000} second: write an expression that answers at once`
        : String(thrown);
      return undefined;
    }
  }
}
