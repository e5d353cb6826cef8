import { isJsonObject, type Json, type JsonObject, type Path } from '../../../../engine/model/index.ts';
import { formatPrice } from '../../../ui/format/numbers.ts';
import { fieldAt, asList } from '../../../ui/format/values.ts';

/** A named value of a card, with its path in the state. */
export interface CardFact {
  readonly name: string;
  readonly text: string;
  readonly path: Path;
}

/** A table within a card, such as the items of an order. */
export interface CardTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly path: Path; readonly cells: readonly string[] }[];
}

/** A card as two lines in a list. In long lists the texts are computed when they are read. */
export interface CardFace {
  /** Identifies the card when its path in the state changes. */
  readonly key: string;
  readonly path: Path;
  readonly title: string;
  /** A figure, such as a price or a quantity. */
  readonly aside?: string;
  readonly under?: string;
  /** A one-word status. */
  readonly tag?: string | undefined;
  readonly unread?: boolean;
}

/** A card that can be opened. */
export interface Card extends CardFace {
  open(): OpenCard;
}

/** The content of an opened card. */
export interface OpenCard {
  /** The heading, if it is not the title. */
  readonly heading?: string;
  readonly facts: readonly CardFact[];
  readonly text?: string;
  readonly parts?: CardTable;
}

/** A named list of cards. */
export interface Shelf {
  readonly name: string;
  readonly path: Path;
  readonly cards: readonly Card[];
  /** The total of all cards, such as a sum of prices. */
  readonly sum?: string;
}

/** Fields with an amount of money. */
const MONEY: ReadonlySet<string> = new Set(['price', 'price_per_km', 'order_total']);

/** The fields of `object` that `names` lists, in its order and with its labels. Empty fields are left out; a list takes one line. */
export function cardFacts(
  object: JsonObject,
  path: Path,
  names: Readonly<Record<string, string>>,
): readonly CardFact[] {
  return Object.entries(names).flatMap(([key, name]) => {
    const value = fieldAt(object, key);
    const text = MONEY.has(key) && typeof value === 'number' ? formatPrice(value) : fieldLabel(value);
    return text === '' ? [] : [{ name, text, path: [...path, key] }];
  });
}

/** A value as one line: `colour: blue, size: 3`. Numbers are rounded to hundredths; null is empty. */
export function fieldLabel(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isJsonObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${fieldLabel(one)}`)
      .join(', ');
  return (asList(value) ?? []).map(fieldLabel).join(', ');
}
