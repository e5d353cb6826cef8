import { isJsonObject, type Json, type JsonObject, type SimTime } from '../../model/index.ts';
import { parseIfJson, textOf } from './fields.ts';
import { untracked } from './tracked-fields.ts';
import type { Limit, Step, Trouble } from './trajectory.ts';

// Services and programs say in many words why a model stopped or an attempt ended. Those that mean a refusal or a limit stand here.

/** A refusal or a reached limit, and the field and value that show it, such as `stop_reason: max_tokens`. */
export interface Ending {
  /** The name of the limit; `undefined` for a refusal. */
  readonly limit: string | undefined;
  readonly rule: string;
}

/** The names of limits, by the words that describe them, without spaces, punctuation and case. The first match counts. */
const LIMITS: readonly (readonly [words: RegExp, limit: string])[] = [
  [/context|modellength|inputtoolong|prompttoolong|promptistoolong/, 'context'],
  [
    /^length$|tokenlimit|tokensexceeded|max(?:output|completion|new|total)?tokens|^tokens?$|outputl(?:imit|ength)/,
    'tokens',
  ],
  [/timelimit|timeout|timedout|timeexceeded|executiontime|^time$|^working$|deadline/, 'time'],
  [/cost|budget|dollar/, 'cost'],
  [/usagelimit|quota|hityour\w*limit|(?:hour|weekly|session)limitreached/, 'usage'],
  [/max\w*(?:turn|request)|turnlimit|^turns?$/, 'turns'],
  [/max\w*message|messagelimit|^messages?$/, 'messages'],
  [
    /max\w*(?:step|iteration|call|action)|(?:step|iteration|call)limit|recursionlimit|maximumiteration/,
    'steps',
  ],
  [/limitsexceeded/, 'steps or cost'],
  [/toomanyerrors|max\w*errors/, 'errors'],
];

const REFUSALS =
  /refus|contentfilter|guardrail|safety|blocklist|prohibitedcontent|recitation|^spii$|usagepolicy|policyviolation/;

/** How an answer ended if `field` has the value `word`; `undefined` if that is neither a refusal nor a limit. */
export function endingOf(field: string, word: Json | undefined): Ending | undefined {
  const text = textOf(word);
  if (text === '') return undefined;
  const plain = text
    .slice(0, MAX_WORD)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const limit = LIMITS.find(([words]) => words.test(plain))?.[1];
  if (limit === undefined && !REFUSALS.test(plain)) return undefined;
  return { limit, rule: `${field}: ${text.length > MAX_WORD ? `${text.slice(0, MAX_WORD)}…` : text}` };
}

const MAX_WORD = 120; // characters

/** How an attempt ended with an error of this text. Errors about timed-out requests or prices are no limits. */
export function endingOfError(field: string, text: string): Ending | undefined {
  const ending = endingOf(field, text);
  return ending !== undefined && ENDED_BY_ERROR.includes(ending.limit)
    ? { limit: ending.limit, rule: `words of ${field}` }
    : undefined;
}

const ENDED_BY_ERROR: readonly Ending['limit'][] = [undefined, 'context', 'usage', 'turns', 'steps'];

/** The answer fields that give the reason why a model stopped. */
const REASONS = ['stop_reason', 'stopReason', 'finish_reason', 'finishReason', 'native_finish_reason'];

/**
 * How the answer in `object` ended. A reason that is neither a refusal nor a limit is not marked as read, so that the notes
 * mention it as not shown.
 */
export function endingIn(object: JsonObject): Ending | undefined {
  const plain = untracked(object) as JsonObject;
  const name = REASONS.find((one) => endingOf(one, plain[one]) !== undefined);
  if (name !== undefined) return endingOf(name, object[name]);
  const { incomplete_details: details = null } = plain;
  return isJsonObject(details)
    ? endingOf('incomplete_details.reason', (object['incomplete_details'] as JsonObject)['reason'])
    : undefined;
}

/** How the answer inside `value`, which may be a text, ended, at any depth. Its fields are not marked as read. */
export function endingWithin(value: Json | undefined, depth = 0): Ending | undefined {
  const read = depth === 0 ? parseIfJson(value) : value;
  const plain = read === undefined ? null : untracked(read);
  if (typeof plain !== 'object' || plain === null || depth > MAX_ANSWER_DEPTH) return undefined;
  const own = isJsonObject(plain) ? endingIn(plain) : undefined;
  if (own !== undefined) return own;
  for (const item of Object.values<Json>(plain).slice(0, MAX_ITEMS)) {
    const ending = endingWithin(item, depth + 1);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

const MAX_ANSWER_DEPTH = 6; // levels of lists and objects around an answer
const MAX_ITEMS = 20; // of a list or an object

/** The steps of a model's answer with its ending: a refusal marks the messages, a limit becomes a step. */
export function withEnding(
  said: readonly Step[],
  ending: Ending | undefined,
  time?: SimTime,
): readonly Step[] {
  if (ending === undefined) return said;
  const { limit, rule } = ending;
  if (limit !== undefined) return [...said, limitStep(limit, rule, time)];
  const index = said.findLastIndex((step) => step.kind === 'message' && step.from === 'agent');
  if (index === -1) return [...said, { kind: 'message', from: 'agent', text: '', time, refused: rule }];
  return said.map((step, place) => (place === index ? { ...step, refused: rule } : step));
}

/** The steps for an error that a program reports: a refusal or a limit if the text says so. */
export function errorSteps(field: string, text: string, time?: SimTime): readonly Step[] {
  const ending = endingOfError(field, text);
  if (ending === undefined)
    return text === '' ? [] : [{ kind: 'trouble', text, rule: field, time } satisfies Trouble];
  if (ending.limit !== undefined) return [limitStep(ending.limit, ending.rule, time, text)];
  return [{ kind: 'message', from: 'agent', text, time, refused: ending.rule }];
}

/** A limit step if the value of `field` says that a limit ended the attempt; otherwise none. */
export function endedSteps(field: string, word: Json | undefined): readonly Step[] {
  const limit = endingOf(field, word)?.limit;
  return limit === undefined ? [] : [limitStep(limit, `${field}: ${textOf(word)}`)];
}

/** The step for a reached limit. `about` has more details. */
export const limitStep = (limit: string, rule: string, time?: SimTime, about = ''): Limit => ({
  kind: 'limit',
  limit,
  text: `The limit of ${limit} was reached${about === '' ? '.' : `: ${about}`}`,
  rule,
  time,
});
