import { toSeconds } from '../../model/time.ts';
import { about, int, nullable, optional, str } from '../argument.ts';
import { isoDate } from '../datetime.ts';
import { refuse, toolOf } from '../tool.ts';
import { itemOf, lineOf, orderOf, percentOff, totalOf, type ShopState } from './state.ts';

const tool = toolOf<ShopState>();

/** What an agent fills its user's cart with, and orders. */
export const buyingTools = {
  add_to_cart: tool({
    summary: 'Put an item into the cart. Answers its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { item_id: about(str, 'of a variant, not of its product'), quantity: optional(int, 1) },
    apply(shop, { item_id, quantity }) {
      if (quantity <= 0) refuse('ValueError', `quantity: found ${quantity}, wanted 1 or more`);
      const item = itemOf(shop, item_id);
      if (!item.available) refuse('ValueError', `item_id: item "${item_id}" is not available`);
      if (Object.hasOwn(shop.cart, item_id)) shop.cart[item_id]!.quantity += quantity;
      else shop.cart[item_id] = lineOf(item, quantity);
      return item_id;
    },
  }),
  remove_from_cart: tool({
    summary: 'Take an item out of the cart, or some of it. Answers its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { item_id: str, quantity: optional(about(int, 'how many to take out'), 1) },
    apply({ cart }, { item_id, quantity }) {
      if (quantity < 0) refuse('ValueError', `quantity: found ${quantity}, wanted 0 or more`);
      const line = Object.hasOwn(cart, item_id)
        ? cart[item_id]!
        : refuse('ValueError', `item_id: found no item "${item_id}" in the cart`);
      if (quantity > line.quantity)
        refuse('ValueError', `quantity: found ${quantity}, wanted at most the ${line.quantity} in the cart`);
      line.quantity -= quantity;
      if (line.quantity === 0) Reflect.deleteProperty(cart, item_id);
      return item_id;
    },
  }),
  checkout: tool({
    summary: 'Order all that is in the cart, which empties it. Answers the id of the order.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { discount_code: optional(nullable(about(str, 'must be good for every item of the cart')), null) },
    apply(shop, { discount_code: code }, context) {
      const lines = Object.values(shop.cart);
      if (lines.length === 0) refuse('Exception', 'found an empty cart, wanted at least one item in it');
      const order_total = totalOf(lines, ({ item_id }) => {
        if (code === null || code === '') return 0;
        return (
          percentOff(shop, item_id, code) ??
          refuse('ValueError', `discount_code: found "${code}", which is not good for item "${item_id}"`)
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
    summary: 'Cancel an order that has not been delivered yet. Answers its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'environment'],
    args: { order_id: str },
    apply(shop, { order_id }) {
      const order = orderOf(shop, order_id);
      if (order.order_status !== 'processed' && order.order_status !== 'shipped')
        refuse(
          'ValueError',
          `order_id: found an order that is ${order.order_status}, wanted one processed or shipped`,
        );
      order.order_status = 'cancelled';
      return order_id;
    },
  }),
};
