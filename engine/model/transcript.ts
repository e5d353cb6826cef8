import type { Outcome } from './log-entry.ts';
import type { TurnCosts } from './model-request.ts';
import type { Json, JsonObject } from './values/json.ts';
import type { SimTime } from './values/time.ts';

/** The number of tokens that a model read and wrote for an answer, if known. */
export interface TokenCount {
  readonly input?: number;
  readonly output?: number;
  /** Those of `input` that came from the service's cache. */
  readonly cached?: number;
  /** Those of `output` that the model thought with. */
  readonly reasoning?: number;
  /** The price of the answer, US dollars. */
  readonly cost?: number;
}

const COUNTS = ['input', 'output', 'cached', 'reasoning', 'cost'] as const satisfies (keyof TokenCount)[];

/** The sums of `counts`, of what any of them has. */
export function sumTokens(counts: readonly TokenCount[]): TokenCount {
  const sums: { -readonly [Name in keyof TokenCount]: TokenCount[Name] } = {};
  for (const one of counts)
    for (const name of COUNTS) if (one[name] !== undefined) sums[name] = (sums[name] ?? 0) + one[name];
  return sums;
}

/**
 * The kind of a step of the transcript: a user's message, a notification, a thought of the agent's, a tool call, a reply to the
 * user. Traces also have a model's input (`prompt`), other logs of the agent, and remarks of annotators (`hint`, `note`).
 */
export type StepKind =
  'user' | 'notification' | 'thought' | 'call' | 'reply' | 'prompt' | 'log' | 'hint' | 'note';

/** The tool that the log of a trajectory names where a limit was reached. */
export const LIMIT_TOOL = 'limit_reached';
/** The tool that it names where a service of a model, or the agent's program, told an error. */
export const ERROR_TOOL = 'error_told';

/** An agent that another agent called for help. */
export interface Helper {
  /** Its number among those of the run. */
  readonly nth: number;
  readonly name: string;
  /** The entry of the call that it works for; `undefined` when that is not known. */
  readonly call: number | undefined;
  /** The helper that called it; `undefined` for one of the agent's own. */
  readonly of: Helper | undefined;
}

/** What a trace tells of an entry beside the log. */
export interface EntryFacts {
  /** Whose entry it is, if not the agent's own. */
  readonly helper?: Helper | undefined;
  /** How long the call took, milliseconds. */
  readonly elapsed?: number | undefined;
}

/** One step of an agent's transcript. */
export interface TranscriptStep {
  readonly kind: StepKind;
  readonly time: SimTime;
  /** The entry of the step; for a thought, the entry after it; `undefined` for steps that only a trace file has. */
  readonly index: number | undefined;
  /** The called tool, or the kind of log or hint. */
  readonly title: string;
  /** The text of the step; for a call, its arguments in short. */
  readonly text: string;
  /** The number of characters of the text that are left out. */
  readonly cut?: number;
  /** Its position among the steps that only a trace file has. */
  readonly log?: number;
  /** The entry that comes after it, for a step that only a trace file has. */
  readonly before?: number;
  /** For a call: its outcome in short. */
  readonly result?: string;
  /** For a call: its arguments, of which long ones have only their beginning and end. */
  readonly args?: JsonObject;
  /** For a call: its result or error, the same. */
  readonly came?: Json;
  readonly status: Outcome['status'];
  /** Wall clock of the agent's work on it, or of the tool's on a call, milliseconds. */
  readonly elapsed?: number;
  /** Whose step it is, if not the agent's own. */
  readonly helper?: Helper;
  /** Set if it is what the model did that plays the user. */
  readonly by?: 'user';
  readonly tokens?: TokenCount;
  /** What its requests to a model took. */
  readonly costs?: TurnCosts;
  /** The requests to a model that led to it, by their numbers in the run's database. */
  readonly requests?: readonly number[];
  /** The number of its turn, where it made requests. */
  readonly turn?: number;
}

/** Arguments that say most about a call, the most telling first. */
const TELLING = [
  ...['command', 'cmd', 'commands', 'keystrokes', 'code', 'script', 'query', 'q', 'pattern', 'sql'],
  ...['file_path', 'path', 'filename', 'file', 'url', 'uri', 'message', 'text', 'content', 'prompt', 'task'],
  ...['thought', 'answer', 'name', 'id'],
] as const;

/** Whether a caller left out the value of an argument. */
export const isLeftOut = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The name of the argument that says most, as in `command`; `undefined` when there is none. */
export function tellingArgument(args: JsonObject): string | undefined {
  const given = Object.keys(args).filter((name) => !isLeftOut(args[name]!));
  const known = TELLING.find((name) => given.includes(name) && typeof args[name] !== 'object');
  const longest = (): string | undefined =>
    given
      .filter((name) => typeof args[name] === 'string')
      .toSorted((one, other) => (args[other] as string).length - (args[one] as string).length)[0];
  return known ?? longest() ?? given[0];
}
