import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Path,
  plural,
} from '../../../../engine/model/index.ts';
import { formatCount, formatPrice } from '../../../ui/format/numbers.ts';
import { fieldAt, numberAt, objectAt, objectsIn, textAt } from '../../../ui/format/values.ts';
import { type Card, cardFacts, fieldLabel, type CardTable, type Shelf } from './cards.ts';

type Named = (item: string) => string;
type Entries = readonly (readonly [string | number, JsonObject])[];

/** Catalogue, cart, orders and discount codes; `undefined` if the state is not that of a shop. */
export function readShop(state: Json): readonly Shelf[] | undefined {
  if (!isJsonObject(state)) return undefined;
  const products = objectsIn(fieldAt(state, 'products'));
  const cart = objectsIn(fieldAt(state, 'cart'));
  const orders = objectsIn(fieldAt(state, 'orders'));
  const codes = objectsIn(fieldAt(state, 'discount_codes'));
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
      name: 'Discount codes',
      path: ['discount_codes'],
      cards: codes.map(([id, percents]) => codesCard(String(id), percents, named)),
    },
  ];
}

/** Names of the items: the product with the options of the variant. */
function namesOf(products: Entries): Named {
  let names: Map<string, string> | undefined;
  return (item) => (names ??= new Map(products.flatMap(([, product]) => namesIn(product)))).get(item) ?? item;
}

const namesIn = (product: JsonObject): [string, string][] =>
  variantsOf(product).map(([id, item]) => {
    const options = fieldLabel(fieldAt(item, 'options'));
    const name = textAt(product, 'name') ?? '';
    return [String(id), options === '' ? name : `${name} (${options})`];
  });

const variantsOf = (product: JsonObject): Entries => objectsIn(fieldAt(product, 'variants')) ?? [];

const priceOf = (item: JsonObject): number => numberAt(item, 'price') ?? 0;

const quantityOf = (line: JsonObject): number => numberAt(line, 'quantity') ?? 0;

const costOf = (line: JsonObject): number => priceOf(line) * quantityOf(line);

const isAvailable = (item: JsonObject): boolean => fieldAt(item, 'available') !== false;

function productCard(id: string, product: JsonObject): Card {
  const path = ['products', id];
  return {
    key: id,
    path,
    title: textAt(product, 'name') ?? id,
    get aside() {
      const prices = variantsOf(product).map(([, item]) => priceOf(item));
      const lowest = formatPrice(Math.min(...prices));
      if (prices.length === 0) return '';
      return new Set(prices).size > 1 ? `from ${lowest}` : lowest;
    },
    get under() {
      const count = variantsOf(product).length;
      return plural(count, 'variant');
    },
    get tag() {
      return variantsOf(product).some(([, item]) => isAvailable(item)) ? undefined : 'sold out';
    },
    open: () => ({
      facts: cardFacts(product, path, { product_id: 'Id' }),
      parts: {
        title: 'Variants',
        columns: ['Options', 'Price', 'Available', 'Item id'],
        rows: variantsOf(product).map(([item, variant]) => ({
          path: [...path, 'variants', item],
          cells: [
            fieldLabel(fieldAt(variant, 'options')),
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
    get title() {
      return named(id);
    },
    aside: formatPrice(costOf(line)),
    under: `${formatCount(quantityOf(line))} × ${formatPrice(priceOf(line))}`,
    open: () => ({
      facts: cardFacts(line, path, {
        quantity: 'Quantity',
        price: 'Unit price',
        available: 'Available',
        options: 'Options',
        item_id: 'Item id',
      }),
    }),
  };
}

function orderCard(id: string, order: JsonObject, named: Named): Card {
  const path = ['orders', id];
  const date = fieldLabel(fieldAt(order, 'order_date')).slice(0, 19).replace('T', ' ');
  return {
    key: id,
    path,
    title: date,
    get aside() {
      return formatPrice(numberAt(order, 'order_total') ?? 0);
    },
    under: Object.keys(objectAt(order, 'order_items') ?? {})
      .map(named)
      .join(', '),
    tag: textAt(order, 'order_status'),
    open: () => ({
      facts: [
        ...cardFacts(order, path, { order_status: 'Status' }),
        { name: 'Date', text: `${date} UTC`, path: [...path, 'order_date'] },
        ...cardFacts(order, path, { order_total: 'Total', order_id: 'Id' }),
      ],
      parts: itemsOf([...path, 'order_items'], objectsIn(fieldAt(order, 'order_items')) ?? [], named),
    }),
  };
}

const itemsOf = (path: Path, items: Entries, named: Named): CardTable => ({
  title: 'Items',
  columns: ['Item', 'Quantity', 'Unit price'],
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
    get title() {
      return named(id);
    },
    under: codes.join(', '),
    open: () => ({
      facts: [],
      parts: {
        title: 'Discount codes',
        columns: ['Code', 'Discount, %'],
        rows: codes.map((code) => ({ path: [...path, code], cells: [code, fieldLabel(percents[code])] })),
      },
    }),
  };
}
