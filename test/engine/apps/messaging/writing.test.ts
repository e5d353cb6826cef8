import { describe, expect, it } from 'vitest';
import { messaging } from '../../../../engine/apps/messaging/messaging.ts';
import type { MessagingState } from '../../../../engine/apps/messaging/state.ts';
import type { JsonObject } from '../../../../engine/model/values/json.ts';
import { AppUnderTest, NOW } from '../app-under-test.ts';
import { chats, DAY, messenger, Office } from './messengers.ts';

/** A messenger in which phone numbers are the user ids. */
const phone = (): AppUnderTest<MessagingState> =>
  new AppUnderTest(messaging({ mode: 'PHONE_NUMBER', id_to_name: { '+44 1': 'Ada' } }));

describe('messaging()', () => {
  it('starts with the names of all users and adds the user to every conversation', () => {
    const { state } = chats();

    expect(state).toMatchObject({
      messages_view_limit: 10,
      conversation_view_limit: 5,
      mode: 'NAME',
      name_to_id: { 'Ada Lovelace': 'ada', 'Ben Adams': 'ben', 'Mary Somerville': 'mary', Me: 'me' },
      id_to_name: { ada: 'Ada Lovelace', ben: 'Ben Adams', mary: 'Mary Somerville', me: 'Me' },
      current_user_id: 'me',
      current_user_name: 'Me',
    });
    expect(state.conversations['walk']).toEqual({
      participant_ids: ['ben', 'ada', 'me'],
      messages: [{ sender_id: 'ben', message_id: 'walk-1', timestamp: NOW - 3 * DAY, content: 'Boots!' }],
      title: 'Sunday walk',
      conversation_id: 'walk',
      last_updated: NOW - 3 * DAY,
    });
    expect(state.conversations['ada']).toMatchObject({ title: 'Ada Lovelace', last_updated: NOW - DAY });
  });

  it('refuses two conversations with the same id', () => {
    const twin = { conversation_id: 'twin', participant_ids: [] };

    expect(() => messaging({ conversations: [twin, twin] })).toThrow('Two conversations have the id "twin".');
  });
});

