import {
  fromSeconds,
  isJsonObject,
  type Json,
  type JsonObject,
  listIn,
  readPythonJson,
  type SimTime,
  type TranscriptLine,
} from '../model/index.ts';

/** What the field logs of the agent's calls stands in the run's own log. */
const IN_THE_LOG: ReadonlySet<string> = new Set(['action', 'tool_call', 'observation', 'step']);

/**
 * What the file of a trace says of its agent: its logs (prompts, thoughts, plans, errors) and the comments of annotators, in
 * order of time.
 */
export function agentLogsOf(document: JsonObject, start: SimTime): readonly TranscriptLine[] {
  const annotation = objectIn(objectIn(document, 'metadata'), 'annotation');
  const comment = textIn(annotation, 'comment') || textIn(document, 'validation_rationale');
  return [
    ...(comment === '' ? [] : [lineOf('note', start, 'annotation', comment)]),
    ...listIn(document, 'world_logs').flatMap(loggedIn),
    ...historiesIn(document),
  ].toSorted((one, other) => one.time - other.time);
}

function loggedIn(written: Json): readonly TranscriptLine[] {
  const read = typeof written === 'string' ? readPythonJson(written) : { value: written };
  return 'value' in read ? linesOf(read.value, '') : [];
}

/** What one log says, and those of the agent that was called for help in it; `by` names that agent. */
function linesOf(log: Json, by: string): readonly TranscriptLine[] {
  if (!isJsonObject(log)) return [];
  const type = textIn(log, 'log_type').toLowerCase();
  const { timestamp } = log;
  if (type === '' || IN_THE_LOG.has(type) || typeof timestamp !== 'number') return [];
  const title = type.replaceAll('_', ' ');
  const time = momentOf(timestamp);
  const line =
    time === undefined ? [] : [lineOf('logged', time, `${by}${title}`, textOf(log), type === 'error')];
  const helper = `${textIn(log, 'name') || title}: `;
  return [...line, ...listIn(log, 'children').flatMap((child) => linesOf(child, by + helper))];
}

/** What a log says: errors and helpers have fields of their own for it, and a model's input is a list of messages. */
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

/** The files without events have each agent's messages instead. */
function historiesIn(document: JsonObject): readonly TranscriptLine[] {
  const histories = objectIn(document, 'per_agent_interaction_histories');
  const agents = Object.keys(histories);
  return agents.flatMap((agent) =>
    listIn(histories, agent).flatMap((message): readonly TranscriptLine[] => {
      if (!isJsonObject(message) || typeof message['timestamp'] !== 'number') return [];
      const time = momentOf(message['timestamp']);
      const role = textIn(message, 'role');
      const title = agents.length === 1 ? role : `${agent}: ${role}`;
      return time === undefined ? [] : [lineOf('logged', time, title, textOf(message))];
    }),
  );
}

function messageOf(message: Json): string {
  const { role, content } = isJsonObject(message) ? message : {};
  return typeof role === 'string' && typeof content === 'string'
    ? `${role}: ${content}`
    : JSON.stringify(message);
}

/** Nothing where a file names an instant that is none. */
function momentOf(seconds: number): SimTime | undefined {
  try {
    return fromSeconds(seconds);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

const lineOf = (
  kind: TranscriptLine['kind'],
  time: SimTime,
  title: string,
  text: string,
  failed = false,
): TranscriptLine => ({
  kind,
  time,
  index: undefined,
  title,
  text,
  failed,
});

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

function textIn(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}
