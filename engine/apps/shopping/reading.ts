import { about, int, optional, str } from '../argument.ts';
import { asIs, type AsIs } from '../as-is.ts';
import { pageOf } from '../page.ts';
import { toolOf } from '../tool.ts';
import { orderOf, percentOff, productOf, type Product, type ShopState } from './state.ts';

const tool = toolOf<ShopState>();

const paging = { offset: optional(int, 0), limit: optional(int, 10) };

/** What an agent looks around in the shop with. */
export const shopReadingTools = {
  list_all_products: tool({
    summary: 'List the products of the shop by name, with their ids, a page at a time.',
    returns: 'ProductListResult',
    effect: 'read',
    callers: ['agent', 'data'],
    args: paging,
    apply(shop, { offset, limit }) {
      const sorted = [...productsOf(shop)].sort((one, other) => inOrder(one.name, other.name));
      const { items, range, total } = pageOf(sorted, offset, limit);
      const products: Record<string, string> = {};
      for (const { name, product_id: id } of items)
        products[Object.hasOwn(products, name) ? `${name} (${id})` : name] = id;
      return { products, metadata: { range, total } };
    },
  }),
  get_product_details: tool({
    summary:
      'Get a product with all its variants: their item ids, prices, options and whether they are available.',
    returns: 'Product',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { product_id: str },
    apply: (shop, { product_id }) => productOf(shop, product_id),
  }),
  search_product: tool({
    summary: 'Find the products with a text in their name, a page at a time.',
    returns: 'list[Product]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { product_name: about(str, 'any part of the name, in capitals or not'), ...paging },
    apply(shop, { product_name, offset, limit }) {
      const wanted = product_name.toLowerCase();
      const found = productsOf(shop).filter(({ name }) => name.toLowerCase().includes(wanted));
      return pageOf(found, offset, limit).items;
    },
  }),
  list_cart: tool({
    summary: 'List what is in the cart, by item id.',
    returns: 'dict[str, CartItem]',
    effect: 'read',
    callers: ['agent'],
    args: {},
    apply: ({ cart }) => cart,
  }),
  get_discount_code_info: tool({
    summary: 'Get what a discount code takes off, in per cent, by item id.',
    returns: 'dict[str, float]',
    effect: 'read',
    callers: ['agent'],
    args: { discount_code: optional(about(str, 'as it is written, capitals matter'), '') },
    apply(shop, { discount_code }) {
      const off: Record<string, number> = {};
      for (const item of Object.keys(asIs(shop.discount_codes))) {
        const percent = percentOff(shop, item, discount_code);
        if (percent !== undefined) off[item] = percent;
      }
      return off;
    },
  }),
  get_all_discount_codes: tool({
    summary: 'List all discount codes with the ids of the items they are good for.',
    returns: 'dict[str, list[str]]',
    effect: 'read',
    recordedAs: 'none',
    callers: ['agent', 'data'],
    args: {},
    apply({ discount_codes }) {
      const items = new Map<string, string[]>();
      for (const [item, codes] of Object.entries(asIs(discount_codes)))
        for (const code of Object.keys(codes)) items.set(code, [...(items.get(code) ?? []), item]);
      return Object.fromEntries(items);
    },
  }),
  list_orders: tool({
    summary: 'List all orders, by order id.',
    returns: 'dict[str, Order]',
    effect: 'read',
    callers: ['agent'],
    args: {},
    apply: ({ orders }) => orders,
  }),
  get_order_details: tool({
    summary: 'Get one order.',
    returns: 'Order',
    effect: 'read',
    callers: ['agent'],
    args: { order_id: str },
    apply: (shop, { order_id }) => orderOf(shop, order_id),
  }),
};

const productsOf = ({ products }: ShopState): readonly AsIs<Product>[] => Object.values(asIs(products));

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
