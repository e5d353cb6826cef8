import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../engine/model/values/json.ts';
import { chats, namedChats } from './messengers.ts';

const both = [
  { messenger: 'MessagingApp', open: namedChats, participant: 'participant' },
  { messenger: 'MessagingAppV2', open: chats, participant: 'user_id' },
];

interface Listed {
  readonly conversation_id: string;
  readonly messages: readonly { readonly content: string }[];
}

const idsOf = (conversations: unknown): string[] =>
  (conversations as readonly Listed[]).map(({ conversation_id }) => conversation_id);

const saidIn = (conversation: unknown): string[] =>
  (conversation as Listed).messages.map(({ content }) => content);

describe.each(both)('reading in $messenger', ({ open, participant }) => {
  it('lists conversations by latest message and their messages newest first', () => {
    const app = open();
    const recent = app.ask('list_recent_conversations') as unknown as readonly Listed[];

    expect(idsOf(recent)).toEqual(['ada', 'walk']);
    expect(saidIn(recent[0])).toEqual(['The menu', 'Gladly', 'Lunch on Friday?']);
  });

  it('limits the number of conversations and of messages', () => {
    const some = {
      offset: 0,
      limit: 1,
      offset_recent_messages_per_conversation: 1,
      limit_recent_messages_per_conversation: 1,
    };
    const recent = open().ask('list_recent_conversations', some) as unknown as readonly Listed[];

    expect(recent.map(saidIn)).toEqual([['Gladly']]);
    expect(open().ask('list_recent_conversations', { offset: 2 })).toEqual([]);
  });

  it('lists the conversations of a participant in order of creation', () => {
    const of = (name: string): string[] =>
      idsOf(open().ask('list_conversations_by_participant', { [participant]: name }));

    expect(of(open === chats ? 'ada' : 'Ada')).toEqual(['ada', 'walk']);
    expect(of(open === chats ? 'be' : 'Be')).toEqual(['walk']);
    expect(of('BE')).toEqual([]);
  });

  it('reads a page of a conversation, newest message first', () => {
    const app = open();
    const page = app.ask('read_conversation', { conversation_id: 'ada', offset: 1, limit: 1 });

    expect(saidIn(page)).toEqual(['Gladly']);
    expect(page).toMatchObject({
      metadata: { message_range: [1, 2], conversation_length: 3, conversation_id: 'ada' },
    });
    expect(saidIn(app.state.conversations['ada'])).toEqual(['Lunch on Friday?', 'Gladly', 'The menu']);
  });

  it.each<[JsonObject, string[]]>([
    [{ query: 'LUNCH' }, ['ada']],
    [{ query: 'sunday' }, ['walk']],
    [{ query: 'ben' }, ['walk']],
    [{ query: 'lunch', min_date: '2026-01-03 09:00:00', max_date: '2026-01-03 09:00:00' }, ['ada']],
    [{ query: 'gladly', max_date: '2026-01-03 09:00:00' }, ['ada']],
    [{ query: 'lunch', min_date: '2026-01-03 09:00:01' }, []],
    [{ query: 'lunch', max_date: '2026-01-03 08:59:59' }, []],
    [{ query: 'ben', max_date: '2020-01-01 00:00:00' }, ['walk']],
    [{ query: 'supper' }, []],
  ])('finds conversations by %j', (wanted, ids) => {
    expect(open().ask('search', wanted)).toEqual(ids);
  });

  it.each([
    ['^lunch.*\\?$', ['ada']],
    ['boots|menu', ['ada', 'walk']],
    ['(?i)BO{2}TS', ['walk']],
    ['(?P<what>walk)', ['walk']],
    ['(?P<twice>o)(?P=twice)', ['walk']],
    ['^unch', []],
  ])('finds conversations by the pattern %s', (query, ids) => {
    expect(open().ask('regex_search', { query })).toEqual(ids);
  });

  const noDate = 'must be a date written as YYYY-MM-DD HH:MM:SS, not "noon".';
  const everyone = { [participant]: '' };

  it.each<[string, JsonObject, string]>([
    ['list_recent_conversations', { limit: 6 }, 'ValueError: limit must be at most 5, not 6.'],
    ['list_recent_conversations', { limit: -1 }, 'ValueError: Limit must be non-negative'],
    ['list_recent_conversations', { offset: 3 }, 'ValueError: offset must be at most 2, not 3.'],
    ['list_recent_conversations', { offset: -1 }, 'ValueError: Offset must be non-negative'],
    [
      'list_recent_conversations',
      { limit_recent_messages_per_conversation: 11 },
      'ValueError: limit_recent_messages_per_conversation must be at most 10, not 11.',
    ],
    [
      'list_recent_conversations',
      { offset_recent_messages_per_conversation: -1 },
      'ValueError: Offset must be non-negative',
    ],
    [
      'list_conversations_by_participant',
      { ...everyone, offset: 3 },
      'ValueError: offset must be at most 2, not 3.',
    ],
    ['read_conversation', { conversation_id: 'eve' }, 'ValueError: There is no conversation "eve".'],
    [
      'read_conversation',
      { conversation_id: 'ada', offset: 4 },
      'ValueError: offset must be at most 3, not 4.',
    ],
    ['read_conversation', { conversation_id: 'ada', offset: -1 }, 'ValueError: Offset must be non-negative'],
    ['search', { query: 'x', min_date: 'noon' }, `ValueError: min_date ${noDate}`],
    ['regex_search', { query: 'x', max_date: 'noon' }, `ValueError: max_date ${noDate}`],
    ['regex_search', { query: '(' }, 're.error: query: missing ), unterminated subpattern at position 0'],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(open().refusal(tool, args)).toBe(refusal);
  });
});

