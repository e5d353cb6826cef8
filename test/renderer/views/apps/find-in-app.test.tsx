// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../engine/model/values/json.ts';
import { NOTHING_CHANGED } from '../../../../renderer/ui/json/changed.tsx';
import { searchWords } from '../../../../renderer/ui/json/find.ts';
import { StateView } from '../../../../renderer/views/apps/state-view.tsx';
import { giveRoom } from '../../give-room.ts';
import { kitchenAnswers } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { messenger } from './messengers.ts';
import { shop } from './shelves.ts';

const find = (className: string, state: Json, typed: string, raw = false): Promise<Page> =>
  openPage(
    <StateView {...{ className, state, raw }} changed={NOTHING_CHANGED} words={searchWords(typed)} />,
    kitchenAnswers(),
  );

const calendar: Json = {
  events: {
    lunch: { title: 'Lunch', start_datetime: 1_767_603_600, attendees: ['Ada'] },
    walk: { title: 'Walk', start_datetime: 1_767_690_000, attendees: ['Ben'] },
  },
};

const chat: Json = {
  messages: [
    { sender: 'User', content: 'Book a table', timestamp: 1 },
    { sender: 'Agent', content: 'Done', timestamp: 2 },
  ],
};

const files: Json = {
  files: {
    name: '',
    type: 'directory',
    children: [
      { name: 'soup.png', type: 'file', base64: 'iVBORw0KGgo=' },
      {
        name: 'Notes',
        type: 'directory',
        children: [{ name: 'plan.txt', type: 'file', text: 'Fish at noon' }],
      },
    ],
  },
};

describe('a search in an app', () => {
  giveRoom();

  it('shows only the cards with all words, and their shelves', async () => {
    using page = await find('ShoppingApp', shop, 'BLUE mug');

    expect(page.text()).toContain('Catalogue 1');
    expect(page.text()).toContain('Cart 1');
    expect(page.text()).not.toContain('Tray');
    expect(page.text()).not.toContain('Total');
  });

  it('shows only the conversation with the words, and the messages in it that have them', async () => {
    using page = await find('MessagingAppV2', messenger, 'gladly');

    expect(page.text()).not.toContain('Sunday walk');
    expect(page.find('.bubbles-module__bubble').textContent).toContain('Gladly');
  });

  it('shows all messages of a conversation that is found by its people', async () => {
    using page = await find('MessagingAppV2', messenger, 'mary soup gladly');

    expect(page.text()).toContain('Soup?');
    expect(page.text()).toContain('The menu');
  });

  it('shows only the appointments with the words', async () => {
    using page = await find('CalendarV2', calendar, 'ada');

    expect(page.text()).toContain('Lunch');
    expect(page.text()).not.toContain('Walk');
  });

  it('shows only the messages of a chat with the words', async () => {
    using page = await find('AgentUserInterface', chat, 'table');

    expect(page.find('.bubbles-module__bubble').textContent).toContain('Book a table');
  });

  it('shows a file with its folder, by its name and by its text', async () => {
    using byText = await find('Files', files, 'noon');
    expect(byText.text()).toMatch(/^Notes1plan\.txt/);
    expect(byText.text()).toContain('Fish at noon');

    using byName = await find('Files', files, 'soup');
    expect(byName.text()).not.toContain('plan.txt');
  });

  it('opens a tree where the words are, in names and values', async () => {
    const state: Json = { orders: [{ dish: 'soup' }, { dish: 'fish', for: 'Ada' }], till: { open: true } };
    using byValue = await find('CabApp', state, 'ada', true);
    expect(byValue.text()).toBe('orders [ 2 ]1 { 2 }for "Ada"');

    using byName = await find('CabApp', state, 'till', true);
    expect(byName.text()).toBe('till { 1 }');
  });

  it('shows all of an item that has the words in several values', async () => {
    using page = await find(
      'CabApp',
      { orders: [{ dish: 'soup' }, { dish: 'fish', for: 'Ada' }] },
      'ada fish',
      true,
    );

    expect(page.text()).toBe('orders [ 2 ]1 { 2 }dish "fish"for "Ada"');
  });

  it.each([
    ['ShoppingApp', shop],
    ['MessagingAppV2', messenger],
    ['CalendarV2', calendar],
    ['AgentUserInterface', chat],
    ['Files', files],
    ['OwnApp', { orders: 3 }],
  ])('says when nothing in %s matches', async (className, state) => {
    using page = await find(className, state, 'umbrella');

    expect(page.text()).toBe('No matches');
  });
});