describe('sending a message', () => {
  it('continues an existing conversation', () => {
    const app = chats();

    expect(app.ask('send_message', { user_id: 'ada', content: 'Soup' })).toBe('ada');

    expect(app.state.conversations['ada']?.messages.at(-1)).toEqual({
      sender_id: 'me',
      message_id: 'id-2',
      timestamp: NOW,
      content: 'Soup',
    });
    expect(app.state.conversations['ada']?.last_updated).toBe(NOW);
  });

  it('starts a new conversation when the existing one has a custom title', () => {
    const app = chats();
    app.ask('change_conversation_title', { conversation_id: 'ada', title: 'Countess' });

    expect(app.ask('send_message', { user_id: 'ada', content: 'Soup' })).toBe('id-1');

    expect(app.state.conversations['id-1']).toEqual({
      participant_ids: ['ada', 'me'],
      messages: [{ sender_id: 'me', message_id: 'id-2', timestamp: NOW, content: 'Soup' }],
      title: 'Ada Lovelace',
      conversation_id: 'id-1',
      last_updated: NOW,
    });
  });

  it('sends a message to a group conversation', () => {
    const app = chats();

    const answer = app.ask('send_message_to_group_conversation', {
      conversation_id: 'walk',
      content: 'Ready',
    });

    expect(answer).toBe('walk');
    expect(app.state.conversations['walk']?.messages.at(-1)).toMatchObject({
      sender_id: 'me',
      content: 'Ready',
    });
  });

  it('accepts any phone number and uses it in titles when it has no name', () => {
    const app = phone();
    const group = ['+44 1', '555'];

    const one = app.ask('send_message', { user_id: '555', content: 'Hi' }) as string;
    const two = app.ask('create_group_conversation', { user_ids: group }) as string;

    expect(app.state.conversations[one]?.title).toBe('555');
    expect(app.state.conversations[two]?.title).toBe('555, Ada');
    expect(app.refusal('send_message', { user_id: 'Ada' })).toBe('ValueError: "Ada" is not a phone number.');
  });

  it.each<[string, JsonObject, string]>([
    ['send_message', { user_id: 'eve' }, 'ValueError: There is no user "eve".'],
    [
      'send_message',
      { user_id: 'ada', attachment_path: 'plan.txt' },
      'ValueError: The attachment "plan.txt" needs an app that keeps files. This world has none.',
    ],
    [
      'send_message_to_group_conversation',
      { conversation_id: 'eve' },
      'ValueError: There is no conversation "eve".',
    ],
    [
      'send_message_to_group_conversation',
      { conversation_id: 'ada' },
      'ValueError: The conversation has 2 participants; a group has 3 or more.',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(chats().refusal(tool, args)).toBe(refusal);
  });

  it('refuses when the current user or the user’s name is missing', () => {
    const nobody = new AppUnderTest({
      ...messenger(),
      state: { ...messenger().state, current_user_id: null },
    });
    const nameless = new AppUnderTest({
      ...messenger(),
      state: { ...messenger().state, current_user_id: 'eve' },
    });

    expect(nobody.refusal('send_message', { user_id: 'ada' })).toBe(
      'AssertionError: The messenger has no user: current_user_id is null.',
    );
    expect(nameless.refusal('send_message', { user_id: 'ada' })).toBe(
      'AssertionError: The user "eve" has no name in id_to_name.',
    );
  });
});

describe('an attachment in MessagingAppV2', () => {
  it('is read from the file system', () => {
    const office = new Office(messenger());
    const plan = { user_id: 'ada', content: 'Here', attachment_path: 'Documents/plan.txt' };

    expect(office.call('send_message', plan)).toEqual({ status: 'done', value: 'ada' });

    expect(office.messages('ada')).toMatchObject([
      {},
      {},
      {},
      { sender_id: 'me', content: 'Here', attachment: 'c291cA==', attachment_name: 'plan.txt' },
    ]);
  });

  it('is saved to a folder', () => {
    const office = new Office(messenger());
    const menu = { conversation_id: 'ada', message_id: 'ada-3' };

    expect(office.call('download_attachment', menu)).toEqual({ status: 'done', value: 'Downloads/menu.txt' });

    expect(office.content('Downloads/menu.txt')).toBe('c291cA==');
  });

  it.each([
    ['send_message', { user_id: 'ada', attachment_path: 'nowhere.txt' }, 'ValueError'],
    ['download_attachment', { conversation_id: 'eve', message_id: 'ada-3' }, 'Exception'],
    ['download_attachment', { conversation_id: 'ada', message_id: 'eve' }, 'Exception'],
    ['download_attachment', { conversation_id: 'ada', message_id: 'ada-1' }, 'Exception'],
  ])('%s refuses %j', (tool, args, type) => {
    expect(new Office(messenger()).call(tool, args)).toMatchObject({ status: 'failed', error: { type } });
  });
});

describe('adding messages of other people', () => {
  it('adds a message at the current time', () => {
    const app = chats();
    const message = { conversation_id: 'ada', sender_id: 'ada', content: 'Soup!' };

    expect(app.ask('create_and_add_message', message)).toBeNull();

    expect(app.state.conversations['ada']?.messages.at(-1)).toEqual({
      sender_id: 'ada',
      message_id: 'id-1',
      timestamp: NOW,
      content: 'Soup!',
    });
  });

  it('accepts a given time and never moves the time of the conversation back', () => {
    const app = chats();
    const message = { conversation_id: 'ada', sender_id: 'me', content: 'Soup!' };

    app.ask('add_message', { ...message, timestamp: NOW - 5 * DAY });
    expect(app.state.conversations['ada']?.last_updated).toBe(NOW - DAY);
    app.ask('add_message', message);
    expect(app.state.conversations['ada']?.last_updated).toBe(NOW);
  });

  it('adds a complete conversation', () => {
    const app = chats();
    const whole = { conversation_id: 'new', participant_ids: ['mary'], title: 'Stars' };

    expect(app.ask('add_conversation', { conversation: whole })).toBeNull();
    app.ask('add_conversation', { conversation: { participant_ids: ['mary'] } });

    expect(app.state.conversations['new']).toEqual({ ...whole, messages: [], last_updated: 0 });
    expect(app.state.conversations['id-2']?.title).toBe('mary');
  });

  it.each([
    [
      'create_and_add_message',
      { conversation_id: 'eve', sender_id: 'ada', content: '' },
      'Exception: There is no conversation "eve".',
    ],
    [
      'create_and_add_message',
      { conversation_id: 'ada', sender_id: 'ben', content: '' },
      'Exception: sender_id must be one of ada, me, not "ben".',
    ],
    [
      'add_message',
      { conversation_id: 'ada', sender_id: 'ben', content: '' },
      'Exception: sender_id must be one of ada, me, not "ben".',
    ],
    ['add_conversation', { conversation: {} }, /^AssertionError: conversation\.participant_ids: /],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(chats().refusal(tool, args)).toMatch(refusal);
  });
});

describe('a group conversation', () => {
  it('is titled with a given title or with the names of its participants', () => {
    const app = chats();

    expect(app.ask('create_group_conversation', { user_ids: ['mary', 'ada'] })).toBe('id-1');
    app.ask('create_group_conversation', { user_ids: ['mary', 'ada'], title: 'Stars' });

    expect(app.state.conversations['id-1']).toEqual({
      participant_ids: ['mary', 'ada', 'me'],
      messages: [],
      title: 'Ada Lovelace, Mary Somerville',
      conversation_id: 'id-1',
      last_updated: NOW,
    });
    expect(app.state.conversations['id-2']?.title).toBe('Stars');
  });

  it('updates a title that lists the participants', () => {
    const app = chats();

    const added = app.ask('add_participant_to_conversation', { conversation_id: 'ada', user_id: 'ben' });
    expect(added).toBe('ada');
    expect(app.state.conversations['ada']?.title).toBe('Ada Lovelace, Ben Adams');

    const removed = app.ask('remove_participant_from_conversation', {
      conversation_id: 'ada',
      user_id: 'ada',
    });
    expect(removed).toBe('ada');
    expect(app.state.conversations['ada']).toMatchObject({
      title: 'Ben Adams',
      participant_ids: ['me', 'ben'],
    });
  });

  it('keeps a custom title', () => {
    const app = chats();

    app.ask('add_participant_to_conversation', { conversation_id: 'walk', user_id: 'mary' });
    expect(app.state.conversations['walk']?.title).toBe('Sunday walk');
    expect(app.ask('change_conversation_title', { conversation_id: 'walk', title: 'Hike' })).toBe('walk');
    expect(app.state.conversations['walk']?.title).toBe('Hike');
  });

  const walk = { conversation_id: 'walk' };
  const nowhere = 'Exception: There is no conversation "eve".';

  it.each<[string, JsonObject, string]>([
    [
      'create_group_conversation',
      { user_ids: ['ada'] },
      'Exception: user_ids must name 2 or more users, not 1.',
    ],
    ['create_group_conversation', { user_ids: ['ada', 'eve'] }, 'ValueError: There is no user "eve".'],
    [
      'add_participant_to_conversation',
      { ...walk, user_id: 'ada' },
      'Exception: "ada" is in the conversation already.',
    ],
    ['add_participant_to_conversation', { conversation_id: 'eve', user_id: 'ada' }, nowhere],
    [
      'remove_participant_from_conversation',
      { ...walk, user_id: 'mary' },
      'Exception: "mary" is not in the conversation.',
    ],
    ['remove_participant_from_conversation', { conversation_id: 'eve', user_id: 'ada' }, nowhere],
    ['change_conversation_title', { conversation_id: 'eve', title: '' }, nowhere],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(chats().refusal(tool, args)).toBe(refusal);
  });
});
