import type { AgentLine } from '../model/agent-line.ts';
import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import { fromSeconds, type SimTime } from '../model/time.ts';
import { boundedJson } from './bounded-json.ts';
import { plainNumbers } from './plain-numbers.ts';

/** What the field logs of the agent's calls stands in the run's own log. */
const IN_THE_LOG: ReadonlySet<string> = new Set(['action', 'tool_call', 'observation', 'step']);

/**
 * What the file of a trace says of its agent: its logs (prompts, thoughts, plans, errors), the hints for its events, and
 * what annotators wrote. `timeOf` tells when an event happened. In order of time.
 */
export function agentLogsOf(
  document: JsonObject,
  start: SimTime,
  timeOf: (event: string) => SimTime | undefined,
): readonly AgentLine[] {
  const metadata = objectIn(document, 'metadata');
  const hints = listIn(objectIn(metadata, 'definition'), 'hints').filter(isJsonObject);
  const comment = textIn(objectIn(metadata, 'annotation'), 'comment');
  return [
    ...(comment === '' ? [] : [lineOf('note', start, 'annotation', comment)]),
    ...hints.flatMap((hint) => {
      const content = textIn(hint, 'content');
      const title = textIn(hint, 'hint_type').toLowerCase().replaceAll('_', ' ');
      const time = timeOf(textIn(hint, 'associated_event_id')) ?? start;
      return content === '' ? [] : [lineOf('hint', time, title, content)];
    }),
    ...listIn(document, 'world_logs').flatMap(loggedIn),
  ].toSorted((one, other) => one.time - other.time);
}

function loggedIn(written: Json): readonly AgentLine[] {
  const read = typeof written === 'string' ? boundedJson(plainNumbers(written).text) : { value: written };
  if (!('value' in read) || !isJsonObject(read.value)) return [];
  const log = read.value;
  const type = textIn(log, 'log_type').toLowerCase();
  const { timestamp, content } = log;
  if (type === '' || IN_THE_LOG.has(type) || typeof timestamp !== 'number') return [];
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? null);
  const time = momentOf(timestamp);
  return time === undefined ? [] : [lineOf('logged', time, type.replaceAll('_', ' '), text)];
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

const lineOf = (kind: AgentLine['kind'], time: SimTime, title: string, text: string): AgentLine => ({
  kind,
  time,
  index: undefined,
  title,
  text,
  failed: title === 'error',
});

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

function listIn(object: JsonObject, key: string): readonly Json[] {
  const value = object[key];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function textIn(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}
