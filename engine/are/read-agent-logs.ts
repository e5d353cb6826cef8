import {
  type EntryFacts,
  fromSeconds,
  type Subagent,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  readPythonJson,
  type SimTime,
  type StepKind,
  type TokenCount,
  type TranscriptStep,
  MAX_SUBAGENT_DEPTH,
} from '../model/index.ts';

/** ARE's log types of calls. Calls are already in the run's own log. */
const CALL_LOGS: ReadonlySet<string> = new Set(['action', 'tool_call', 'observation', 'step']);

/** The step kinds of other logs, by ARE's log type. */
const KINDS: Readonly<Record<string, StepKind>> = {
  system_prompt: 'prompt',
  task: 'prompt',
  task_reminder: 'prompt',
  llm_input: 'prompt',
  thought: 'thought',
  rationale: 'thought',
  plan: 'thought',
  replan: 'thought',
  facts: 'thought',
  refacts: 'thought',
  hint: 'hint',
  helper_told: 'user',
  helper_said: 'reply',
};

/** The step kind of each message role in a "lite" file. */
const ROLES: Readonly<Record<string, StepKind>> = { system: 'prompt', user: 'user', assistant: 'thought' };

/** Reads the agent's own logs (prompts, thoughts, plans, errors) and annotators' logs from a trace file, in order of time. */
export function readAgentLogs(document: JsonObject, start: SimTime): readonly TranscriptStep[] {
  const annotation = objectIn(objectIn(document, 'metadata'), 'annotation');
  const comment = textIn(annotation, 'comment') || textIn(document, 'validation_rationale');
  const subagents = [...readSubagents(document)];
  return [
    ...(comment === '' ? [] : [stepOf('note', start, 'annotation', comment)]),
    ...listAt(document, 'world_logs').flatMap((written) => readWorldLog(written, subagents)),
    ...readHistories(document),
  ].toSorted((one, other) => one.time - other.time);
}

/** Data about entries in a trajectory file that the log does not have, by log index. */
export function readEntryFacts(document: JsonObject): ReadonlyMap<number, EntryFacts> {
  const subagents = readSubagents(document);
  return new Map(
    listAt(document, 'entry_facts').flatMap((fact): readonly (readonly [number, EntryFacts])[] => {
      if (!isJsonObject(fact) || typeof fact['entry'] !== 'number') return [];
      const { entry, helper: subagent, elapsed } = fact;
      const facts = {
        subagent: typeof subagent === 'number' ? subagents[subagent] : undefined,
        elapsed: typeof elapsed === 'number' && elapsed > 0 ? Math.round(elapsed * 1000) : undefined,
      };
      return [[entry, facts]];
    }),
  );
}

/** The subagents in a trajectory file, which calls them helpers. A subagent that called another may come anywhere in the list. */
function readSubagents(document: JsonObject): readonly Subagent[] {
  const written = listAt(document, 'helpers').map((subagent) => (isJsonObject(subagent) ? subagent : {}));
  const read = new Map<number, Subagent>();
  const subagentAt = (nth: number, depth: number): Subagent | undefined => {
    const known = read.get(nth);
    const subagent = written[nth];
    if (known !== undefined || subagent === undefined || depth > MAX_SUBAGENT_DEPTH) return known;
    const { call, of } = subagent;
    const made = {
      nth,
      name: textIn(subagent, 'name'),
      call: typeof call === 'number' ? call : undefined,
      of: typeof of === 'number' && of !== nth ? subagentAt(of, depth + 1) : undefined,
    };
    read.set(nth, made);
    return made;
  };
  return written.flatMap((_, index) => subagentAt(index, 0) ?? []);
}

function readWorldLog(written: Json, subagents: Subagent[]): readonly TranscriptStep[] {
  const read = typeof written === 'string' ? readPythonJson(written) : { value: written };
  return 'value' in read ? logSteps(read.value, subagents, undefined) : [];
}

/**
 * The step of a log, and the steps of the logs inside it, which come from subagents.
 * @param subagents the subagents known so far; those of `log` are added
 * @param own the subagent of the log
 */
