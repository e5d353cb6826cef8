import { describe, expect, it } from 'vitest';
import { fromRecorded } from '../../../../engine/apps/catalogue.ts';
import { NOW } from '../app-under-test.ts';

describe('a recorded shop', () => {
  it('takes ids from its keys and fills in missing fields', () => {
    const shop = fromRecorded('Shopping', {
      products: { mug: { name: 'Mug', product_id: '', variants: { blue: { price: 8 } } } },
      orders: {
        old: {
          order_status: 'lost in the post',
          order_date: NOW,
          order_total: 8,
          order_items: { blue: { price: 8, quantity: 1, available: false, options: null } },
        },
      },
    });

    expect(shop?.state).toEqual({
      products: {
        mug: {
          name: 'Mug',
          product_id: 'mug',
          variants: { blue: { price: 8, available: true, item_id: 'blue', options: {} } },
        },
      },
      cart: {},
      discount_codes: {},
      orders: {
        old: {
          order_status: 'lost in the post',
          order_date: '2026-01-05T09:00:00+00:00',
          order_total: 8,
          order_id: 'old',
          order_items: { blue: { item_id: 'blue', quantity: 1, price: 8, available: false, options: {} } },
        },
      },
    });
  });

  it('keeps an order date that is text', () => {
    const order = { order_status: 'shipped', order_date: 'last week', order_total: 0, order_items: {} };

    expect(fromRecorded('Shopping', { products: {}, orders: { old: order } })?.state).toMatchObject({
      orders: { old: { order_date: 'last week' } },
    });
  });
});
