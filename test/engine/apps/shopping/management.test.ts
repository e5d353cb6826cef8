import { describe, expect, it } from 'vitest';
import { NOW } from '../app-under-test.ts';
import { shop } from './shop.ts';

describe('changing the shop', () => {
  it('changes the status of an order, by default to shipped', () => {
    const app = shop();

    expect(app.ask('update_order_status', { order_id: 'old' })).toBeNull();
    expect(app.state.orders['old']?.order_status).toBe('shipped');
    app.ask('update_order_status', { order_id: 'old', status: 'delivered' });
    expect(app.state.orders['old']?.order_status).toBe('delivered');
  });

  it('adds products and variants', () => {
    const app = shop();

    const product_id = app.ask('add_product', { name: 'Saucer' });
    const plain = app.ask('add_item_to_product', { product_id, price: 3 });
    const gilded = app.ask('add_item_to_product', {
      product_id,
      price: 7.5,
      options: { rim: 'gold' },
      available: false,
    });

    expect([product_id, plain, gilded]).toEqual(['id-1', 'id-2', 'id-3']);
    expect(app.state.products['id-1']).toEqual({
      name: 'Saucer',
      product_id: 'id-1',
      variants: {
        'id-2': { price: 3, available: true, item_id: 'id-2', options: {} },
        'id-3': { price: 7.5, available: false, item_id: 'id-3', options: { rim: 'gold' } },
      },
    });
  });

  it('changes the price or the availability of an item', () => {
    const app = shop();

    expect(app.ask('update_item', { item_id: 'red', new_price: 0 })).toBe('red');
    expect(app.state.products['mug']?.variants['red']).toMatchObject({ price: 0, available: false });
    app.ask('update_item', { item_id: 'red', new_availability: true });
    expect(app.state.products['mug']?.variants['red']).toMatchObject({ price: 0, available: true });
  });

  it('adds discount codes to the existing ones', () => {
    const app = shop();

    expect(app.ask('add_discount_code', { item_id: 'blue', discount_code: { TEA: 5, NEW: 2.5 } })).toBe(
      'Successfully added the discount code',
    );
    app.ask('add_discount_code', { item_id: 'red', discount_code: { NEW: 1 } });

    expect(app.state.discount_codes).toEqual({
      blue: { SPRING: 25, TEA: 5, NEW: 2.5 },
      'teapot-1': { TEA: 50 },
      red: { NEW: 1 },
    });
  });

  const order = {
    order_id: 'older',
    order_status: 'delivered',
    order_date: NOW + 0.25,
    order_total: 15,
    item_id: 'blue',
    quantity: 2,
  };

  it('adds a past order', () => {
    const app = shop();

    expect(app.ask('add_order', order)).toBe('older');

    expect(app.state.orders['older']).toEqual({
      order_status: 'delivered',
      order_date: '2026-01-05T09:00:00.250000+00:00',
      order_total: 15,
      order_id: 'older',
      order_items: {
        blue: { item_id: 'blue', quantity: 2, price: 8, available: true, options: { colour: 'blue' } },
      },
    });
  });

  const statuses = 'processed, shipped, delivered, cancelled';

  it.each([
    ['update_order_status', { order_id: 'new' }, 'ValueError: There is no order "new".'],
    [
      'update_order_status',
      { order_id: 'old', status: 'Shipped' },
      `ValueError: status must be one of ${statuses}, not "Shipped".`,
    ],
    ['add_product', { name: null }, 'TypeError: add_product: name must be str, not null.'],
    ['add_item_to_product', { product_id: 'pan', price: 3 }, 'ValueError: There is no product "pan".'],
    ['update_item', { item_id: 'blue' }, 'ValueError: new_price or new_availability is needed.'],
    ['update_item', { item_id: 'pan', new_price: 1 }, 'ValueError: There is no item "pan".'],
    ['add_discount_code', { item_id: 'pan', discount_code: {} }, 'ValueError: There is no item "pan".'],
    [
      'add_discount_code',
      { item_id: 'blue', discount_code: { TEA: '5' } },
      'TypeError: add_discount_code: discount_code must be dict[str, float], not {"TEA":"5"}.',
    ],
    ['add_order', { ...order, item_id: 'pan' }, 'ValueError: There is no item "pan".'],
    ['add_order', { ...order, order_id: 'old' }, 'ValueError: There is already an order "old".'],
    [
      'add_order',
      { ...order, order_status: 'lost' },
      `ValueError: order_status must be one of ${statuses}, not "lost".`,
    ],
    [
      'add_order',
      { ...order, order_date: 1e20 },
      'ValueError: A date 100000000000000000000 seconds from 1970 is not in the years 1 to 9999.',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(shop().refusal(tool, args)).toBe(refusal);
  });
});
