import type { Path } from '../../engine/model/change.ts';
import { isJsonObject, type Json, type JsonObject } from '../../engine/model/json.ts';
import { formatCount, formatPrice } from '../format/amount.ts';
import { factsOf, inWords, type Card, type Parts, type Shelf } from './cards.ts';
import { fieldOf, numberOf, objectOf, objectsIn, textOf } from './guards.ts';

type Named = (item: string) => string;
type Entries = readonly (readonly [string | number, JsonObject])[];

/** Catalogue, cart, orders and discount codes, or nothing where the state is no shop. */
export function readShop(state: Json): readonly Shelf[] | undefined {
  if (!isJsonObject(state)) return undefined;
  const products = objectsIn(fieldOf(state, 'products'));
  const cart = objectsIn(fieldOf(state, 'cart'));
  const orders = objectsIn(fieldOf(state, 'orders'));
  const codes = objectsIn(fieldOf(state, 'discount_codes'));
  if (products === undefined || cart === undefined || orders === undefined || codes === undefined)
    return undefined;
  const named = namesOf(products);
  return [
    {
      name: 'Catalogue',
      path: ['products'],
      cards: products.map(([id, one]) => productCard(String(id), one)),
    },
    {
      name: 'Cart',
      path: ['cart'],
      cards: cart.map(([id, line]) => lineCard(String(id), line, named)),
      sum: `Total ${formatPrice(cart.reduce((sum, [, line]) => sum + costOf(line), 0))}`,
    },
    {
      name: 'Orders',
      path: ['orders'],
      cards: orders.map(([id, order]) => orderCard(String(id), order, named)).reverse(),
    },
    {
      name: 'Codes',
      path: ['discount_codes'],
      cards: codes.map(([id, percents]) => codesCard(String(id), percents, named)),
    },
  ];
}

/** How items are called: by their product and what makes them this variant. */
function namesOf(products: Entries): Named {
  const names = new Map<string, string>();
  for (const [, product] of products)
    for (const [id, item] of variantsOf(product)) {
      const options = inWords(fieldOf(item, 'options'));
      const name = textOf(product, 'name') ?? '';
      names.set(String(id), options === '' ? name : `${name} (${options})`);
    }
  return (item) => names.get(item) ?? item;
}

const variantsOf = (product: JsonObject): Entries => objectsIn(fieldOf(product, 'variants')) ?? [];

const priceOf = (item: JsonObject): number => numberOf(item, 'price') ?? 0;

const quantityOf = (line: JsonObject): number => numberOf(line, 'quantity') ?? 0;

const costOf = (line: JsonObject): number => priceOf(line) * quantityOf(line);

const isAvailable = (item: JsonObject): boolean => fieldOf(item, 'available') !== false;

function productCard(id: string, product: JsonObject): Card {
  const path = ['products', id];
  const variants = variantsOf(product);
  const prices = variants.map(([, item]) => priceOf(item));
  const lowest = formatPrice(Math.min(...prices));
  return {
    key: id,
    path,
    title: textOf(product, 'name') ?? id,
    ...(prices.length === 0 ? {} : { aside: new Set(prices).size > 1 ? `from ${lowest}` : lowest }),
    under: `${formatCount(variants.length)} ${variants.length === 1 ? 'variant' : 'variants'}`,
    tag: variants.some(([, item]) => isAvailable(item)) ? undefined : 'sold out',
    open: () => ({
      facts: factsOf(product, path, { product_id: 'Id' }),
      parts: {
        title: 'Variants',
        columns: ['Options', 'Price', 'Available', 'Item id'],
        rows: variants.map(([item, variant]) => ({
          path: [...path, 'variants', item],
          cells: [
            inWords(fieldOf(variant, 'options')),
            formatPrice(priceOf(variant)),
            isAvailable(variant) ? 'yes' : 'no',
            String(item),
          ],
        })),
      },
    }),
  };
}

function lineCard(id: string, line: JsonObject, named: Named): Card {
  const path = ['cart', id];
  return {
    key: id,
    path,
    title: named(id),
    aside: formatPrice(costOf(line)),
    under: `${formatCount(quantityOf(line))} × ${formatPrice(priceOf(line))}`,
    open: () => ({
      facts: factsOf(line, path, {
        quantity: 'Quantity',
        price: 'Price of one',
        available: 'Available',
        options: 'Options',
        item_id: 'Item id',
      }),
    }),
  };
}

function orderCard(id: string, order: JsonObject, named: Named): Card {
  const path = ['orders', id];
  return {
    key: id,
    path,
    title: inWords(fieldOf(order, 'order_date')).slice(0, 19).replace('T', ' '),
    aside: formatPrice(numberOf(order, 'order_total') ?? 0),
    under: Object.keys(objectOf(order, 'order_items') ?? {})
      .map(named)
      .join(', '),
    tag: textOf(order, 'order_status'),
    open: () => ({
      facts: factsOf(order, path, {
        order_status: 'Status',
        order_date: 'Date',
        order_total: 'Total',
        order_id: 'Id',
      }),
      parts: itemsOf([...path, 'order_items'], objectsIn(fieldOf(order, 'order_items')) ?? [], named),
    }),
  };
}

const itemsOf = (path: Path, items: Entries, named: Named): Parts => ({
  title: 'Items',
  columns: ['Item', 'Quantity', 'Price of one'],
  rows: items.map(([id, line]) => ({
    path: [...path, id],
    cells: [named(String(id)), formatCount(quantityOf(line)), formatPrice(priceOf(line))],
  })),
});

function codesCard(id: string, percents: JsonObject, named: Named): Card {
  const path = ['discount_codes', id];
  const codes = Object.keys(percents);
  return {
    key: id,
    path,
    title: named(id),
    under: codes.join(', '),
    open: () => ({
      facts: [],
      parts: {
        title: 'Codes',
        columns: ['Code', 'Per cent off'],
        rows: codes.map((code) => ({ path: [...path, code], cells: [code, inWords(percents[code])] })),
      },
    }),
  };
}
