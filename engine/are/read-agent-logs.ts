import {
  fromSeconds,
  isJsonObject,
  type Json,
  type JsonObject,
  listIn,
  readPythonJson,
  type SimTime,
  type StepKind,
  type TokenCount,
  type TranscriptStep,
} from '../model/index.ts';

/** ARE's logs of calls, which are in the run's own log. */
const CALL_LOGS: ReadonlySet<string> = new Set(['action', 'tool_call', 'observation', 'step']);

/** The step kinds of the other logs, by ARE's log type. */
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
};

/** The step kind of each message role in a "lite" file. */
const ROLES: Readonly<Record<string, StepKind>> = { system: 'prompt', user: 'user', assistant: 'thought' };

/** Reads the agent's own logs (prompts, thoughts, plans, errors) and annotators' logs from a trace file, in order of time. */
export function readAgentLogs(document: JsonObject, start: SimTime): readonly TranscriptStep[] {
  const annotation = objectIn(objectIn(document, 'metadata'), 'annotation');
  const comment = textIn(annotation, 'comment') || textIn(document, 'validation_rationale');
  return [
    ...(comment === '' ? [] : [stepOf('note', start, 'annotation', comment)]),
    ...listIn(document, 'world_logs').flatMap(readWorldLog),
    ...readHistories(document),
  ].toSorted((one, other) => one.time - other.time);
}

function readWorldLog(written: Json): readonly TranscriptStep[] {
  const read = typeof written === 'string' ? readPythonJson(written) : { value: written };
  return 'value' in read ? stepsOf(read.value, '') : [];
}

/** The step of a log, and the steps of the logs within it, which come from agents called for help. `agent` names the helper. */
function stepsOf(log: Json, agent: string): readonly TranscriptStep[] {
  if (!isJsonObject(log)) return [];
  const type = textIn(log, 'log_type').toLowerCase();
  const { timestamp } = log;
  if (type === '' || CALL_LOGS.has(type) || typeof timestamp !== 'number') return [];
  const title = type.replaceAll('_', ' ');
  const time = timeIn(timestamp);
  const step =
    time === undefined
      ? []
      : [
          {
            ...stepOf(kindOf(type), time, `${agent}${title}`, textOf(log), type === 'error'),
            ...costOf(log),
            ...(typeof log['before_entry'] === 'number' ? { before: log['before_entry'] } : {}),
          },
        ];
  const helper = `${textIn(log, 'name') || title}: `;
  return [...step, ...listIn(log, 'children').flatMap((child) => stepsOf(child, agent + helper))];
}

/** A model's output counts as a thought, whatever kind ARE gives it. */
const kindOf = (type: string): StepKind => KINDS[type] ?? (type.startsWith('llm_output') ? 'thought' : 'log');

/** Tokens and time of a model's output. Engines that do not count them report 0. */
function costOf(log: JsonObject): Pick<TranscriptStep, 'elapsed' | 'tokens'> {
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

/** The text of a log. Errors and helpers have other fields instead of `content`, and a model's input is a list of messages. */
function textOf(log: JsonObject): string {
  const { content } = log;
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return (content as readonly Json[]).map(messageOf).join('\n\n');
  if (content !== undefined && content !== null) return JSON.stringify(content);
  return ['error', 'exception', 'category', 'name']
    .map((field) => textIn(log, field))
    .filter((text) => text !== '')
    .join('\n');
}

/** Files in the "lite" format have the messages of each agent instead of logs. */
function readHistories(document: JsonObject): readonly TranscriptStep[] {
  const histories = objectIn(document, 'per_agent_interaction_histories');
  const agents = Object.keys(histories);
  return agents.flatMap((agent) =>
    listIn(histories, agent).flatMap((message): readonly TranscriptStep[] => {
      if (!isJsonObject(message) || typeof message['timestamp'] !== 'number') return [];
      const time = timeIn(message['timestamp']);
      const role = textIn(message, 'role');
      const title = agents.length === 1 ? role : `${agent}: ${role}`;
      return time === undefined ? [] : [stepOf(ROLES[role] ?? 'log', time, title, textOf(message))];
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
function timeIn(seconds: number): SimTime | undefined {
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
  title,
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
