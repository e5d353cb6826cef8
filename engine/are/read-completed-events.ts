import {
  type ActionEntry,
  type Actor,
  appName,
  type ConditionEntry,
  eventId,
  type Failure,
  fromSeconds,
  type Json,
  type LogEntry,
  type Outcome,
} from '../model/index.ts';
import {
  type AreTrace,
  earlierChecks,
  type CompletedEvent,
  type PlannedEvent,
  withoutCheckNumber,
} from './trace-format.ts';
import { readArgument, readRecordedValue } from './trace-values.ts';

/** Reads the completed events of a trace as log entries, in order of time. A trace file does not have their changes. */
export function readCompletedEvents({
  completed_events,
  events,
  metadata: { simulation },
}: AreTrace): LogEntry[] {
  const hadAgent = Boolean(simulation?.agent_id) || Boolean(simulation?.model_id);
  const context = new ReadingContext(events, hadAgent);
  return completed_events
    .toSorted((one, other) => one.event_time - other.event_time)
    .map((completed, index) => {
      const entry = readEntry(completed, index, context);
      context.add(completed.event_id, index);
      return entry;
    });
}

const actors = { AGENT: 'agent', USER: 'user', ENV: 'environment' } as const satisfies Record<string, Actor>;

type Common = Pick<LogEntry, 'index' | 'time' | 'due' | 'event' | 'causes' | 'outcome' | 'changes'>;

function readEntry(completed: CompletedEvent, index: number, context: ReadingContext): LogEntry {
  const time = fromSeconds(completed.event_time);
  const common: Common = {
    index,
    time,
    due: time,
    event: eventId(completed.event_id),
    causes: context.releasingEntries(completed),
    outcome: readOutcome(completed),
    changes: [],
  };
  switch (completed.event_type) {
    case 'AGENT':
    case 'USER':
    case 'ENV':
      return completed.action?.app === null
        ? checkEntry(completed, common, context)
        : actionEntry(completed, actors[completed.event_type], common, context);
    case 'CONDITION':
      return checkEntry(completed, common, context);
    case 'VALIDATION':
      return {
        ...common,
        kind: 'validation',
        attempt: context.earlierChecks(completed.event_id) + 1,
        verdict: checkVerdict(common.outcome, 'passed', 'failed'),
        achieved: [],
        open: [],
        tripped: [],
      };
    case 'STOP':
      return { ...common, kind: 'stop' };
  }
}

function actionEntry(
  completed: CompletedEvent,
  kind: Actor,
  common: Common,
  context: ReadingContext,
): ActionEntry {
  const { app, function: tool, operation_type, args } = completed.action!;
  const values = args.map(({ name, value, value_type }): [string, Json] => [
    name,
    readArgument(value, value_type),
  ]);
  return {
    ...common,
    kind,
    oracle: context.isOracleCall(completed.event_id),
    action: {
      app: appName(app!),
      tool: tool!,
      args: Object.fromEntries<Json>(values),
      effect: operation_type === 'WRITE' ? 'write' : 'read',
    },
    calls: [],
  };
}

/** A check of a condition. ARE treats a call without an app as a condition. */
function checkEntry(completed: CompletedEvent, common: Common, context: ReadingContext): ConditionEntry {
  const { event_id: id, action } = completed;
  return {
    ...common,
    event: eventId(withoutCheckNumber(id)),
    kind: 'condition',
    name: action?.function ?? withoutCheckNumber(id),
    attempt: (earlierChecks(id) ?? context.earlierChecks(id)) + 1,
    verdict: checkVerdict(common.outcome, 'held', 'broken'),
  };
}

function readOutcome({ metadata }: CompletedEvent): Outcome {
  const { exception = null, exception_stack_trace: stack = null } = metadata ?? {};
  // As in ARE, a stack trace alone is no failure.
  if (exception !== null) return { status: 'failed', error: readFailure(exception, stack) };
  return {
    status: 'done',
    value: readRecordedValue(metadata?.return_value ?? null, metadata?.return_value_type ?? null),
  };
}

/** A failure of the Python class that the last line of the stack trace names: `ValueError: …`. */
function readFailure(message: string, stack: string | null): Failure {
  const last =
    stack
      ?.trimEnd()
      .split('\n')
      .findLast((line) => /^[A-Za-z_][\w.]*(?::|$)/.test(line)) ?? '';
  const type = /^[\w.]+/.exec(last)?.[0] ?? 'Exception';
  const hasNoFrames = stack === null || stack === `${type}: ${message}`;
  return { type, message, ...(hasNoFrames ? {} : { stack }) };
}

function checkVerdict<Yes, Broken>(outcome: Outcome, yes: Yes, broken: Broken): Yes | Broken | 'waiting' {
  if (outcome.status === 'failed') return broken;
  // ARE writes the result of a check as Python text, and False as null.
  return outcome.status === 'done' && (outcome.value === true || outcome.value === 'True') ? yes : 'waiting';
}

/** The context for reading an entry: the plan and the earlier entries. */
class ReadingContext {
  readonly #hadAgent: boolean;
  readonly #planned = new Map<string, PlannedEvent>();
  readonly #entries = new Map<string, number>();
  readonly #checks = new Map<string, { count: number; last: number }>();

  constructor(events: readonly PlannedEvent[], hadAgent: boolean) {
    this.#hadAgent = hadAgent;
    for (const event of events)
      for (const id of [event.event_id, withoutCheckNumber(event.event_id)])
        if (!this.#planned.has(id)) this.#planned.set(id, event);
  }

  add(id: string, index: number): void {
    this.#entries.set(id, index);
    this.#checks.set(withoutCheckNumber(id), { count: this.earlierChecks(id) + 1, last: index });
  }

  /** Whether the oracle made the call `id`. An agent's call that replaces the oracle's has the same id. */
  isOracleCall(id: string): boolean {
    return !this.#hadAgent && this.#planOf(id)?.class_name === 'OracleEvent';
  }

  /** The number of earlier checks of the condition or validation whose check is `id`. */
  earlierChecks(id: string): number {
    return this.#checks.get(withoutCheckNumber(id))?.count ?? 0;
  }

  /** The entries that released an event. They are derived from the plan, because ARE writes completed events without dependencies. */
  releasingEntries({ event_id: id, event_type }: CompletedEvent): readonly number[] {
    const isCheck = event_type === 'CONDITION' || event_type === 'VALIDATION';
    const before = isCheck ? this.#checks.get(withoutCheckNumber(id))?.last : undefined;
    if (before !== undefined) return [before];
    const causes = (this.#planOf(id)?.dependencies ?? []).map(
      (dependency) => this.#entries.get(dependency) ?? this.#checks.get(withoutCheckNumber(dependency))?.last,
    );
    return [...new Set(causes.filter((cause) => cause !== undefined))].sort((one, other) => one - other);
  }

  #planOf(id: string): PlannedEvent | undefined {
    return this.#planned.get(id) ?? this.#planned.get(withoutCheckNumber(id));
  }
}
