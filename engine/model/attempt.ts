import type { TokenCount } from './transcript.ts';
import type { JsonObject } from './values/json.ts';

/** Runs that came together: a log of an evaluation, the results of a benchmark, or the files of a folder. */
export interface RunSet {
  /** The same for the same set, whichever copy of its file is imported. */
  readonly key: string;
  readonly name: string;
  /** The tool that made it, such as Inspect. */
  readonly tool: string;
  /** The benchmark or the list of tasks that was attempted. */
  readonly benchmark?: string | undefined;
  /** The model that made the attempts, if one did. */
  readonly model?: string | undefined;
  /** Wall clock of its beginning, milliseconds since the Unix epoch. */
  readonly created?: number | undefined;
  /** The names of all tasks, also of those that were not attempted; empty where the file does not list them. */
  readonly tasks: readonly string[];
  /** The names of its scorers. */
  readonly scorers: readonly string[];
  /** What the tool says of the set as a whole, such as metrics and settings. */
  readonly details: JsonObject;
}

/** A set in the database. */
export interface StoredSet extends RunSet {
  /** Its number in the database. */
  readonly id: number;
  /** How many runs belong to it. */
  readonly runs: number;
}

/** What one scorer made of an attempt. */
export interface Score {
  readonly scorer: string;
  /** The score as a number, where it is one or stands for one: pass is 1, fail is 0. */
  readonly value?: number | undefined;
  /** The score as the file has it. */
  readonly label: string;
  /** Whether the scorer says that the attempt passed; `undefined` where its score does not say so. */
  readonly passed?: boolean | undefined;
  /** The answer that it took from the attempt. */
  readonly answer?: string | undefined;
  readonly explanation?: string | undefined;
}

/** What an imported run attempted, with what, and what it came to and cost. */
export interface Attempt {
  /** The tool that recorded it, such as Inspect. */
  readonly tool: string;
  /** The name of the task in its set. */
  readonly task: string;
  /** The number of the attempt at the task, from 1; other tools call it epoch, trial or rollout. */
  readonly attempt: number;
  readonly model?: string | undefined;
  readonly agent?: string | undefined;
  /** Of all of its requests to models; without the price. */
  readonly tokens: Omit<TokenCount, 'cost'>;
  /** US dollars. */
  readonly cost?: number | undefined;
  /** Wall clock, seconds. */
  readonly duration?: number | undefined;
  /** The number of tool calls that failed. */
  readonly errors: number;
  /** In the order of the file. */
  readonly scores: readonly Score[];
}

/** Where an imported run came from. */
export interface Original {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  /** The name of the file, and the place in it, such as `results.jsonl, line 12`. */
  readonly label: string;
  /** In bytes. */
  readonly length: number;
  /** The bytes as they were; `undefined` for those that are too many to keep. */
  readonly bytes: Uint8Array | undefined;
}

/** An attempt as the database has it. */
export interface StoredAttempt extends Attempt {
  /** The number of its set; `undefined` for an attempt that came alone. */
  readonly set: number | undefined;
  /** The name of its set. */
  readonly setName: string | undefined;
}

/** A set as a file tells of it. */
export interface RecordedSet extends Omit<RunSet, 'key'> {
  /** The id that the tool gave it; without one, the file is the set. */
  readonly id?: string | undefined;
}

/** An attempt as a file tells of it. */
export interface RecordedAttempt extends Omit<Attempt, 'attempt'> {
  readonly attempt?: number | undefined;
  readonly set?: RecordedSet | undefined;
}

/** An attempt before it is written. */
export interface NewAttempt extends Omit<Attempt, 'attempt'> {
  /** The next one at its task when left out. */
  readonly attempt?: number | undefined;
  readonly set?: RunSet | undefined;
  readonly original?: Original | undefined;
  /** SHA-256 of what was recorded, in hex, by which the same attempt is recognised. */
  readonly content: string;
}
