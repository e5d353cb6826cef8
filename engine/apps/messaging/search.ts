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
import { checkPage, type Page, pageOf } from '../shared/lists.ts';
import { idOrDefault } from '../shared/from-trace.ts';
import { translatePattern } from './python-pattern.ts';
import {
  type AnyConversation,
  type AnyMessagingState,
  conversationsIn,
  listPeople,
  peopleIn,
} from './state.ts';

type ListingArguments = Readonly<
  Record<
    'offset' | 'limit' | 'offset_recent_messages_per_conversation' | 'limit_recent_messages_per_conversation',
    OptionalArgument<number>
  >
>;

/** Arguments for a page of conversations, and for the number of messages shown of each. */
export const listingArguments = (messages: number): ListingArguments => ({
  offset: optional(int, 0),
  limit: optional(about(int, 'conversations, 5 at most'), 5),
  offset_recent_messages_per_conversation: optional(int, 0),
  limit_recent_messages_per_conversation: optional(about(int, 'messages of each, 10 at most'), messages),
});

type Listing = ValuesOf<ListingArguments>;

/**
 * A page of `conversations`, with the newest messages of each.
 *
 * @throws {ToolError} `ValueError` when the page is larger than the messenger shows, or begins beyond the end.
 */
export function conversationPage(
  state: AnyMessagingState,
  conversations: readonly ReadOnly<AnyConversation>[],
  wanted: Listing,
): readonly object[] {
  const { conversation_view_limit, messages_view_limit } = state;
  const { offset, limit } = wanted;
  const from = wanted.offset_recent_messages_per_conversation;
  const most = wanted.limit_recent_messages_per_conversation;
  checkAtMost('limit', limit, conversation_view_limit);
  checkAtMost('limit_recent_messages_per_conversation', most, messages_view_limit);
  checkAtMost('offset', offset, conversationsIn(state).length);
  const { items } = pageOf(conversations, offset, limit);
  // Also when there is no conversation whose messages are listed.
  checkPage(from, most);
  return items.map((conversation) => ({
    ...conversation,
    messages: pageOf(newestFirst(conversation), from, most).items,
    title: idOrDefault(conversation.title, listPeople(peopleIn(conversation))),
  }));
}

/** `conversations`, the one with the latest message first. */
export const recentFirst = (
  conversations: readonly ReadOnly<AnyConversation>[],
): readonly ReadOnly<AnyConversation>[] =>
  [...conversations].sort((one, other) => other.last_updated - one.last_updated);

/** Arguments for a span of time, both ends included. */
export const spanArguments = {
  min_date: optional(nullable(datetime), null),
  max_date: optional(nullable(datetime), null),
};

type Span = ValuesOf<typeof spanArguments>;
type MessageTest = (message: Timed) => boolean;
type Timed = Readonly<Pick<AnyConversation['messages'][number], 'timestamp'>>;

/** A test for messages within a span of time, to the second. @throws {ToolError} `ValueError` for a wrong date. */
export function sentWithin({ min_date, max_date }: Span): MessageTest {
  const from = min_date === null ? -Infinity : parseDatetime('min_date', min_date);
  const to = max_date === null ? Infinity : parseDatetime('max_date', max_date);
  return ({ timestamp }) => Math.floor(timestamp) >= from && Math.floor(timestamp) <= to;
}

/**
 * A page of the messages of `conversation`, newest first, with its range among all.
 *
 * @throws {ToolError} `ValueError` when `offset` is beyond the end.
 */
