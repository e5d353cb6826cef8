import { shopping } from '../../../../engine/apps/shopping/shopping.ts';
import type { ShopState } from '../../../../engine/apps/shopping/state.ts';
import { AppUnderTest } from '../app-under-test.ts';

/** A shop with a blue mug, a red mug that is sold out, and a teapot; two blue mugs in the cart and an order of the teapot. */
export const shop = (): AppUnderTest<ShopState> =>
  new AppUnderTest(
    shopping({
      products: [
        { product_id: 'teapot', name: 'Teapot', variants: [{ price: 30 }] },
        {
          product_id: 'mug',
          name: 'Mug',
          variants: [
            { item_id: 'blue', price: 8, options: { colour: 'blue' } },
            { item_id: 'red', price: 9, options: { colour: 'red' }, available: false },
          ],
        },
      ],
      cart: [{ item_id: 'blue', quantity: 2 }],
      discount_codes: { blue: { SPRING: 25, TEA: 10 }, 'teapot-1': { TEA: 50 } },
      orders: [
        { order_id: 'old', order_date: '2026-01-02T12:00:00Z', order_items: [{ item_id: 'teapot-1' }] },
      ],
    }),
  );
