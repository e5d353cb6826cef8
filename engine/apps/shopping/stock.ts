import { byId } from '../by-id.ts';
import { isoDate, secondsAt, type When } from '../datetime.ts';
import { itemOf, lineOf, newItem, totalOf, type Item, type Order, type ShopState } from './state.ts';

/** A variant that is there from the start. Ids that are left out go by position: `mug-1` for the first of `mug`. */
type GivenItem = Partial<Item> & Pick<Item, 'price'>;

/** A product that is there from the start. Ids that are left out go by position: `product-1` for the first. */
interface GivenProduct {
  readonly product_id?: string;
  readonly name: string;
  readonly variants?: readonly GivenItem[];
}

/** So many of one item, one unless told. */
interface GivenLine {
  readonly item_id: string;
  readonly quantity?: number;
}

/** An order of old. Ids that are left out go by position: `order-1` for the first. */
interface GivenOrder extends Partial<Pick<Order, 'order_id' | 'order_status'>> {
  readonly order_date?: When;
  /** The sum of its items' prices when left out. */
  readonly order_total?: number;
  readonly order_items: readonly GivenLine[];
}

/** What a shop begins with. */
export interface Stock {
  readonly products?: readonly GivenProduct[];
  readonly cart?: readonly GivenLine[];
  /** Per cent off, by item and code: `{ 'mug-1': { SPRING: 10 } }`. */
  readonly discount_codes?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly orders?: readonly GivenOrder[];
}

const idOfItem = ({ item_id }: { readonly item_id: string }): string => item_id;

/** @throws {ToolError} `ValueError` when two have one id, or a line, a code or an order is of no item. */
export function shopWith({ products = [], cart = [], discount_codes = {}, orders = [] }: Stock): ShopState {
  const made = products.map(({ product_id, name, variants = [] }, at) => {
    const id = product_id ?? `product-${at + 1}`;
    const items = variants.map((item, nth) => newItem({ item_id: `${id}-${nth + 1}`, ...item }));
    return { name, product_id: id, variants: byId('items', items, idOfItem) };
  });
  byId(
    'items',
    made.flatMap(({ variants }) => Object.values(variants)),
    idOfItem,
  );
  const shop: ShopState = {
    products: byId('products', made, ({ product_id }) => product_id),
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
  const old = orders.map(({ order_date = 0, order_items, ...order }, at): Order => {
    const lines = linesOf(order_items);
    return {
      order_status: order.order_status ?? 'processed',
      order_date: isoDate(secondsAt(order_date)),
      order_total: order.order_total ?? totalOf(Object.values(lines)),
      order_id: order.order_id ?? `order-${at + 1}`,
      order_items: lines,
    };
  });
  shop.orders = byId('orders', old, ({ order_id }) => order_id);
  return shop;
}
