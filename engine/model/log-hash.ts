import type { Json } from './values/json.ts';
import type { Failure, LogEntry, Outcome } from './log-entry.ts';

/** Lines are hashed together, up to about this many characters: each call of a hash takes longer than hashing a short line. */
const TOGETHER = 16_384;

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
    if (this.#pending.length > TOGETHER) this.#flush();
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

/**
 * The text of an entry that goes into the log's hash. Stacks are left out, because JavaScript engines word them
 * differently.
 */
export function canonicalLine(entry: LogEntry): string {
  const { index, time, due, event, kind, causes, changes } = entry;
  return JSON.stringify([
    index,
    time,
    due,
    event,
    kind,
    causes,
    outcomeOf(entry.outcome),
    changes,
    restOf(entry),
  ]);
}

function outcomeOf(outcome: Outcome): Json {
  switch (outcome.status) {
    case 'done':
      return ['done', outcome.value];
    case 'failed':
      return ['failed', outcome.error.type, hashedWords(outcome.error)];
    case 'skipped':
      return ['skipped'];
  }
}

/** The message of a failure; in place of words of V8's, the place in the author's code. */
function hashedWords({ message, stack, native }: Failure): string | null {
  if (native === undefined) return message;
  return /^ {4}at (?:.*\()?(.+?)\)?$/m.exec(stack ?? '')?.[1] ?? null;
}

function restOf(entry: LogEntry): unknown {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment': {
      const { app, tool, args, resolved } = entry.action;
      const { oracle, observations: watched } = entry;
      const seen = watched?.map((one) => [one.validation, one.verdict, one.achieved, one.open, one.tripped]);
      return [app, tool, args, resolved ?? null, oracle, ...(seen === undefined ? [] : [seen])];
    }
    case 'condition':
      return [entry.name, entry.attempt, entry.verdict];
    case 'validation':
      return [entry.attempt, entry.verdict, entry.achieved, entry.open, entry.tripped];
    case 'agent-validation':
      return [entry.milestones, entry.minefields, entry.timeout ?? null];
    case 'stop':
      return [];
  }
}

/** A SHA-256 in progress, provided by the caller: the engine has no implementation of it. */
export interface Hash {
  add(text: string): void;
  end(): string;
}

export type NewHash = () => Hash;