describe('read_conversation with a date range', () => {
  it('counts only the messages in the range', () => {
    const span = { min_date: '2026-01-03 09:00:00', max_date: '2026-01-03 09:00:00' };
    const page = chats().ask('read_conversation', { conversation_id: 'ada', ...span });

    expect(saidIn(page)).toEqual(['Gladly', 'Lunch on Friday?']);
    expect(page).toMatchObject({ metadata: { message_range: [0, 2], conversation_length: 2 } });
    expect(chats().refusal('read_conversation', { conversation_id: 'ada', ...span, offset: 3 })).toBe(
      'ValueError: offset must be at most 2, not 3.',
    );
  });
});

describe('finding people', () => {
  it('returns the id of a name and the name of an id, or null', () => {
    const app = chats();

    expect(app.ask('get_user_id', { user_name: 'Ada Lovelace' })).toBe('ada');
    expect(app.ask('get_user_id', { user_name: 'ada lovelace' })).toBeNull();
    expect(app.ask('get_user_name_from_id', { user_id: 'me' })).toBe('Me');
    expect(app.ask('get_user_name_from_id', { user_id: 'toString' })).toBeNull();
  });

  it.each([
    ['Ada Lovelace', { 'Ada Lovelace': 'ada' }],
    ['ada', { 'Ada Lovelace': 'ada', 'Ben Adams': 'ben' }],
    [' Ada Lovelace\n', { 'Ada Lovelace': 'ada' }],
    ['lovelace, ada', { 'Ada Lovelace': 'ada' }],
    ['somervile', { Me: 'me', 'Mary Somerville': 'mary' }],
    ['toString', {}],
  ])('looks up the user ids for "%s"', (user_name, ids) => {
    expect(JSON.stringify(chats().ask('lookup_user_id', { user_name }))).toBe(JSON.stringify(ids));
  });

  it('returns the conversations with exactly the given participants', () => {
    const app = chats();

    expect(app.ask('get_existing_conversation_ids', { user_ids: ['ada', 'me'] })).toEqual(['ada']);
    expect(app.ask('get_existing_conversation_ids', { user_ids: ['ada', 'ben'] })).toEqual(['walk']);
    expect(app.ask('get_existing_conversation_ids', { user_ids: ['ben'] })).toEqual([]);
  });

  it.each([
    ['get_user_id', 'user_name'],
    ['get_user_name_from_id', 'user_id'],
    ['lookup_user_id', 'user_name'],
    ['get_existing_conversation_ids', 'user_ids'],
  ])('refuses %s without the argument %s', (tool, argument) => {
    expect(chats().refusal(tool)).toContain(`needs the argument ${argument}: `);
  });
});
