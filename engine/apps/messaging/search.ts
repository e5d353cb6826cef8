import type { ReadOnly } from '../../state/index.ts';
import {
  about,
  int,
  nullable,
  optional,
  type OptionalArgument,
  refuse,
  str,
  type ValuesOf,
} from '../../world/index.ts';
import { datetime, parseDatetime } from '../shared/dates.ts';
import { type Page, pageOf } from '../shared/lists.ts';
import { type AnyConversation, type AnyMessagingState, conversationsIn, peopleIn } from './state.ts';

type ListingArguments = Readonly<
  Record<
    'offset' | 'limit' | 'offset_recent_messages_per_conversation' | 'limit_recent_messages_per_conversation',
    OptionalArgument<number>
  >
>;

/** How much of a list of conversations is wanted, and of each of them: `messages` at most unless told. */
export const listing = (messages: number): ListingArguments => ({
  offset: optional(int, 0),
  limit: optional(about(int, 'conversations, 5 at most'), 5),
  offset_recent_messages_per_conversation: optional(int, 0),
  limit_recent_messages_per_conversation: optional(about(int, 'messages of each, 10 at most'), messages),
});

type Listing = ValuesOf<ListingArguments>;

/**
 * A page of `conversations`, with the newest messages of each.
 *
 * @throws {ToolError} `ValueError` when more is wanted than the messenger shows, or from beyond the end.
 */
export function listed(
  state: AnyMessagingState,
  conversations: readonly ReadOnly<AnyConversation>[],
  wanted: Listing,
): readonly object[] {
  const { conversation_view_limit, messages_view_limit } = state;
  const { offset, limit } = wanted;
  const from = wanted.offset_recent_messages_per_conversation;
  const most = wanted.limit_recent_messages_per_conversation;
  refuseAbove('limit', limit, conversation_view_limit);
  refuseAbove('limit_recent_messages_per_conversation', most, messages_view_limit);
  refuseAbove('offset', offset, conversationsIn(state).length);
  return pageOf(conversations, offset, limit).items.map((conversation) => ({
    ...conversation,
    messages: pageOf(newestFirst(conversation), from, most).items,
  }));
}

/** Those with the latest messages first. */
export const recentFirst = (
  conversations: readonly ReadOnly<AnyConversation>[],
): readonly ReadOnly<AnyConversation>[] =>
  [...conversations].sort((one, other) => other.last_updated - one.last_updated);

/** A span of time, both ends included. */
export const span = {
  min_date: optional(nullable(datetime), null),
  max_date: optional(nullable(datetime), null),
};

type Within = (message: Timed) => boolean;
type Timed = Readonly<Pick<AnyConversation['messages'][number], 'timestamp'>>;

/** Tells whether a message is within a span of time, to the second. @throws {ToolError} `ValueError` when a date is none. */
export function within({ min_date, max_date }: ValuesOf<typeof span>): Within {
  const from = min_date === null ? -Infinity : parseDatetime('min_date', min_date);
  const to = max_date === null ? Infinity : parseDatetime('max_date', max_date);
  return ({ timestamp }) => Math.floor(timestamp) >= from && Math.floor(timestamp) <= to;
}

/**
 * A page of the messages of `conversation`, newest first, and where they stand among all.
 *
 * @throws {ToolError} `ValueError` when `offset` is beyond the end.
 */
export function readPage(
  conversation: ReadOnly<AnyConversation>,
  { offset, limit }: Pick<Listing, 'offset' | 'limit'>,
  wanted: Within = () => true,
): { messages: Page<unknown>['items']; metadata: object } {
  const messages = newestFirst(conversation).filter(wanted);
  refuseAbove('offset', offset, messages.length);
  const { items, range, total } = pageOf(messages, offset, limit);
  return {
    messages: items,
    metadata: {
      message_range: range,
      conversation_length: total,
      conversation_id: conversation.conversation_id,
      conversation_title: conversation.title,
    },
  };
}

/** What messages are searched with. */
export const searching = {
  query: about(str, 'any part of a participant, a title or a message, in capitals or not'),
  ...span,
};

