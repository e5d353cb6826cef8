import * as z from 'zod/mini';
import { isoDate } from '../shared/dates.ts';
import { idOrDefault, mapValues, text, time } from '../shared/from-trace.ts';
import type { CartItem, ShopState } from './state.ts';

const item = () => ({
  price: z.number(),
  available: z._default(z.boolean(), true),
  item_id: z.nullish(text),
  options: z.nullish(z.record(text, z.json())),
});

const lines = z.lazy(() => z.record(text, z.object({ ...item(), quantity: z.int() })));

const shop = z.lazy(() =>
  z.object({
    products: z.record(
      text,
      z.object({
        name: text,
        product_id: z.nullish(text),
        variants: z._default(z.record(text, z.object(item())), {}),
      }),
    ),
    cart: z._default(lines, {}),
    discount_codes: z._default(z.record(text, z.record(text, z.number())), {}),
    orders: z._default(
      z.record(
        text,
        z.object({
          order_status: text,
          order_date: z.union([text, z.pipe(time, z.transform(isoDate))]),
          order_total: z.number(),
          order_id: z.nullish(text),
          order_items: lines,
        }),
      ),
      {},
    ),
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
