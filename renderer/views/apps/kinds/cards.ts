import { isJsonObject, type Json, type JsonObject, type Path } from '../../../../engine/model/index.ts';
import { formatPrice } from '../../../ui/format/numbers.ts';
import { fieldOf, listIn } from '../../../ui/format/values.ts';

/** One named fact of a thing, and where in the state it stands. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  readonly path: Path;
}

/** Like things within a thing, in columns. */
export interface Parts {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly path: Path; readonly cells: readonly string[] }[];
}

/** A thing as a list shows it: two lines. Where there may be very many, they are put into words when they are read. */
export interface CardFace {
  /** What it is known by when its place in the state shifts. */
  readonly key: string;
  readonly path: Path;
  readonly title: string;
  /** What it comes to: a price, how many. */
  readonly aside?: string;
  readonly under?: string;
  /** How it stands, in a word. */
  readonly tag?: string | undefined;
  readonly unread?: boolean;
}

/** A thing that is opened to see all of it. */
export interface Card extends CardFace {
  open(): OpenCard;
}

/** What is shown of a thing alone. */
export interface OpenCard {
  /** What stands above it, where that is not its title. */
  readonly heading?: string;
  readonly facts: readonly Fact[];
  readonly text?: string;
  readonly parts?: Parts;
}

/** Things of one kind. */
export interface Shelf {
  readonly name: string;
  readonly path: Path;
  readonly cards: readonly Card[];
  /** What they come to together. */
  readonly sum?: string;
}

/** Fields that hold an amount of money. */
const MONEY: ReadonlySet<string> = new Set(['price', 'price_per_km', 'order_total']);

/** The facts of `object` that say something, by the names they are to have. Lists stand in one line. */
export function factsOf(
  object: JsonObject,
  path: Path,
  names: Readonly<Record<string, string>>,
): readonly Fact[] {
  return Object.entries(names).flatMap(([key, name]) => {
    const value = fieldOf(object, key);
    const text = MONEY.has(key) && typeof value === 'number' ? formatPrice(value) : fieldLabel(value);
    return text === '' ? [] : [{ name, text, path: [...path, key] }];
  });
}

/** A value in a line: `colour: blue, size: 3`. Numbers to the hundredth, nothing for null. */
export function fieldLabel(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isJsonObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${fieldLabel(one)}`)
      .join(', ');
  return (listIn(value) ?? []).map(fieldLabel).join(', ');
}
