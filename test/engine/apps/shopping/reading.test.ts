import { describe, expect, it } from 'vitest';
import { shopping } from '../../../../engine/apps/shopping/shopping.ts';
import { AppUnderTest } from '../app-under-test.ts';
import { shop } from './shop.ts';

describe('shopping()', () => {
  it('fills in the missing fields of its products, cart and orders', () => {
    const { state } = new AppUnderTest(
      shopping({
        products: [{ name: 'Mug', variants: [{ price: 8 }] }],
        cart: [{ item_id: 'product-1-1' }],
        orders: [{ order_items: [{ item_id: 'product-1-1', quantity: 3 }] }],
      }),
    );

    const line = { item_id: 'product-1-1', price: 8, available: true, options: {} };
    expect(state).toEqual({
      products: {
        'product-1': {
          name: 'Mug',
          product_id: 'product-1',
          variants: { 'product-1-1': { price: 8, available: true, item_id: 'product-1-1', options: {} } },
        },
      },
      cart: { 'product-1-1': { ...line, quantity: 1 } },
      discount_codes: {},
      orders: {
        'order-1': {
          order_status: 'processed',
          order_date: '1970-01-01T00:00:00+00:00',
          order_total: 24,
          order_id: 'order-1',
          order_items: { 'product-1-1': { ...line, quantity: 3 } },
        },
      },
    });
  });

  it.each([
    [
      {
        products: [
          { product_id: 'x', name: 'A' },
          { product_id: 'x', name: 'B' },
        ],
      },
      'Two products have the id "x".',
    ],
    [
      {
        products: [
          { name: 'A', variants: [{ item_id: 'x', price: 1 }] },
          { name: 'B', variants: [{ item_id: 'x', price: 1 }] },
        ],
      },
      'Two items have the id "x".',
    ],
    [{ cart: [{ item_id: 'x' }] }, 'There is no item "x".'],
    [{ discount_codes: { x: { SPRING: 10 } } }, 'There is no item "x".'],
    [{ orders: [{ order_items: [{ item_id: 'x' }] }] }, 'There is no item "x".'],
  ])('refuses invalid options: %j', (stock, refusal) => {
    expect(() => shopping(stock)).toThrow(refusal);
  });
});

describe('products and discounts', () => {
  it('lists products by name in pages', () => {
    expect(shop().ask('list_all_products')).toEqual({
      products: { Mug: 'mug', Teapot: 'teapot' },
      metadata: { range: [0, 2], total: 2 },
    });
    expect(shop().ask('list_all_products', { offset: 1, limit: 5 })).toEqual({
      products: { Teapot: 'teapot' },
      metadata: { range: [1, 2], total: 2 },
    });
  });

  it('sorts names by the numbers of their characters, as Python does', () => {
    const app = new AppUnderTest(shopping({ products: [{ name: '🍵' }, { name: 'ﬀ' }] }));

    expect(JSON.stringify(app.ask('list_all_products'))).toContain('{"ﬀ":"product-2","🍵":"product-1"}');
  });

  it('lists products with the same name separately', () => {
    const app = new AppUnderTest(shopping({ products: [{ name: 'Mug' }, { name: 'Mug' }] }));

    expect(app.ask('list_all_products')).toMatchObject({
      products: { Mug: 'product-1', 'Mug (product-2)': 'product-2' },
      metadata: { total: 2 },
    });
  });

  it('returns a product with its variants', () => {
    expect(shop().ask('get_product_details', { product_id: 'mug' })).toMatchObject({
      name: 'Mug',
      variants: { blue: { price: 8 }, red: { available: false } },
    });
  });

  it.each([
    [{ product_name: 'T' }, ['teapot']],
    [{ product_name: '' }, ['teapot', 'mug']],
    [{ product_name: '', offset: 1, limit: 1 }, ['mug']],
    [{ product_name: 'saucer' }, []],
  ])('finds products by %j', (args, found) => {
    const products = shop().ask('search_product', args) as unknown as { product_id: string }[];

    expect(products.map(({ product_id }) => product_id)).toEqual(found);
  });

  it('returns the cart', () => {
    expect(shop().ask('list_cart')).toEqual({
      blue: { item_id: 'blue', quantity: 2, price: 8, available: true, options: { colour: 'blue' } },
    });
  });

  it('returns the discounts of a code per item and the items of every code', () => {
    expect(shop().ask('get_discount_code_info', { discount_code: 'TEA' })).toEqual({
      blue: 10,
      'teapot-1': 50,
    });
    expect(shop().ask('get_discount_code_info', { discount_code: 'tea' })).toEqual({});
    expect(shop().ask('get_all_discount_codes')).toEqual({ SPRING: ['blue'], TEA: ['blue', 'teapot-1'] });
  });

  it('lists orders and returns a single order', () => {
    const order = {
      order_status: 'processed',
      order_date: '2026-01-02T12:00:00+00:00',
      order_total: 30,
      order_id: 'old',
      order_items: {
        'teapot-1': { item_id: 'teapot-1', quantity: 1, price: 30, available: true, options: {} },
      },
    };

    expect(shop().ask('list_orders')).toEqual({ old: order });
    expect(shop().ask('get_order_details', { order_id: 'old' })).toEqual(order);
  });

  it.each([
    ['list_all_products', { offset: -1 }, 'ValueError: Offset must be non-negative'],
    ['search_product', { product_name: 'mug', limit: -1 }, 'ValueError: Limit must be non-negative'],
    ['get_product_details', { product_id: 'blue' }, 'ValueError: There is no product "blue".'],
    ['get_product_details', { product_id: 'toString' }, 'ValueError: There is no product "toString".'],
    ['get_order_details', { order_id: 'new' }, 'ValueError: There is no order "new".'],
    [
      'get_discount_code_info',
      { discount_code: null },
      'TypeError: get_discount_code_info: discount_code must be str, not null.',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(shop().refusal(tool, args)).toBe(refusal);
  });
});
