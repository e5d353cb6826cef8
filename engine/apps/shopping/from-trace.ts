import * as z from 'zod';
import { isoDate } from '../shared/dates.ts';
import { idOrDefault, mapValues, text, time } from '../shared/from-trace.ts';
import type { CartItem, ShopState } from './state.ts';

const item = () => ({
  price: z.number(),
  available: z.boolean().default(true),
  item_id: text.nullish(),
  options: z.record(text, z.json()).nullish(),
});

const lines = z.lazy(() => z.record(text, z.object({ ...item(), quantity: z.int() })));

const shop = z.lazy(() =>
  z.object({
    products: z.record(
      text,
      z.object({
        name: text,
        product_id: text.nullish(),
        variants: z.record(text, z.object(item())).default({}),
      }),
    ),
    cart: lines.default({}),
    discount_codes: z.record(text, z.record(text, z.number())).default({}),
    orders: z
      .record(
        text,
        z.object({
          order_status: text,
          order_date: z.union([text, time.transform(isoDate)]),
          order_total: z.number(),
          order_id: text.nullish(),
          order_items: lines,
        }),
      )
      .default({}),
  }),
);

/** The state of a shop, as recorded. @throws {ZodError} when `state` is something else. */
export function recordedShop(state: unknown): ShopState {
  const { products, cart, discount_codes, orders } = shop.parse(state);
  return {
    products: mapValues(products, ({ name, product_id, variants }, key) => ({
      name,
      product_id: idOrDefault(product_id, key),
      variants: mapValues(variants, ({ price, available, item_id, options }, id) => ({
        price,
        available,
        item_id: idOrDefault(item_id, id),
        options: options ?? {},
      })),
    })),
    cart: linesOf(cart),
    discount_codes,
    orders: mapValues(orders, ({ order_id, order_items, ...order }, key) => ({
      ...order,
      order_id: idOrDefault(order_id, key),
      order_items: linesOf(order_items),
    })),
  };
}

const linesOf = (recorded: z.infer<typeof lines>): Record<string, CartItem> =>
  mapValues(recorded, ({ quantity, price, available, item_id, options }, key) => ({
    item_id: idOrDefault(item_id, key),
    quantity,
    price,
    available,
    options: options ?? {},
  }));
