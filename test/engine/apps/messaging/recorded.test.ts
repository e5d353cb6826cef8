import { describe, expect, it } from 'vitest';
import { fromRecorded } from '../../../../engine/apps/catalogue.ts';
import type { Json } from '../../../../engine/model/values/json.ts';

const talk = { title: 'Lunch', conversation_id: 'lunch', last_updated: 9 };
const message = { message_id: 'm', timestamp: 7, content: 'Soup?' };
const withFile = { ...message, attachment: 'c291cA==', attachment_name: 'menu.txt' };

const limits = { messages_view_limit: 3, conversation_view_limit: 2 };

const people = {
  mode: 'PHONE_NUMBER',
  name_to_id: { Ada: '1', Me: '2' },
  id_to_name: { '1': 'Ada', '2': 'Me' },
  current_user_id: '2',
  current_user_name: 'Me',
};

describe('a recorded messenger', () => {
  it('is restored exactly, for MessagingAppV2', () => {
    const spoken = [message, withFile];
    const state: Json = {
      conversations: {
        lunch: {
          participant_ids: ['1', '2'],
          messages: spoken.map((one) => ({ sender_id: '1', ...one })),
          ...talk,
        },
      },
      ...limits,
      ...people,
    };

    expect(JSON.stringify(fromRecorded('Chats', state)?.state)).toBe(JSON.stringify(state));
  });

  it('is restored exactly, for MessagingApp', () => {
    const spoken = [message, withFile];
    const state: Json = {
      conversations: {
        lunch: {
          participants: ['Ada', 'Me'],
          messages: spoken.map((one) => ({ sender: 'Ada', ...one })),
          ...talk,
        },
      },
      ...limits,
    };

    expect(JSON.stringify(fromRecorded('MessagingApp', state)?.state)).toBe(JSON.stringify(state));
  });

  it('fills in missing fields', () => {
    const messages = [{ sender_id: '1', timestamp: 7, message_id: null, attachment: null }];
    const conversations = { lunch: { participant_ids: ['1', '1'], messages } };

    expect(fromRecorded('MessagingAppV2', { conversations })?.state).toEqual({
      conversations: {
        lunch: {
          participant_ids: ['1'],
          messages: [
            {
              sender_id: '1',
              message_id: 'lunch-1',
              timestamp: 7,
              content: '',
              attachment: null,
              attachment_name: null,
            },
          ],
          title: null,
          conversation_id: 'lunch',
          last_updated: 7,
        },
      },
      messages_view_limit: 10,
      conversation_view_limit: 5,
      mode: 'NAME',
      name_to_id: {},
      id_to_name: {},
      current_user_id: null,
      current_user_name: null,
    });
  });

  it('keeps an empty title', () => {
    const conversations = { lunch: { participants: ['Ada', 'Me'], title: '' } };

    expect(fromRecorded('MessagingApp', { conversations })?.state).toMatchObject({
      conversations: { lunch: { title: '' } },
    });
  });

  it.each<[string, Json, string]>([
    [
      'MessagingAppV2',
      { conversations: { x: { participant_ids: [1] } } },
      '.conversations.x.participant_ids[0]: 1 is not a text.',
    ],
    ['MessagingAppV2', { conversations: {}, mode: 'EMAIL' }, '.mode: "EMAIL" is not '],
    [
      'MessagingApp',
      { conversations: { x: { participants: [], messages: [{ sender: 'Ada', timestamp: 'noon' }] } } },
      '.conversations.x.messages[0].timestamp: "noon" is not a number.',
    ],
  ])('is refused when it is not a valid state of %s: %j', (className, state, place) => {
    expect(() => fromRecorded(className, state)).toThrow(className + place);
  });
});
