import { type JSX, useContext, useState } from 'react';
import clsx from 'clsx';
import { isJsonObject, type Json, type Path, legible } from '../../../engine/model/index.ts';
import { formatCount } from '../format/numbers.ts';
import { asList } from '../format/values.ts';
import { contains } from './find.ts';
import { LongText } from '../text.tsx';
import { changedClass, type ChangedPaths, ChangedWord, NOTHING_CHANGED } from './changed.tsx';
import { KnownLine, KnownMark } from './known.tsx';
import { isPicked, PickButton, PickContext } from './pick.tsx';
import styles from './json-tree.module.css';
import changedStyles from './changed.module.css';
import pickStyles from './pick.module.css';

/** Number of items in a fold. */
const ITEMS_IN_FOLD = 100;

export interface TreeItem {
  readonly name: string | number;
  readonly value: Json;
  readonly path: Path;
}

/** The items of an object or list; `undefined` for other values. */
function itemsOf(value: Json, path: Path): readonly TreeItem[] | undefined {
  const list = asList(value);
  if (list !== undefined)
    return list.map((item, index) => ({ name: index, value: item, path: [...path, index] }));
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value).map(([name, item]) => ({ name, value: item, path: [...path, name] }));
}

/** `{ 3 }` for an object of three keys, `[ 12 ]` for a list of twelve items. */
const sizeOf = (value: Json, count: number): string =>
  Array.isArray(value) ? `[ ${formatCount(count)} ]` : `{ ${formatCount(count)} }`;

/** The items that contain all `words`. */
const itemsWith = (items: readonly TreeItem[], words: readonly string[]): readonly TreeItem[] =>
  words.length === 0 ? items : items.filter((item) => contains(item.value, wordsBelow(item, words), true));

/** The words that are not in the name of the item, and so must be within it. */
const wordsBelow = ({ name }: TreeItem, words: readonly string[]): readonly string[] =>
  words.filter((word) => !String(name).toLowerCase().includes(word));

/** The items split into folds. */
function foldsOf(items: readonly TreeItem[]): readonly (readonly TreeItem[])[] {
  return Array.from({ length: Math.ceil(items.length / ITEMS_IN_FOLD) }, (_fold, index) =>
    items.slice(index * ITEMS_IN_FOLD, (index + 1) * ITEMS_IN_FOLD),
  );
}

const OPENED_BY_CHANGE = 8; // levels that open automatically to show a change

interface JsonTreeProps {
  readonly value: Json;
  readonly changed?: ChangedPaths;
  /** Shows only the items that contain these words, in lower case. */
  readonly words?: readonly string[];
  readonly label: string;
}

const NO_WORDS: readonly string[] = [];

/** A JSON value as a tree that can be expanded. */
export function JsonTree({
  value,
  changed = NOTHING_CHANGED,
  words = NO_WORDS,
  label,
}: JsonTreeProps): JSX.Element {
  const items = itemsOf(value, []);
  return (
    <div className={clsx(styles.tree, 'mono')} role="group" aria-label={label}>
      {items === undefined || items.length === 0 ? (
        <ScalarValue value={value} />
      ) : (
        <Items items={items} changed={changed} words={words} depth={0} />
      )}
    </div>
  );
}

interface LevelProps {
  readonly changed: ChangedPaths;
  readonly words: readonly string[];
  readonly depth: number;
}

function Items(props: LevelProps & { readonly items: readonly TreeItem[] }): JSX.Element {
  const found = itemsWith(props.items, props.words);
  // No item has all the words: they are spread over the items.
  const spread = found.length === 0;
  const shown = spread ? props.items : found;
  const level = { changed: props.changed, words: spread ? NO_WORDS : props.words, depth: props.depth };
  return (
    <ul>
      {shown.length <= ITEMS_IN_FOLD
        ? shown.map((item) => <Node key={item.name} item={item} {...level} />)
        : foldsOf(shown).map((fold, index) => (
            <Fold key={index} items={fold} from={index * ITEMS_IN_FOLD} {...level} />
          ))}
    </ul>
  );
}

interface FoldProps extends LevelProps {
  readonly items: readonly TreeItem[];
  readonly from: number;
}

function Fold({ items, from, ...level }: FoldProps): JSX.Element {
  const inside = items.some(({ path }) => level.changed.marks(path) !== 'no');
  const [open, toggle] = useOpen(inside);
  const [first, last] = [items[0]!.name, items.at(-1)!.name];
  return (
    <li className={inside && !open ? changedStyles.changed : undefined}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={toggle}>
        <span className={styles.size}>
          {typeof first === 'number' ? `${first} … ${last}` : `${from} … ${from + items.length - 1}`}
        </span>
        <ChangedWord mark={inside ? 'within' : 'no'} />
      </button>
      {open ? (
        <ul>
          {items.map((item) => (
            <Node key={item.name} item={item} {...level} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Node({ item, changed, words, depth }: LevelProps & { readonly item: TreeItem }): JSX.Element {
  const mark = changed.marks(item.path);
  const items = itemsOf(item.value, item.path);
  const below = wordsBelow(item, words);
  const [open, toggle] = useOpen(below.length > 0 || (mark === 'within' && depth < OPENED_BY_CHANGE));
  const picked = isPicked(useContext(PickContext), item.path) ? pickStyles.picked : undefined;
  const name = <bdi className={styles.name}>{legible(String(item.name))}</bdi>;
  if (items === undefined || items.length === 0)
    return (
      <li className={clsx(styles.leaf, changedClass(mark), picked)}>
        {name} <ScalarValue value={item.value} />
        <ChangedWord mark={mark} />
        <PickButton path={item.path} />
      </li>
    );
  return (
    <li className={mark === 'changed' || !open ? changedClass(mark) : undefined}>
      <div className={clsx(styles.line, picked)}>
        <button type="button" className={styles.head} aria-expanded={open} onClick={toggle}>
          {name} <span className={styles.size}>{sizeOf(item.value, items.length)}</span>
          <ChangedWord mark={mark} />
        </button>
        {open ? null : <KnownMark path={item.path} />}
        <PickButton path={item.path} />
      </div>
      {open ? <KnownLine path={item.path} /> : null}
      {open ? <Items items={items} changed={changed} words={below} depth={depth + 1} /> : null}
    </li>
  );
}

/** A scalar, or an empty object or list. */
function ScalarValue({ value }: { readonly value: Json }): JSX.Element {
  if (typeof value === 'string') return <LongText className={styles.text} text={`"${value}"`} limit={200} />;
  if (value !== null && typeof value === 'object')
    return <span className={styles.size}>{Array.isArray(value) ? '[ ]' : '{ }'}</span>;
  return <span className={styles[value === null ? 'null' : typeof value]}>{String(value)}</span>;
}

/** Whether an item is open: as the person set it, else `byItself`. */
function useOpen(byItself: boolean): readonly [boolean, () => void] {
  const [picked, pick] = useState<boolean>();
  const open = picked ?? byItself;
  return [
    open,
    () => {
      pick(!open);
    },
  ];
}
