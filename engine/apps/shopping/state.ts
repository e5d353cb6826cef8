import { type JsonObject, getOwn } from '../../model/index.ts';
import { readOnly } from '../../state/index.ts';
import { refuse } from '../../world/index.ts';
import { isoDate, secondsAt, type When } from '../shared/dates.ts';
import { byId } from '../shared/lists.ts';

export const ORDER_STATUSES = ['processed', 'shipped', 'delivered', 'cancelled'] as const;

/** A variant of a product, which can be bought. */
export interface Item {
  price: number;
  available: boolean;
  item_id: string;
  /** Such as `{ colour: 'blue' }`. */
  options: JsonObject;
}

/** A product with its variants by item id. */
export interface Product {
  name: string;
  product_id: string;
  variants: Record<string, Item>;
}

/** A quantity of an item, at the price it had when it was first added to the cart. */
export interface CartItem {
  item_id: string;
  quantity: number;
  price: number;
  available: boolean;
  options: JsonObject;
}

/** An order. */
export interface Order {
  order_status: string;
  /** `2026-01-05T09:00:00+00:00`. */
  order_date: string;
  order_total: number;
  order_id: string;
  order_items: Record<string, CartItem>;
}

/** The state of a shop. Products and orders are keyed by their ids, items of the cart by item id. */
export interface ShopState {
  products: Record<string, Product>;
  cart: Record<string, CartItem>;
  /** Discounts in per cent, by item id and code. */
  discount_codes: Record<string, Record<string, number>>;
  orders: Record<string, Order>;
}

/** A variant with all its fields, in ARE's order. */
export const newItem = ({
  price,
  available = true,
  item_id,
  options = {},
}: Partial<Item> & Pick<Item, 'price' | 'item_id'>): Item => ({ price, available, item_id, options });

/** The product `id`. @throws {ToolError} `ValueError` when there is none. */
export const productOf = ({ products }: ShopState, id: string): Product =>
  Object.hasOwn(products, id) ? products[id]! : refuse('ValueError', `There is no product "${id}".`);

/** The item `id` of any product. @throws {ToolError} `ValueError` when there is none. */
export function itemOf({ products }: ShopState, id: string): Item {
  const product = Object.entries(readOnly(products)).find(([, { variants }]) => Object.hasOwn(variants, id));
  return product === undefined
    ? refuse('ValueError', `There is no item "${id}".`)
    : products[product[0]]!.variants[id]!;
}

/** The order `id`. @throws {ToolError} `ValueError` when there is none. */
export const orderOf = ({ orders }: ShopState, id: string): Order =>
  Object.hasOwn(orders, id) ? orders[id]! : refuse('ValueError', `There is no order "${id}".`);

/** A quantity of `item` at its current price. */
export const lineOf = ({ item_id, price, available, options }: Item, quantity: number): CartItem => ({
  item_id,
  quantity,
  price,
  available,
  options,
});

/** The total price of `lines`, each with a discount in per cent. */
export const totalOf = (lines: readonly CartItem[], discount: (line: CartItem) => number = () => 0): number =>
  lines.reduce((sum, line) => sum + line.price * line.quantity * (1 - discount(line) / 100), 0);

/** The discount of `code` for an item, in per cent; `undefined` when the code does not apply to the item. */
export function discountOf({ discount_codes }: ShopState, item: string, code: string): number | undefined {
  return getOwn(getOwn(discount_codes, item) ?? {}, code);
}

/** @throws {ToolError} `ValueError` naming `argument`, when an order cannot have `status`. */
export function checkStatus(argument: string, status: string): void {
  if (!ORDER_STATUSES.some((known) => known === status))
    refuse('ValueError', `${argument} must be one of ${ORDER_STATUSES.join(', ')}, not "${status}".`);
}

/** A variant of the initial state. Without an id it is numbered: `mug-1` is the first of `mug`. */
type GivenItem = Partial<Item> & Pick<Item, 'price'>;

/** A product of the initial state. Without an id it is numbered: `product-1` is the first. */
interface GivenProduct {
  readonly product_id?: string;
  readonly name: string;
  readonly variants?: readonly GivenItem[];
}

/** A quantity of an item; one by default. */
interface GivenLine {
  readonly item_id: string;
  readonly quantity?: number;
}

/** A past order of the initial state. Without an id it is numbered: `order-1` is the first. */
interface GivenOrder extends Partial<Pick<Order, 'order_id' | 'order_status'>> {
  readonly order_date?: When;
  /** By default the sum of the prices of its items. */
  readonly order_total?: number;
  readonly order_items: readonly GivenLine[];
}

/** Options for the initial state of a shop. */
export interface ShopOptions {
  readonly products?: readonly GivenProduct[];
  readonly cart?: readonly GivenLine[];
  /** Discounts in per cent by item id and code: `{ 'mug-1': { SPRING: 10 } }`. */
  readonly discount_codes?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly orders?: readonly GivenOrder[];
}

const idOfItem = ({ item_id }: { readonly item_id: string }): string => item_id;

/**
 * The initial state of a shop.
 *
 * @throws {ToolError} `ValueError` when two objects of a kind have one id, or the cart, a discount or an order names an unknown item.
 */
export function shopWith({
  products = [],
  cart = [],
  discount_codes = {},
  orders = [],
}: ShopOptions): ShopState {
  const allProducts = products.map(({ product_id, name, variants = [] }, index) => {
    const id = product_id ?? `product-${index + 1}`;
    const items = variants.map((item, nth) => newItem({ item_id: `${id}-${nth + 1}`, ...item }));
    return { name, product_id: id, variants: byId('items', items, idOfItem) };
  });
  byId(
    'items',
    allProducts.flatMap(({ variants }) => Object.values(variants)),
    idOfItem,
  );
  const shop: ShopState = {
    products: byId('products', allProducts, ({ product_id }) => product_id),
    cart: {},
    discount_codes: {},
    orders: {},
  };
  const linesOf = (lines: readonly GivenLine[]): Order['order_items'] =>
    byId(
      'lines',
      lines.map(({ item_id, quantity = 1 }) => lineOf(itemOf(shop, item_id), quantity)),
      idOfItem,
    );
  shop.cart = linesOf(cart);
  for (const [item, codes] of Object.entries(discount_codes))
    shop.discount_codes[itemOf(shop, item).item_id] = { ...codes };
  const pastOrders = orders.map(({ order_date = 0, order_items, ...order }, index): Order => {
    const lines = linesOf(order_items);
    return {
      order_status: order.order_status ?? 'processed',
      order_date: isoDate(secondsAt(order_date)),
      order_total: order.order_total ?? totalOf(Object.values(lines)),
      order_id: order.order_id ?? `order-${index + 1}`,
      order_items: lines,
    };
  });
  shop.orders = byId('orders', pastOrders, ({ order_id }) => order_id);
  return shop;
}
