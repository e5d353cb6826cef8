import { describe, expect, it } from 'vitest';
import { shop } from './shop.ts';

describe('the shopping cart', () => {
  it('keeps the price of an item from when it was first added', () => {
    const app = shop();

    expect(app.ask('add_to_cart', { item_id: 'teapot-1' })).toBe('teapot-1');
    app.ask('update_item', { item_id: 'teapot-1', new_price: 99 });
    app.ask('add_to_cart', { item_id: 'teapot-1', quantity: 2 });

    expect(app.state.cart['teapot-1']).toEqual({
      item_id: 'teapot-1',
      quantity: 3,
      price: 30,
      available: true,
      options: {},
    });
  });

  it('removes a quantity of an item, and the item when none is left', () => {
    const app = shop();

    expect(app.ask('remove_from_cart', { item_id: 'blue' })).toBe('blue');
    expect(app.state.cart['blue']?.quantity).toBe(1);
    app.ask('remove_from_cart', { item_id: 'blue', quantity: 1 });
    expect(app.state.cart).toEqual({});
  });

  it.each([
    ['add_to_cart', { item_id: 'blue', quantity: 0 }, 'quantity must be 1 or more, not 0.'],
    ['add_to_cart', { item_id: 'mug' }, 'There is no item "mug".'],
    ['add_to_cart', { item_id: 'red' }, 'Item "red" is not available.'],
    ['remove_from_cart', { item_id: 'blue', quantity: -1 }, 'quantity must be 0 or more, not -1.'],
    ['remove_from_cart', { item_id: 'red' }, 'There is no item "red" in the cart.'],
    [
      'remove_from_cart',
      { item_id: 'blue', quantity: 3 },
      'The cart has 2 of item "blue"; 3 cannot be removed.',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(shop().refusal(tool, args)).toBe(`ValueError: ${refusal}`);
  });
});

describe('checkout', () => {
  it('turns the cart into an order and empties the cart', () => {
    const app = shop();
    const { cart } = structuredClone(app.state);

    expect(app.ask('checkout')).toBe('id-1');

    expect(app.state.cart).toEqual({});
    expect(app.state.orders['id-1']).toEqual({
      order_status: 'processed',
      order_date: '2026-01-05T09:00:00+00:00',
      order_total: 16,
      order_id: 'id-1',
      order_items: cart,
    });
  });

  it('applies the discount of each item', () => {
    const app = shop();
    app.ask('add_to_cart', { item_id: 'teapot-1' });

    const order = app.ask('checkout', { discount_code: 'TEA' }) as string;

    expect(app.state.orders[order]?.order_total).toBeCloseTo(2 * 8 * 0.9 + 30 * 0.5);
  });

  it('ignores an empty discount code', () => {
    const app = shop();

    const order = app.ask('checkout', { discount_code: '' }) as string;

    expect(app.state.orders[order]?.order_total).toBe(16);
  });

  it('refuses a discount code that does not apply to every item', () => {
    const app = shop();
    app.ask('add_to_cart', { item_id: 'teapot-1' });

    expect(app.refusal('checkout', { discount_code: 'SPRING' })).toBe(
      'ValueError: The discount code "SPRING" does not apply to item "teapot-1".',
    );
  });

  it('refuses an empty cart', () => {
    const app = shop();
    app.ask('checkout');

    expect(app.refusal('checkout')).toBe('Exception: The cart is empty.');
  });
});

describe('cancel_order', () => {
  it.each(['processed', 'shipped'])('cancels an order that is %s', (status) => {
    const app = shop();
    app.ask('update_order_status', { order_id: 'old', status });

    expect(app.ask('cancel_order', { order_id: 'old' })).toBe('old');

    expect(app.state.orders['old']?.order_status).toBe('cancelled');
  });

  it.each(['delivered', 'cancelled'])('refuses an order that is %s', (status) => {
    const app = shop();
    app.ask('update_order_status', { order_id: 'old', status });

    expect(app.refusal('cancel_order', { order_id: 'old' })).toBe(
      `ValueError: The order is ${status}. Only an order that is processed or shipped can be cancelled.`,
    );
  });

  it('refuses an unknown order', () => {
    expect(shop().refusal('cancel_order', { order_id: 'new' })).toBe('ValueError: There is no order "new".');
  });
});
