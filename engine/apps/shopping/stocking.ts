import { about, bool, choice, dict, dictOf, float, int, nullable, optional, str } from '../argument.ts';
import { isoDate } from '../datetime.ts';
import { refuse, toolOf } from '../tool.ts';
import {
  itemOf,
  lineOf,
  newItem,
  orderOf,
  ORDER_STATUSES,
  productOf,
  refuseUnknownStatus,
  type ShopState,
} from './state.ts';

const tool = toolOf<ShopState>();

const status = choice(ORDER_STATUSES);

/** What the world changes in the shop. */
export const stockingTools = {
  update_order_status: tool({
    summary: 'Change how far an order is.',
    returns: 'None',
    effect: 'write',
    callers: ['environment'],
    args: { order_id: str, status: optional(status, 'shipped') },
    apply(shop, { order_id, status: wanted }) {
      const order = orderOf(shop, order_id);
      refuseUnknownStatus('status', wanted);
      order.order_status = wanted;
      return null;
    },
  }),
  add_product: tool({
    summary: 'Put a product on offer, without any items yet. Answers its id.',
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
    summary: 'Put a variant of a product on offer. Answers its item id.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: {
      product_id: str,
      price: float,
      options: optional(about(dict, 'what makes it this variant, such as {"colour": "blue"}'), {}),
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
    summary: 'Change the price of an item, or whether it is available. Answers its id.',
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
        refuse('ValueError', 'found neither new_price nor new_availability, wanted one of them');
      const item = itemOf(shop, item_id);
      item.price = new_price ?? item.price;
      item.available = new_availability ?? item.available;
      return item_id;
    },
  }),
  add_discount_code: tool({
    summary: 'Give an item discount codes, beside those it has.',
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
    summary: 'Put in an order of old, of one item at its price of now. Answers its id.',
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
        refuse('ValueError', `order_id: found an order "${order_id}" already, wanted a new id`);
      refuseUnknownStatus('order_status', order_status);
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
