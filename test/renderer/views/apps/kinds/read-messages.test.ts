import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../engine/model/values/json.ts';
import { readContacts } from '../../../../../renderer/views/apps/kinds/contacts.ts';
import { type Conversation, readMessages } from '../../../../../renderer/views/apps/kinds/messages.tsx';
import { addressBook, messenger, namedMessenger } from '../messengers.ts';

const spokenIn = (conversation: Conversation | undefined): string[] =>
  (conversation?.messages() ?? []).map(({ sender, byUser, content, attachments }) =>
    [byUser ? `${sender} (user)` : sender, content, ...attachments].join(' | '),
  );

describe('readMessages()', () => {
  it('returns the conversations with the latest first', () => {
    const read = readMessages(messenger)?.map(({ key, title, aside, under, people }) => ({
      key,
      title,
      aside,
      under,
      people,
    }));

    expect(read).toEqual([
      { key: 'lunch', title: 'Ada, Mary', aside: '3', under: 'Ada: The menu', people: ['Ada', 'Mary'] },
      { key: 'walk', title: 'Sunday walk', aside: '0', under: '', people: ['ben', 'Ada', 'Mary'] },
    ]);
  });

  it('returns messages with their sender and attachment', () => {
    expect(spokenIn(readMessages(messenger)?.[0])).toEqual([
      'Ada | Soup?',
      'Mary (user) | Gladly',
      'Ada | The menu | menu.txt',
    ]);
  });

  it('reads conversations with participants by name, the oldest message first', () => {
    const [lunch] = readMessages(namedMessenger) ?? [];

    expect(lunch).toMatchObject({ title: 'Lunch', people: ['Ada', 'Me'] });
    expect(spokenIn(lunch)).toEqual(['Ada | Soup?', 'Me (user) | Gladly']);
    expect(lunch?.messages()[0]?.path).toEqual(['conversations', 'lunch', 'messages', 1]);
  });

  it.each<Json>([null, {}, { conversations: 3 }, { conversations: { lunch: {} } }])(
    'returns undefined for the invalid state %j',
    (state) => {
      expect(readMessages(state)).toBeUndefined();
    },
  );
});

describe('readContacts()', () => {
  it('returns a card for each contact', () => {
    const [shelf] = readContacts(addressBook) ?? [];

    expect(shelf?.name).toBe('Contacts');
    expect(
      shelf?.cards.map(({ title, aside = '', under = '', tag = '' }) =>
        [title, aside, under, tag].join(' | '),
      ),
    ).toEqual(['Ada Lovelace | 36 | Mathematician · London | ', 'Mary |  |  | user', 'nobody |  |  | ']);
  });

  it('returns the known facts of a contact', () => {
    const facts = readContacts(addressBook)?.[0]?.cards[0]?.open().facts ?? [];

    expect(facts.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'Phone: +44 1',
      'City: London',
      'Age: 36',
      'Job: Mathematician',
      'Id: ada',
    ]);
  });

  it('returns undefined for an invalid state', () => {
    expect(readContacts({ contacts: { ada: 'Ada' } })).toBeUndefined();
    expect(readContacts([])).toBeUndefined();
  });
});