/** The same, with a pattern. */
export const matching = {
  query: about(str, 'a regular expression, in capitals or not'),
  ...span,
};

/**
 * The ids of the conversations with a participant, a title or a message within the span that is `wanted`.
 *
 * @throws {ToolError} `ValueError` when a date is none.
 */
export function found(
  state: AnyMessagingState,
  dates: ValuesOf<typeof span>,
  wanted: (text: string) => boolean,
): string[] {
  const inTime = within(dates);
  return conversationsIn(state)
    .filter(
      (one) =>
        peopleIn(one).some(wanted) ||
        wanted(one.title ?? '') ||
        one.messages.some((message) => inTime(message) && wanted(message.content)),
    )
    .map(({ conversation_id }) => conversation_id);
}

/** Tells whether `part` is in a text, in capitals or not. */
export function contains(part: string): (text: string) => boolean {
  const wanted = part.toLowerCase();
  return (text) => text.toLowerCase().includes(wanted);
}

/**
 * Tells whether a text has the regular expression `pattern` in it, named groups written as Python has them.
 *
 * @throws {ToolError} `re.error` when it is none, or one that might never be done.
 */
export function matches(pattern: string): (text: string) => boolean {
  const endless = endlessBy(pattern);
  if (endless !== undefined) refuse('re.error', `query: found ${endless}`);
  try {
    const ours = pattern
      .replace(/^\(\?i\)/, '')
      .replaceAll('(?P<', '(?<')
      .replace(/\(\?P=(\w+)\)/g, '\\k<$1>');
    const compiled = new RegExp(ours, 'i');
    return (text) => compiled.test(text);
  } catch (thrown) {
    return refuse('re.error', `query: ${(thrown as SyntaxError).message}`);
  }
}

const newestFirst = (
  conversation: ReadOnly<AnyConversation>,
): ReadOnly<AnyConversation>['messages'][number][] =>
  [...conversation.messages].sort((one, other) => other.timestamp - one.timestamp);

function refuseAbove(argument: string, found: number, most: number): void {
  if (found > most) refuse('ValueError', `${argument}: found ${found}, wanted at most ${most}`);
}

/** What may be between two repetitions: a quantifier without an upper bound, or with a large one. */
const REPEATED = /^(?:[*+]|\{\d*,\}|\{\d*,?\d{2,}\})/;

/** Longer ones are no pattern that somebody thought of. */
const LONGEST = 500; // characters

/** How often a pattern may repeat something without a bound: each more multiplies the work by the length of the text. */
const MOST_REPETITIONS = 4;

/**
 * Why `pattern` might take longer to match than anybody waits, `undefined` where it cannot: it is very long, repeats too many
 * things, or repeats a group that repeats or chooses in turn, as `(a+)+` and `(a|a)*` do.
 */
export function endlessBy(pattern: string): string | undefined {
  if (pattern.length > LONGEST) return `${pattern.length} characters, wanted at most ${LONGEST}`;
  const open: boolean[] = [];
  let isLoose = false;
  let repetitions = 0;
  for (let at = 0; at < pattern.length; at++) {
    const mark = pattern.charAt(at);
    if (mark === '\\') at += 1;
    else if (mark === '[') at = endOfClass(pattern, at);
    else if (mark === '(') {
      open.push(isLoose);
      isLoose = false;
    } else if (mark === ')') {
      const isRepeated = REPEATED.test(pattern.slice(at + 1, at + 12));
      if (isRepeated && isLoose) return 'a repetition within a repetition, wanted one at most';
      isLoose = open.pop() === true || isLoose;
    } else if (mark === '|' || (mark === '?' && pattern[at - 1] !== '(')) isLoose = true;
    else if (REPEATED.test(pattern.slice(at, at + 11))) {
      isLoose = true;
      repetitions += 1;
    }
  }
  return repetitions > MOST_REPETITIONS
    ? `${repetitions} repetitions without a bound, wanted at most ${MOST_REPETITIONS}`
    : undefined;
}

/** Where the class of characters ends that begins at `start`. */
function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}
