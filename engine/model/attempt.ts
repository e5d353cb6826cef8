import type { TokenCount } from './transcript.ts';
import type { JsonObject } from './values/json.ts';

/** A set of imported runs: a log of an evaluation, the results of a benchmark, or the files of a folder. */
export interface RunSet {
  /** Identifies the set, whichever copy of its file is imported. */
  readonly key: string;
  readonly name: string;
  /** The tool that recorded the set, such as Inspect. */
  readonly tool: string;
  /** The name of the benchmark or task list. */
  readonly benchmark?: string | undefined;
  /** The model that made the attempts, if there is one. */
  readonly model?: string | undefined;
  /** Creation time of the set, in milliseconds since the Unix epoch. */
  readonly created?: number | undefined;
  /** The names of all tasks, attempted or not; empty if the file does not list them. */
  readonly tasks: readonly string[];
  /** The names of the scorers. */
  readonly scorers: readonly string[];
  /** Metrics, settings and other data of the whole set, as the tool recorded them. */
  readonly details: JsonObject;
}

/** A set in the database. */
export interface StoredSet extends RunSet {
  /** The set's id in the database. */
  readonly id: number;
  /** The number of runs in the set. */
  readonly runs: number;
}

/** One scorer's score of an attempt. */
export interface Score {
  readonly scorer: string;
  /** The score as a number, if it can be expressed as one: pass is 1, fail is 0. */
  readonly value?: number | undefined;
  /** The score as written in the file. */
  readonly label: string;
  /** Whether the attempt passed; `undefined` if the score does not say so. */
  readonly passed?: boolean | undefined;
  /** The answer that the scorer extracted from the attempt. */
  readonly answer?: string | undefined;
  readonly explanation?: string | undefined;
}

/** The task, model, scores and cost of an imported run. */
export interface Attempt {
  /** The tool that recorded the attempt, such as Inspect. */
  readonly tool: string;
  /** The name of the task, unique in its set. */
  readonly task: string;
  /** The number of the attempt at the task, from 1; other tools call it epoch, trial or rollout. */
  readonly attempt: number;
  readonly model?: string | undefined;
  readonly agent?: string | undefined;
  /** The tokens of all requests to models. */
  readonly tokens: Omit<TokenCount, 'cost'>;
  /** The price of the attempt, US dollars. */
  readonly cost?: number | undefined;
  /** The duration of the attempt in wall-clock seconds. */
  readonly duration?: number | undefined;
  /** The number of tool calls that failed. */
  readonly errors: number;
  /** The scores, in the order of the file. */
  readonly scores: readonly Score[];
  /** The right answer of the task, or the calls that it needs, as the benchmark has them. */
  readonly expected?: string | undefined;
}

/** The file that a run was imported from. */
export interface Original {
  /** SHA-256 of the file's bytes, in hex. */
  readonly hash: string;
  /** The file's name, with the position inside the file, such as `results.jsonl, line 12`. */
  readonly label: string;
  /** The file's length in bytes. */
  readonly length: number;
  /** The file's original bytes; `undefined` if there are too many to keep. */
  readonly bytes: Uint8Array | undefined;
}

/** An attempt as stored in the database. */
export interface StoredAttempt extends Attempt {
  /** The id of the attempt's set; `undefined` if it belongs to none. */
  readonly set: number | undefined;
  /** The name of the attempt's set. */
  readonly setName: string | undefined;
  /** The benchmark or task list of the attempt's set. */
  readonly benchmark: string | undefined;
}

/** A set as read from a file. */
export interface RecordedSet extends Omit<RunSet, 'key'> {
  /** The id that the tool gave the set; without an id, the file is the set. */
  readonly id?: string | undefined;
}

/** An attempt as read from a file. */
export interface RecordedAttempt extends Omit<Attempt, 'attempt'> {
  readonly attempt?: number | undefined;
  readonly set?: RecordedSet | undefined;
}

/** An attempt that is not stored yet. */
export interface NewAttempt extends Omit<Attempt, 'attempt'> {
  /** The number of the attempt at its task; the next free number when left out. */
  readonly attempt?: number | undefined;
  readonly set?: RunSet | undefined;
  readonly original?: Original | undefined;
  /** SHA-256 of the recorded content, in hex, to recognize the same attempt again. */
  readonly content: string;
}
