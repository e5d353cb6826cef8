import type { Outcome } from './outcome.ts';
import type { TurnCosts } from './model-costs.ts';
import type { Json, JsonObject } from './values/json.ts';
import type { SimTime } from './values/time.ts';

/** The number of tokens that a model read and wrote for an answer, if known. */
export interface TokenCount {
  readonly input?: number;
  readonly output?: number;
  /** The tokens of `input` that came from the service's cache. */
  readonly cached?: number;
  /** The tokens of `output` that were reasoning. */
  readonly reasoning?: number;
  /** The price of the answer, US dollars. */
  readonly cost?: number;
}

const TOKEN_FIELDS = [
  'input',
  'output',
  'cached',
  'reasoning',
  'cost',
] as const satisfies (keyof TokenCount)[];

/** The sums of `counts`. A count that all leave out is left out. */
export function sumTokens(counts: readonly TokenCount[]): TokenCount {
  const sums: { -readonly [Name in keyof TokenCount]: TokenCount[Name] } = {};
  for (const one of counts)
    for (const name of TOKEN_FIELDS) if (one[name] !== undefined) sums[name] = (sums[name] ?? 0) + one[name];
  return sums;
}

/**
 * The kind of a step of the transcript: a user's message, a notification, a thought of the agent's, a tool call, a reply to the
 * user. Traces also have a model's input (`prompt`), other logs of the agent, and remarks of annotators (`hint`, `note`).
 */
export type StepKind =
  'user' | 'notification' | 'thought' | 'call' | 'reply' | 'prompt' | 'log' | 'hint' | 'note';

/** The tool name of log steps in a trajectory that report a reached limit. */
export const LIMIT_TOOL = 'limit_reached';
/** The tool name of log steps in a trajectory that report an error of a model's service or of the agent's program. */
export const ERROR_TOOL = 'error_told';

/** A subagent: an agent that another agent called. */
export interface Subagent {
  /** The number of the subagent in its run. */
  readonly nth: number;
  readonly name: string;
  /** The log index of the call that started the subagent; `undefined` when unknown. */
  readonly call: number | undefined;
  /** The subagent that called this one; `undefined` if the main agent did. */
  readonly of: Subagent | undefined;
}

/** The maximum depth to which readers follow subagents of subagents. Files may contain cycles. */
export const MAX_SUBAGENT_DEPTH = 20;

/** Data of a trace about an entry that the log does not have. */
export interface EntryFacts {
  /** The subagent of the entry; missing for the main agent. */
  readonly subagent?: Subagent | undefined;
  /** How long the call took, milliseconds. */
  readonly elapsed?: number | undefined;
}

/** One step of an agent's transcript. */
export interface TranscriptStep {
  readonly kind: StepKind;
  readonly time: SimTime;
  /** The log index of the step's entry; for a thought, the index of the next entry; `undefined` for steps that only a trace file has. */
  readonly index: number | undefined;
  /** The called tool, or the kind of log or hint; empty where `kind` says it. */
  readonly title: string;
  /** The text of the step; for a call, its arguments in short. */
  readonly text: string;
  /** The number of characters of the text that are left out. */
  readonly cut?: number;
  /** For a step that only a trace file has, and the log does not: its index among these. */
  readonly log?: number;
  /** The log index of the next entry, for a step that only a trace file has. */
  readonly before?: number;
  /** The outcome of a call, shortened. */
  readonly result?: string;
  /** The arguments of a call. Long texts have only their beginning and end. */
  readonly args?: JsonObject;
  /** The result or error of a call. Long texts have only their beginning and end. */
  readonly came?: Json;
  readonly status: Outcome['status'];
  /** Wall-clock time of the agent's thinking, or of the tool's work, in milliseconds. */
  readonly elapsed?: number;
  /** The subagent of the step; missing for the main agent. */
  readonly subagent?: Subagent;
  /** Set for steps of the model that plays the user. */
  readonly by?: 'user';
  readonly tokens?: TokenCount;
  /** The costs of the step's requests to a model. */
  readonly costs?: TurnCosts;
  /** The ids of the requests to a model that led to the step, in the run's database. */
  readonly requests?: readonly number[];
  /** The number of the step's turn, if it made requests. */
  readonly turn?: number;
}

/** Names of arguments that say most about a call, most informative first. */
const TELLING_ARGUMENTS = [
  ...['command', 'cmd', 'commands', 'keystrokes', 'code', 'script', 'query', 'q', 'pattern', 'sql'],
  ...['file_path', 'path', 'filename', 'file', 'url', 'uri', 'message', 'text', 'content', 'prompt', 'task'],
  ...['thought', 'answer', 'name', 'id'],
] as const;

/** Whether an argument is empty, as if the caller had left it out. */
export const isLeftOut = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The name of the argument that says most about a call, such as `command`; `undefined` when there is none. */
export function tellingArgument(args: JsonObject): string | undefined {
  const given = Object.keys(args).filter((name) => !isLeftOut(args[name]!));
  const known = TELLING_ARGUMENTS.find((name) => given.includes(name) && typeof args[name] !== 'object');
  const longest = (): string | undefined =>
    given
      .filter((name) => typeof args[name] === 'string')
      .toSorted((one, other) => (args[other] as string).length - (args[one] as string).length)[0];
  return known ?? longest() ?? given[0];
}
