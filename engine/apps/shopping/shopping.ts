import { compareCodePoints, toSeconds } from '../../model/index.ts';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import {
  about,
  bool,
  choice,
  dict,
  dictOf,
  float,
  int,
  nullable,
  optional,
  ownApp,
  refuse,
  str,
  toolOf,
} from '../../world/index.ts';
import { isoDate } from '../shared/dates.ts';
import { pageOf } from '../shared/lists.ts';
import {
  itemOf,
  lineOf,
  newItem,
  ORDER_STATUSES,
  orderOf,
  discountOf,
  type Product,
  productOf,
  checkStatus,
  type ShopState,
  shopWith,
  totalOf,
  type ShopOptions,
} from './state.ts';

const tool = toolOf<ShopState>();

const pageArguments = { offset: optional(int, 0), limit: optional(int, 10) };

/** Tools for the agent to inspect products, the cart and orders. */
const shopReadingTools = {
  list_all_products: tool({
    summary: 'List the ids of the products by name, a page at a time.',
    returns: 'ProductListResult',
    effect: 'read',
    callers: ['agent', 'data'],
    args: pageArguments,
    apply(shop, { offset, limit }) {
      const sorted = [...productsOf(shop)].sort((one, other) => compareCodePoints(one.name, other.name));
      const { items, range, total } = pageOf(sorted, offset, limit);
      const products: Record<string, string> = {};
      for (const { name, product_id: id } of items)
        products[Object.hasOwn(products, name) ? `${name} (${id})` : name] = id;
      return { products, metadata: { range, total } };
    },
  }),
  get_product_details: tool({
    summary: 'Get a product with all its variants: their item ids, prices, options and availability.',
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
    args: { product_name: about(str, 'any part of the name, in upper or lower case'), ...pageArguments },
    apply(shop, { product_name, offset, limit }) {
      const wanted = product_name.toLowerCase();
      const found = productsOf(shop).filter(({ name }) => name.toLowerCase().includes(wanted));
      return pageOf(found, offset, limit).items;
    },
  }),
  list_cart: tool({
    summary: 'List the items in the cart by id.',
    returns: 'dict[str, CartItem]',
    effect: 'read',
    callers: ['agent'],
    args: {},
    apply: ({ cart }) => cart,
  }),
  get_discount_code_info: tool({
    summary: 'Get the discounts of a code, in per cent by item id.',
    returns: 'dict[str, float]',
    effect: 'read',
    callers: ['agent'],
    args: { discount_code: optional(about(str, 'in exactly this case'), '') },
    apply(shop, { discount_code }) {
      const discounts: Record<string, number> = {};
      for (const item of Object.keys(readOnly(shop.discount_codes))) {
        const percent = discountOf(shop, item, discount_code);
        if (percent !== undefined) discounts[item] = percent;
      }
      return discounts;
    },
  }),
  get_all_discount_codes: tool({
    summary: 'List all discount codes with the ids of the items that they apply to.',
    returns: 'dict[str, list[str]]',
    effect: 'read',
    recordedAs: 'none',
    callers: ['agent', 'data'],
    args: {},
    apply({ discount_codes }) {
      const items = new Map<string, string[]>();
      for (const [item, codes] of Object.entries(readOnly(discount_codes)))
        for (const code of Object.keys(codes)) items.set(code, [...(items.get(code) ?? []), item]);
      return Object.fromEntries(items);
    },
  }),
  list_orders: tool({
    summary: 'List all orders by id.',
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

const productsOf = ({ products }: ShopState): readonly ReadOnly<Product>[] =>
  Object.values(readOnly(products));

/** Tools for the agent to change the cart and to order. */
const cartAndOrderTools = {
  add_to_cart: tool({
    summary: 'Add an item to the cart. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { item_id: about(str, 'of a variant, not of a product'), quantity: optional(int, 1) },
    apply(shop, { item_id, quantity }) {
      if (quantity <= 0) refuse('ValueError', `quantity must be 1 or more, not ${quantity}.`);
      const item = itemOf(shop, item_id);
      if (!item.available) refuse('ValueError', `Item "${item_id}" is not available.`);
      if (Object.hasOwn(shop.cart, item_id)) shop.cart[item_id]!.quantity += quantity;
      else shop.cart[item_id] = lineOf(item, quantity);
      return item_id;
    },
  }),
  remove_from_cart: tool({
    summary: 'Remove a quantity of an item from the cart. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { item_id: str, quantity: optional(about(int, 'how many to remove'), 1) },
    apply({ cart }, { item_id, quantity }) {
      if (quantity < 0) refuse('ValueError', `quantity must be 0 or more, not ${quantity}.`);
      const line = Object.hasOwn(cart, item_id)
        ? cart[item_id]!
        : refuse('ValueError', `There is no item "${item_id}" in the cart.`);
      if (quantity > line.quantity)
        refuse(
          'ValueError',
          `The cart has ${line.quantity} of item "${item_id}"; ${quantity} cannot be removed.`,
        );
      line.quantity -= quantity;
      if (line.quantity === 0) Reflect.deleteProperty(cart, item_id);
      return item_id;
    },
  }),
  checkout: tool({
    summary: 'Order all items in the cart and empty it. Returns the id of the order.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { discount_code: optional(nullable(about(str, 'must apply to every item in the cart')), null) },
    apply(shop, { discount_code: code }, context) {
      const lines = Object.values(shop.cart);
      if (lines.length === 0) refuse('Exception', 'The cart is empty.');
      const order_total = totalOf(lines, ({ item_id }) => {
        if (code === null || code === '') return 0;
        return (
          discountOf(shop, item_id, code) ??
          refuse('ValueError', `The discount code "${code}" does not apply to item "${item_id}".`)
        );
      });
      const order_id = context.newId();
      shop.orders[order_id] = {
        order_status: 'processed',
        order_date: isoDate(toSeconds(context.now)),
        order_total,
        order_id,
        order_items: shop.cart,
      };
      shop.cart = {};
      return order_id;
    },
  }),
  cancel_order: tool({
    summary: 'Cancel an order that is processed or shipped. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'environment'],
    args: { order_id: str },
    apply(shop, { order_id }) {
      const order = orderOf(shop, order_id);
      if (order.order_status !== 'processed' && order.order_status !== 'shipped')
        refuse(
          'ValueError',
          `The order is ${order.order_status}. Only an order that is processed or shipped can be cancelled.`,
        );
      order.order_status = 'cancelled';
      return order_id;
    },
  }),
};

const status = choice(ORDER_STATUSES);

/** Tools for the environment to change products, discounts and orders. */
export const shopManagementTools = {
  update_order_status: tool({
    summary: 'Change the status of an order.',
    returns: 'None',
    effect: 'write',
    callers: ['environment'],
    args: { order_id: str, status: optional(status, 'shipped') },
    apply(shop, { order_id, status: newStatus }) {
      const order = orderOf(shop, order_id);
      checkStatus('status', newStatus);
      order.order_status = newStatus;
      return null;
    },
  }),
  add_product: tool({
    summary: 'Add a product without variants. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: { name: str },
    apply({ products }, { name }, context) {
      const product_id = context.newId();
      products[product_id] = { name, product_id, variants: {} };
      return product_id;
    },
  }),
  add_item_to_product: tool({
    summary: 'Add a variant to a product. Returns its item id.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: {
      product_id: str,
      price: float,
      options: optional(about(dict, 'of this variant, such as {"colour": "blue"}'), {}),
      available: optional(bool, true),
    },
    apply(shop, { product_id, ...item }, context) {
      const { variants } = productOf(shop, product_id);
      const item_id = context.newId();
      variants[item_id] = newItem({ ...item, item_id });
      return item_id;
    },
  }),
  update_item: tool({
    summary: 'Change the price or the availability of an item. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: {
      item_id: str,
      new_price: optional(nullable(float), null),
      new_availability: optional(nullable(bool), null),
    },
    apply(shop, { item_id, new_price, new_availability }) {
      if (new_price === null && new_availability === null)
        refuse('ValueError', 'new_price or new_availability is needed.');
      const item = itemOf(shop, item_id);
      item.price = new_price ?? item.price;
      item.available = new_availability ?? item.available;
      return item_id;
    },
  }),
  add_discount_code: tool({
    summary: 'Add discount codes to an item.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: {
      item_id: str,
      discount_code: about(dictOf(float), 'per cent off by code, such as {"SPRING": 10}'),
    },
    apply(shop, { item_id, discount_code }) {
      itemOf(shop, item_id);
      const codes = Object.hasOwn(shop.discount_codes, item_id) ? shop.discount_codes[item_id] : {};
      shop.discount_codes[item_id] = { ...codes, ...discount_code };
      return 'Successfully added the discount code';
    },
  }),
  add_order: tool({
    summary: 'Add a past order of one item at its current price. Returns its id.',
    returns: 'str',
    effect: 'write',
    recordedAs: 'none',
    callers: ['data'],
    args: {
      order_id: str,
      order_status: status,
      order_date: about(float, 'seconds since the Unix epoch'),
      order_total: float,
      item_id: str,
      quantity: int,
    },
    apply(shop, { order_id, order_status, order_date, order_total, item_id, quantity }) {
      if (Object.hasOwn(shop.orders, order_id))
        refuse('ValueError', `There is already an order "${order_id}".`);
      checkStatus('order_status', order_status);
      shop.orders[order_id] = {
        order_status,
        order_date: isoDate(order_date),
        order_total,
        order_id,
        order_items: { [item_id]: lineOf(itemOf(shop, item_id), quantity) },
      };
      return order_id;
    },
  }),
};

const newShopping = ownApp({
  class: 'ShoppingApp',
  initial: shopWith,
  tools: { ...shopReadingTools, ...cartAndOrderTools, ...shopManagementTools },
});

/** The app that {@link shopping} makes. Its name keeps the types of an editor's hints short. */
export interface Shopping extends ReturnType<typeof newShopping> {}

/** A shop with its products, the user's cart and the user's orders. */
export const shopping: (options?: ShopOptions) => Shopping = newShopping;
