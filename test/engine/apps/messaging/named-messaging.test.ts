import { describe, expect, it } from 'vitest';
import { namedMessaging } from '../../../../engine/apps/messaging/named-messaging.ts';
import type { JsonObject } from '../../../../engine/model/values/json.ts';
import { AppUnderTest, NOW } from '../app-under-test.ts';
import { DAY, namedChats, namedMessenger, Office } from './messengers.ts';

describe('namedMessaging()', () => {
  it('titles a conversation with the names of its participants', () => {
    expect(namedChats().state.conversations['ada']).toMatchObject({
      title: 'Ada, Me',
      last_updated: NOW - DAY,
    });
  });

  it('refuses two conversations with the same id', () => {
    const twin = { conversation_id: 'twin', participants: [] };

    expect(() => namedMessaging({ conversations: [twin, twin] })).toThrow(
      'Two conversations have the id "twin".',
    );
  });

  it('creates conversations between the user and several people', () => {
    const app = new AppUnderTest(namedMessaging());
    const people = { participants: ['Ada', 'Ben', 'Ada'] };

    expect(app.ask('create_conversation', people)).toBe('id-1');
    app.ask('create_conversation', { ...people, title: 'Walk' });

    expect(app.state.conversations['id-1']).toEqual({
      participants: ['Ada', 'Ben', 'Me'],
      messages: [],
      title: 'Ada, Ben, Me',
      conversation_id: 'id-1',
      last_updated: NOW,
    });
    expect(app.state.conversations['id-2']?.title).toBe('Walk');
  });

  it('sends a message of the user', () => {
    const app = namedChats();

    expect(app.ask('send_message', { conversation_id: 'ada', content: 'Soup' })).toBe('id-1');

    expect(app.state.conversations['ada']?.messages.at(-1)).toEqual({
      sender: 'Me',
      message_id: 'id-1',
      timestamp: NOW,
      content: 'Soup',
    });
    expect(app.state.conversations['ada']?.last_updated).toBe(NOW);
  });

  it('adds a message of a participant, now or at a given time', () => {
    const app = namedChats();
    const message = { conversation_id: 'walk', sender: 'Ben', content: 'Rain' };

    expect(app.ask('create_and_add_message', message)).toBe('walk');
    expect(app.ask('add_message', { ...message, timestamp: NOW + 0.5 })).toBeNull();
    expect(app.ask('add_message', message)).toBeNull();
    expect(app.ask('add_message_with_time', { ...message, message_time: '2026-01-05 08:00:00' })).toBe(
      'walk',
    );
    expect(app.ask('add_message_with_time', message)).toBe('walk');

    expect(app.state.conversations['walk']).toMatchObject({
      messages: [
        {},
        { sender: 'Ben', message_id: 'id-2', timestamp: NOW, content: 'Rain' },
        { timestamp: NOW + 0.5 },
        { timestamp: NOW },
        { timestamp: NOW - 3600 },
        { timestamp: NOW },
      ],
      last_updated: NOW + 0.5,
    });
  });

  it('adds and removes participants', () => {
    const app = namedChats();

    expect(app.ask('add_participant_to_conversation', { conversation_id: 'ada', participant: 'Ben' })).toBe(
      'ada',
    );
    expect(
      app.ask('remove_participant_from_conversation', { conversation_id: 'ada', participant: 'Ada' }),
    ).toBe('ada');

    expect(app.state.conversations['ada']).toMatchObject({ participants: ['Me', 'Ben'], title: 'Ada, Me' });
  });

  it('adds a complete conversation', () => {
    const app = namedChats();

    expect(app.ask('add_conversation', { conversation: { participants: ['Ada', 'Me'] } })).toBeNull();

    expect(app.state.conversations['id-1']).toEqual({
      participants: ['Ada', 'Me'],
      messages: [],
      title: 'Ada, Me',
      conversation_id: 'id-1',
      last_updated: 0,
    });
  });

  const nowhere = 'Exception: There is no conversation "eve".';
  const stranger = 'Exception: sender must be one of Ada, Me, not "Eve".';
  const spoken = { conversation_id: 'ada', sender: 'Ada', content: '' };

  it.each<[string, JsonObject, string | RegExp]>([
    ['create_conversation', { participants: [] }, 'Exception: participants must name at least one person.'],
    ['send_message', { conversation_id: 'eve' }, nowhere],
    ['send_attachment', { conversation_id: 'eve', filepath: 'x' }, nowhere],
    ['download_attachment', { conversation_id: 'eve', message_id: 'x' }, nowhere],
    ['create_and_add_message', { ...spoken, conversation_id: 'eve' }, nowhere],
    ['create_and_add_message', { ...spoken, sender: 'Eve' }, stranger],
    ['add_message', { ...spoken, sender: 'Eve' }, stranger],
    [
      'add_message_with_time',
      { ...spoken, message_time: 'noon' },
      /^ValueError: message_time must be a date .*, not "noon"/,
    ],
    [
      'add_participant_to_conversation',
      { conversation_id: 'ada', participant: 'Ada' },
      'Exception: "Ada" is in the conversation already.',
    ],
    [
      'remove_participant_from_conversation',
      { conversation_id: 'ada', participant: 'Eve' },
      'Exception: "Eve" is not in the conversation.',
    ],
    [
      'add_conversation',
      { conversation: { participants: 'Ada' } },
      /^AssertionError: conversation\.participants: /,
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(namedChats().refusal(tool, args)).toMatch(refusal);
  });
});

describe('an attachment in MessagingApp', () => {
  it('is read from the file system', () => {
    const office = new Office(namedMessenger());
    const plan = { conversation_id: 'walk', filepath: 'Documents/plan.txt' };

    expect(office.call('send_attachment', plan)).toMatchObject({ status: 'done' });

    expect(office.messages('walk')).toMatchObject([
      {},
      { sender: 'Me', content: '', attachment: 'c291cA==', attachment_name: 'plan.txt' },
    ]);
  });

  it('is saved to a folder', () => {
    const office = new Office(namedMessenger());
    const menu = { conversation_id: 'ada', message_id: 'ada-3', download_path: 'Menus' };

    expect(office.call('download_attachment', menu)).toEqual({ status: 'done', value: 'Menus/menu.txt' });

    expect(office.content('Menus/menu.txt')).toBe('c291cA==');
  });

  it('is refused when the file is missing', () => {
    expect(
      new Office(namedMessenger()).call('send_attachment', { conversation_id: 'ada', filepath: 'no.txt' }),
    ).toEqual({ status: 'failed', error: { type: 'Exception', message: 'There is nothing at "/no.txt".' } });
  });
});