export function messagePage(
  conversation: ReadOnly<AnyConversation>,
  { offset, limit }: Pick<Listing, 'offset' | 'limit'>,
  wanted: MessageTest = () => true,
): { messages: Page<unknown>['items']; metadata: object } {
  const messages = newestFirst(conversation).filter(wanted);
  checkAtMost('offset', offset, messages.length);
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

/** Arguments for a search by text. */
export const searchArguments = {
  query: about(str, 'any part of a participant, a title or a message, in upper or lower case'),
  ...spanArguments,
};

/** Arguments for a search by regular expression. */
export const patternArguments = {
  query: about(str, 'a regular expression; upper and lower case match each other'),
  ...spanArguments,
};

/**
 * The ids of the conversations with a matching participant or title, or a matching message within the span of time.
 *
 * As in ARE, the dates are checked only when there are messages.
 *
 * @throws {ToolError} `ValueError` for a wrong date.
 */
export function searchConversations(
  state: AnyMessagingState,
  span: Span,
  matches: (text: string) => boolean,
): string[] {
  let isInSpan: MessageTest | undefined;
  const hasMessage = ({ messages }: ReadOnly<AnyConversation>): boolean => {
    isInSpan ??= sentWithin(span);
    return messages.filter(isInSpan).some(({ content }) => matches(content));
  };
  return conversationsIn(state)
    .filter((one) => peopleIn(one).some(matches) || matches(one.title ?? '') || hasMessage(one))
    .map(({ conversation_id }) => conversation_id);
}

/** A test for texts that contain `part`, in upper or lower case. */
export function containing(part: string): (text: string) => boolean {
  const lowered = part.toLowerCase();
  return (text) => text.toLowerCase().includes(lowered);
}

/**
 * A test for texts that match `pattern`, a regular expression of Python's.
 *
 * @throws {ToolError} `re.error` when `pattern` is not valid, or could take for ever.
 */
export function matching(pattern: string): (text: string) => boolean {
  const danger = dangerOf(pattern);
  if (danger !== undefined) refuse('re.error', `query: ${danger}`);
  const translated = translatePattern(pattern);
  return (text) => translated.test(text);
}

const newestFirst = (
  conversation: ReadOnly<AnyConversation>,
): ReadOnly<AnyConversation>['messages'][number][] =>
  [...conversation.messages].sort((one, other) => other.timestamp - one.timestamp);

function checkAtMost(argument: string, value: number, most: number): void {
  if (value > most) refuse('ValueError', `${argument} must be at most ${most}, not ${value}.`);
}

/** A quantifier without an upper bound, or with a large one. */
const UNBOUNDED = /^(?:[*+]|\{\d*,\}|\{\d*,?\d{2,}\})/;

const MAX_PATTERN_LENGTH = 500; // characters

/** The maximum number of unbounded repetitions, because each can multiply the time by the length of the text. */
const MAX_REPETITIONS = 4;

/**
 * The reason why matching `pattern` could take extremely long; `undefined` if it cannot. Dangerous patterns are very long, repeat
 * too often, or repeat a group that contains a repetition or alternatives, such as `(a+)+` and `(a|a)*`.
 */
export function dangerOf(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH)
    return `The pattern has ${pattern.length} characters; at most ${MAX_PATTERN_LENGTH} are allowed.`;
  const open: boolean[] = [];
  let isAmbiguous = false;
  let repetitions = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '[') at = endOfClass(pattern, at);
    else if (character === '(') {
      open.push(isAmbiguous);
      isAmbiguous = false;
    } else if (character === ')') {
      const isRepeated = UNBOUNDED.test(pattern.slice(at + 1, at + 12));
      if (isRepeated && isAmbiguous)
        return 'The pattern repeats a group that repeats, which could take for ever.';
      isAmbiguous = open.pop() === true || isAmbiguous;
    } else if (character === '|' || (character === '?' && pattern[at - 1] !== '(')) isAmbiguous = true;
    else if (UNBOUNDED.test(pattern.slice(at, at + 11))) {
      isAmbiguous = true;
      repetitions += 1;
    }
  }
  return repetitions > MAX_REPETITIONS
    ? `The pattern has ${repetitions} unbounded repetitions; at most ${MAX_REPETITIONS} are allowed.`
    : undefined;
}

/** The end of the character class that begins at `start`. A `]` at its beginning does not end it. */
function endOfClass(pattern: string, start: number): number {
  let at = start + (pattern[start + 1] === '^' ? 2 : 1);
  if (pattern[at] === ']') at += 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}
