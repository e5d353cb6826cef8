import { isJsonObject, type Json, type JsonObject, type SimTime } from '../../model/index.ts';
import { textOf } from './fields.ts';
import { unfollowed } from './followed.ts';
import type { Limit, Step, Trouble } from './trajectory.ts';

// Services and programs say in many words why a model stopped or an attempt ended. Those that mean a refusal or a limit stand here.

/** A refusal, or what was limited, and the field and word by which that is known, such as `stop_reason: max_tokens`. */
export interface Ending {
  /** `undefined` for a refusal. */
  readonly limit: string | undefined;
  readonly rule: string;
}

/** The names of limits by the words for them, without blanks, signs and case. The first that fits counts. */
const LIMITS: readonly (readonly [words: RegExp, limit: string])[] = [
  [/context|modellength|inputtoolong|prompttoolong|promptistoolong/, 'context'],
  [
    /^length$|tokenlimit|tokensexceeded|max(?:output|completion|new|total)?tokens|^tokens?$|outputlimit/,
    'tokens',
  ],
  [/timelimit|timeout|timedout|timeexceeded|executiontime|^time$|^working$|deadline/, 'time'],
  [/cost|budget|dollar/, 'cost'],
  [/usagelimit|quota/, 'usage'],
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

/** What `word` means, which `field` has; `undefined` where it is neither a refusal nor a limit. */
export function endingOf(field: string, word: Json | undefined): Ending | undefined {
  const text = textOf(word);
  const plain = text
    .slice(0, MAX_WORD)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const limit = LIMITS.find(([words]) => words.test(plain))?.[1];
  if (limit === undefined && !REFUSALS.test(plain)) return undefined;
  return { limit, rule: `${field}: ${text.length > MAX_WORD ? `${text.slice(0, MAX_WORD)}…` : text}` };
}

const MAX_WORD = 120; // characters

/** What the text of an error means: that a request timed out, or what something cost, is no limit of the attempt. */
export function endingOfError(field: string, text: string): Ending | undefined {
  const ending = endingOf(field, text);
  return ending !== undefined && ENDED_BY_ERROR.includes(ending.limit)
    ? { limit: ending.limit, rule: `words of ${field}` }
    : undefined;
}

const ENDED_BY_ERROR: readonly Ending['limit'][] = [undefined, 'context', 'usage', 'turns', 'steps'];

/** The fields of answers that say why a model stopped. */
const REASONS = ['stop_reason', 'stopReason', 'finish_reason', 'finishReason', 'native_finish_reason'];

/** How the answer in `object` ended. A reason that is neither a refusal nor a limit is left unread, so that it is named as not shown. */
export function endingIn(object: JsonObject): Ending | undefined {
  const plain = unfollowed(object) as JsonObject;
  const name = REASONS.find((one) => endingOf(one, plain[one]) !== undefined);
  return name === undefined ? undefined : endingOf(name, object[name]);
}

/** How the answer ended that is somewhere in what a program keeps of one. The fields are left unread. */
export function endingWithin(value: Json | undefined, depth = 0): Ending | undefined {
  const plain = value === undefined ? null : unfollowed(value);
  if (typeof plain !== 'object' || plain === null || depth > MAX_DEPTH) return undefined;
  const own = isJsonObject(plain) ? endingIn(plain) : undefined;
  if (own !== undefined) return own;
  for (const item of Object.values<Json>(plain).slice(0, MAX_ITEMS)) {
    const ending = endingWithin(item, depth + 1);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

const MAX_DEPTH = 6;
const MAX_ITEMS = 20; // of a list or an object

/** What a model said, with how it ended: a refusal marks what it said, a limit has a step of its own. */
export function withEnding(
  said: readonly Step[],
  ending: Ending | undefined,
  time?: SimTime,
): readonly Step[] {
  if (ending === undefined) return said;
  const { limit, rule } = ending;
  if (limit !== undefined) return [...said, limitStep(limit, rule, time)];
  const nth = said.findLastIndex((step) => step.kind === 'message' && step.from === 'agent');
  if (nth === -1) return [...said, { kind: 'message', from: 'agent', text: '', time, refused: rule }];
  return said.map((step, place) => (place === nth ? { ...step, refused: rule } : step));
}

/** An error that a program tells: a refusal or a limit, if its text says so. */
export function errorSteps(field: string, text: string, time?: SimTime): readonly Step[] {
  const ending = endingOfError(field, text);
  if (ending === undefined)
    return text === '' ? [] : [{ kind: 'trouble', text, rule: field, time } satisfies Trouble];
  if (ending.limit !== undefined) return [limitStep(ending.limit, ending.rule, time, text)];
  return [{ kind: 'message', from: 'agent', text, time, refused: ending.rule }];
}

/** A limit that ended an attempt, as the word of `field` says; nothing for other ends. */
export function endedSteps(field: string, word: Json | undefined): readonly Step[] {
  const limit = endingOf(field, word)?.limit;
  return limit === undefined ? [] : [limitStep(limit, `${field}: ${textOf(word)}`)];
}

/** The step that shows that a limit was reached; `about` says more than its name does. */
export const limitStep = (limit: string, rule: string, time?: SimTime, about = ''): Limit => ({
  kind: 'limit',
  limit,
  text: `The limit of ${limit} was reached${about === '' ? '.' : `: ${about}`}`,
  rule,
  time,
});
