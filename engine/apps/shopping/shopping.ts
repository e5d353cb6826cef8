import { app } from '../app.ts';
import { buyingTools } from './buying.ts';
import { shopReadingTools } from './reading.ts';
import { shopWith } from './stock.ts';
import { stockingTools } from './stocking.ts';

/** A shop: its catalogue, the user's cart and orders. */
export const shopping = app({
  class: 'ShoppingApp',
  initial: shopWith,
  tools: { ...shopReadingTools, ...buyingTools, ...stockingTools },
});
