import type {
  ActionEntry,
  AgentValidationEntry,
  ConditionEntry,
  LogEntry,
  NestedCall,
  Observation,
  RecordedAction,
  StopEntry,
  ValidationEntry,
  WaitEntry,
  WaitingCall,
} from './log-entry.ts';
import type { Failure, Outcome } from './outcome.ts';

/** Lines are collected to about this many characters, because each hash call takes longer than hashing a short line. */
const CHUNK_CHARACTERS = 16_384;

/** Hashes a log entry by entry. Equal logs have equal hashes on every machine. */
export class LogHash {
  readonly #hash: Hash;
  /** Lines that are not hashed yet. */
  #pending = '';

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  add(entry: LogEntry): void {
    this.#pending += `${canonicalLine(entry)}\n`;
    if (this.#pending.length > CHUNK_CHARACTERS) this.#flush();
  }

  /** The SHA-256 in hex. Nothing can be added afterwards. */
  end(): string {
    this.#flush();
    return this.#hash.end();
  }

  #flush(): void {
    this.#hash.add(this.#pending);
    this.#pending = '';
  }
}

/** The version of {@link canonicalLine}. Hashes of different versions cannot be compared. */
export const LOG_HASH_VERSION = 2;

/**
 * The text of an entry for the log's hash: all fields that the run determines, in a fixed order. Stacks and the messages of
 * JavaScript's own errors are left out, because engines word them differently; the location of such an error is included.
 */
export function canonicalLine(entry: LogEntry): string {
  const { index, time, due, event, causes, outcome, changes } = entry;
  return JSON.stringify([index, time, due, event, causes, outcomeParts(outcome), changes, kindFields(entry)]);
}

/** All fields of a value, so that a new field does not compile until it is added to the hash. Undefined fields are left out. */
type PartsOf<Value> = { readonly [Key in keyof Required<Value>]: unknown };

/** The fields of an entry that not every kind of entry has. */
type KindFields<Entry extends LogEntry> = PartsOf<Omit<Entry, Exclude<keyof StopEntry, 'kind'>>>;

/** The message of a failure for the hash; for errors of the JavaScript engine, the location in the author's code. */
function hashedMessage({ message, stack, native }: Failure): string | null {
  if (native === undefined) return message;
  return /^ {4}at (?:.*\()?(.+?)\)?$/m.exec(stack ?? '')?.[1] ?? null;
}

function kindFields(entry: LogEntry): unknown {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return { ...callFields(entry), waited: entry.waited } satisfies KindFields<ActionEntry>;
    case 'condition': {
      const { kind, name, attempt, verdict } = entry;
      return { kind, name, attempt, verdict } satisfies KindFields<ConditionEntry>;
    }
    case 'validation': {
      const { kind, attempt, verdict, achieved, open, tripped } = entry;
      return { kind, attempt, verdict, achieved, open, tripped } satisfies KindFields<ValidationEntry>;
    }
    case 'agent-validation': {
      const { kind, milestones, minefields, timeout } = entry;
      return { kind, milestones, minefields, timeout } satisfies KindFields<AgentValidationEntry>;
    }
    case 'stop':
      return { kind: entry.kind } satisfies KindFields<StopEntry>;
    case 'wait': {
      const { kind, call, until } = entry;
      const { outcome } = call;
      return {
        kind,
        call: { ...callFields(call), outcome: outcomeParts(outcome) },
        until,
      } satisfies KindFields<WaitEntry>;
    }
  }
}

function callFields(call: WaitingCall): PartsOf<Omit<WaitingCall, 'outcome'>> {
  const { kind, oracle, action, calls, direct, quiet, answersOther, refused, observations } = call;
  return {
    kind,
    oracle,
    action: actionParts(action),
    calls: calls.map(callParts),
    direct,
    quiet,
    answersOther,
    refused,
    observations: observations?.map(observationParts),
  };
}

function outcomeParts(outcome: Outcome): unknown {
  switch (outcome.status) {
    case 'done': {
      const { status, value } = outcome;
      return { status, value } satisfies PartsOf<typeof outcome>;
    }
    case 'failed': {
      const { status, error } = outcome;
      return { status, error: failureParts(error) } satisfies PartsOf<typeof outcome>;
    }
    case 'skipped': {
      const { status, reason } = outcome;
      return { status, reason } satisfies PartsOf<typeof outcome>;
    }
    case 'no-result': {
      const { status } = outcome;
      return { status } satisfies PartsOf<typeof outcome>;
    }
  }
}

const failureParts = (failure: Failure): PartsOf<Omit<Failure, 'stack'>> => ({
  type: failure.type,
  message: hashedMessage(failure),
  native: failure.native,
});

const actionParts = ({ app, tool, args, resolved, effect }: RecordedAction): PartsOf<RecordedAction> => ({
  app,
  tool,
  args,
  resolved,
  effect,
});

const callParts = ({ actor, action, outcome, calls, refused }: NestedCall): PartsOf<NestedCall> => ({
  actor,
  action: actionParts(action),
  outcome: outcomeParts(outcome),
  calls: calls.map(callParts),
  refused,
});

function observationParts(observation: Observation): PartsOf<Observation> {
  const { validation, verdict, achieved, open, tripped, late, error: thrown } = observation;
  const error = thrown && failureParts(thrown);
  return { validation, verdict, achieved, open, tripped, late, error };
}

/** A SHA-256 in progress. The caller provides it, because the engine contains no hash implementation. */
export interface Hash {
  add(text: string): void;
  end(): string;
}

export type NewHash = () => Hash;