function logSteps(log: Json, subagents: Subagent[], own: Subagent | undefined): readonly TranscriptStep[] {
  if (!isJsonObject(log)) return [];
  const type = textIn(log, 'log_type').toLowerCase();
  const { timestamp } = log;
  if (type === '' || CALL_LOGS.has(type) || typeof timestamp !== 'number') return [];
  const title = type.startsWith('helper_') ? '' : type.replaceAll('_', ' ');
  const time = instantOfSeconds(timestamp);
  const subagent = typeof log['helper'] === 'number' ? subagents[log['helper']] : own;
  const step =
    time === undefined
      ? []
      : [
          {
            ...stepOf(stepKind(type), time, title, logText(log), type === 'error'),
            ...outputCost(log),
            ...(typeof log['before_entry'] === 'number' ? { before: log['before_entry'] } : {}),
            ...(subagent === undefined ? {} : { subagent }),
          },
        ];
  const children = listAt(log, 'children');
  if (children.length === 0) return step;
  const called: Subagent = {
    nth: subagents.length,
    name: textIn(log, 'name') || title,
    call: undefined,
    of: subagent,
  };
  subagents.push(called);
  return [...step, ...children.flatMap((child) => logSteps(child, subagents, called))];
}

/** The step kind of a log type. A model's output is a thought, whatever kind ARE gives it. */
const stepKind = (type: string): StepKind =>
  KINDS[type] ?? (type.startsWith('llm_output') ? 'thought' : 'log');

/** Tokens and time of a model's output. Model services that do not count tokens report 0. */
function outputCost(log: JsonObject): Pick<TranscriptStep, 'elapsed' | 'tokens'> {
  const [input, output, cached, reasoning, cost, seconds] = [
    'prompt_tokens',
    'completion_tokens',
    'cached_tokens',
    'reasoning_tokens',
    'cost_usd',
    'completion_duration',
  ].map((field) => {
    const value = log[field];
    return typeof value === 'number' && value > 0 ? value : undefined;
  });
  const tokens: TokenCount = {
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(cached === undefined ? {} : { cached }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(cost === undefined ? {} : { cost }),
  };
  return {
    ...(seconds === undefined ? {} : { elapsed: Math.round(seconds * 1000) }),
    ...(Object.keys(tokens).length === 0 ? {} : { tokens }),
  };
}

/** The text of a log. Errors and subagents have other fields instead of `content`, and a model's input is a list of messages. */
function logText(log: JsonObject): string {
  const { content } = log;
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return (content as readonly Json[]).map(messageOf).join('\n\n');
  if (content !== undefined && content !== null) return JSON.stringify(content);
  return ['error', 'exception', 'category', 'name']
    .map((field) => textIn(log, field))
    .filter((text) => text !== '')
    .join('\n');
}

/** Reads the message histories of agents in a file of the "lite" format, which has no logs. */
function readHistories(document: JsonObject): readonly TranscriptStep[] {
  const histories = objectIn(document, 'per_agent_interaction_histories');
  const agents = Object.keys(histories);
  return agents.flatMap((agent) =>
    listAt(histories, agent).flatMap((message): readonly TranscriptStep[] => {
      if (!isJsonObject(message) || typeof message['timestamp'] !== 'number') return [];
      const time = instantOfSeconds(message['timestamp']);
      const role = textIn(message, 'role');
      const title = agents.length === 1 ? role : `${agent}: ${role}`;
      return time === undefined ? [] : [stepOf(ROLES[role] ?? 'log', time, title, logText(message))];
    }),
  );
}

function messageOf(message: Json): string {
  const { role, content } = isJsonObject(message) ? message : {};
  return typeof role === 'string' && typeof content === 'string'
    ? `${role}: ${content}`
    : JSON.stringify(message);
}

/** The instant `seconds` after 1970; `undefined` when it is out of range. */
function instantOfSeconds(seconds: number): SimTime | undefined {
  try {
    return fromSeconds(seconds);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

const stepOf = (
  kind: StepKind,
  time: SimTime,
  title: string,
  text: string,
  failed = false,
): TranscriptStep => ({
  kind,
  time,
  index: undefined,
  title: title === kind ? '' : title,
  text,
  status: failed ? 'failed' : 'done',
});

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

function textIn(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}
