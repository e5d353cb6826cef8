import type { JsonObject } from '../../model/json.ts';
import { own } from '../../model/own.ts';
import { asIs } from '../as-is.ts';
import { refuse } from '../tool.ts';

export const ORDER_STATUSES = ['processed', 'shipped', 'delivered', 'cancelled'] as const;

/** One variant of a product: what can be bought. */
export interface Item {
  price: number;
  available: boolean;
  item_id: string;
  /** What makes it this variant, such as `{ colour: 'blue' }`. */
  options: JsonObject;
}

/** One thing on offer, with its variants by id. */
export interface Product {
  name: string;
  product_id: string;
  variants: Record<string, Item>;
}

/** So many of one item, at the price it had when the first of them was put into the cart. */
export interface CartItem {
  item_id: string;
  quantity: number;
  price: number;
  available: boolean;
  options: JsonObject;
}

/** What was bought at once. */
export interface Order {
  order_status: string;
  /** `2026-01-05T09:00:00+00:00`. */
  order_date: string;
  order_total: number;
  order_id: string;
  order_items: Record<string, CartItem>;
}

/** All by id: of product, item, item and order. */
export interface ShopState {
  products: Record<string, Product>;
  cart: Record<string, CartItem>;
  /** What a code takes off the price of an item, in per cent: by item, then by code. */
  discount_codes: Record<string, Record<string, number>>;
  orders: Record<string, Order>;
}

/** A variant with all its fields, in the field's order. */
export const newItem = ({
  price,
  available = true,
  item_id,
  options = {},
}: Partial<Item> & Pick<Item, 'price' | 'item_id'>): Item => ({ price, available, item_id, options });

/** The product `id`. @throws {ToolError} `ValueError` when there is none. */
export const productOf = ({ products }: ShopState, id: string): Product =>
  Object.hasOwn(products, id) ? products[id]! : refuse('ValueError', `product_id: found no product "${id}"`);

/** The item `id`, of whatever product. @throws {ToolError} `ValueError` when there is none. */
export function itemOf({ products }: ShopState, id: string): Item {
  const product = Object.entries(asIs(products)).find(([, { variants }]) => Object.hasOwn(variants, id));
  return product === undefined
    ? refuse('ValueError', `item_id: found no item "${id}"`)
    : products[product[0]]!.variants[id]!;
}

/** The order `id`. @throws {ToolError} `ValueError` when there is none. */
export const orderOf = ({ orders }: ShopState, id: string): Order =>
  Object.hasOwn(orders, id) ? orders[id]! : refuse('ValueError', `order_id: found no order "${id}"`);

/** `quantity` of `item` as it is now. */
export const lineOf = ({ item_id, price, available, options }: Item, quantity: number): CartItem => ({
  item_id,
  quantity,
  price,
  available,
  options,
});

/** What `lines` cost together, each with so many per cent off. */
export const totalOf = (lines: readonly CartItem[], off: (line: CartItem) => number = () => 0): number =>
  lines.reduce((sum, line) => sum + line.price * line.quantity * (1 - off(line) / 100), 0);

/** What `code` takes off the price of an item, in per cent; `undefined` when the item does not have that code. */
export function percentOff({ discount_codes }: ShopState, item: string, code: string): number | undefined {
  return own(own(discount_codes, item) ?? {}, code);
}

/** @throws {ToolError} `ValueError` when `status` is none that an order can have. */
export function refuseUnknownStatus(argument: string, status: string): void {
  if (!ORDER_STATUSES.some((known) => known === status))
    refuse('ValueError', `${argument}: found "${status}", wanted ${ORDER_STATUSES.join(', ')}`);
}
