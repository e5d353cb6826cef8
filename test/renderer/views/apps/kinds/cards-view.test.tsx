// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../../engine/model/log-entry.ts';
import { appName } from '../../../../../engine/model/values/ids.ts';
import type { Json } from '../../../../../engine/model/values/json.ts';
import { changedPaths } from '../../../../../renderer/ui/json/changed.tsx';
import { StateView } from '../../../../../renderer/views/apps/state-view.tsx';
import { giveRoom } from '../../../give-room.ts';
import { kitchenAnswers } from '../../../kitchen.ts';
import { openPage, type Page } from '../../../open-page.tsx';
import { flats, shop } from '../shelves.ts';

const set = (...path: string[]): Change => ({ op: 'set', app: appName('app'), path, value: null });

const open = (className: string, state: Json, ...changes: Change[]): Promise<Page> =>
  openPage(
    <StateView
      className={className}
      state={state}
      changed={changedPaths(changes, appName('app'))}
      raw={false}
    />,
    kitchenAnswers(),
  );

const shelfOf = (page: Page): string =>
  page.find('.cards-view-module__shelves [aria-current=true]').textContent;

describe('an app shown as cards', () => {
  giveRoom();

  it('shows the first card of the first shelf when nothing changed', async () => {
    using page = await open('Shopping', shop);

    expect(shelfOf(page)).toBe('Catalogue 2');
    expect(page.find('article').getAttribute('aria-label')).toBe('Mug');
    expect(page.text()).not.toContain('changed');
  });

  it('shows the changed card with the changed fact marked', async () => {
    using page = await open('Shopping', shop, set('orders', 'old', 'order_status'));

    expect(shelfOf(page)).toBe('Orders 2');
    expect(page.find('.card-list-module__row.changed-module__changed').textContent).toContain(
      '2026-01-05 09:00:00',
    );
    expect(page.find('article .changed-module__changed').textContent).toBe('Statusshippedchanged');
  });

  it('shows the shelf that a card was removed from', async () => {
    using page = await open('Shopping', { ...shop, cart: {} }, set('cart'));

    expect(shelfOf(page)).toBe('Cart 0');
    expect(page.text()).toContain('Total 0.00');
    expect(page.text()).toContain('Cart is empty');
  });

  it('shows the shelf and the card that a person selects', async () => {
    using page = await open('RentAFlat', flats, set('apartments', 'room', 'price'));

    await page.click('Saved 1');
    expect(page.find('article').getAttribute('aria-label')).toBe('Loft');
    await page.click('All flats 2');

    expect(page.find('.card-list-module__row[aria-current=true]').textContent).toContain('room');
  });

  it('shows the first rows of the next card after more rows were shown of another', async () => {
    const variants = Object.fromEntries(Array.from({ length: 300 }, (_item, at) => [`item-${at}`, {}]));
    const product = (name: string): Json => ({ name, product_id: name, variants });
    using page = await open('Shopping', {
      ...shop,
      products: { mug: product('Mug'), tray: product('Tray') },
    });
    const parts = (): number => document.querySelectorAll('.cards-view-module__parts tbody tr').length;

    await page.click('Show more (100 left)');
    expect(parts()).toBe(300);
    await page.after(() => {
      document.querySelectorAll<HTMLElement>('.card-list-module__row')[1]!.click();
    });

    expect(page.find('article').getAttribute('aria-label')).toBe('Tray');
    expect(parts()).toBe(200);
  });

  it('draws fewer than 40 rows of ten thousand', async () => {
    const apartments = Object.fromEntries(
      Array.from({ length: 10_000 }, (_flat, at) => [`flat-${at}`, { name: `Flat ${at}` }]),
    );
    using page = await open('RentAFlat', { apartments }, set('apartments', 'flat-3'));

    expect(shelfOf(page)).toBe('All flats 10,000');
    expect(page.text()).toContain('Flat 3');
    expect(document.querySelectorAll('.card-list-module__row').length).toBeLessThan(40);
  });

  it('falls back to a tree for an invalid state', async () => {
    using page = await open('CabApp', { ride_history: 'none' });

    expect(page.text()).toContain('ride_history "none"');
  });
});
