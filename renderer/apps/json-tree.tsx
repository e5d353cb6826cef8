import { useContext, useState, type JSX } from 'react';
import type { Json } from '../../engine/model/index.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { NOTHING_CHANGED, type ChangedPaths } from './changed-paths.ts';
import { KnownMark } from './known.tsx';
import { KnownLine } from './known-line.tsx';
import { LongText } from './long-text.tsx';
import { isPicked, PickButton, PickContext } from './pick.tsx';
import { FOLD, foldsOf, itemsOf, sizeOf, type TreeItem } from './tree-items.ts';
import './json-tree.css';

const OPENED_BY_CHANGE = 8; // levels that open by themselves to show what changed

interface JsonTreeProps {
  readonly value: Json;
  readonly changed?: ChangedPaths;
  readonly label: string;
}

/** Any value of JSON, to unfold level by level. */
export function JsonTree({ value, changed = NOTHING_CHANGED, label }: JsonTreeProps): JSX.Element {
  const items = itemsOf(value, []);
  return (
    <div className="json-tree mono" role="group" aria-label={label}>
      {items === undefined || items.length === 0 ? (
        <Plain value={value} />
      ) : (
        <Items items={items} changed={changed} depth={0} />
      )}
    </div>
  );
}

interface LevelProps {
  readonly changed: ChangedPaths;
  readonly depth: number;
}

function Items({ items, ...level }: LevelProps & { readonly items: readonly TreeItem[] }): JSX.Element {
  return (
    <ul>
      {items.length <= FOLD
        ? items.map((item) => <Node key={item.name} item={item} {...level} />)
        : foldsOf(items).map((fold, nth) => <Fold key={nth} items={fold} from={nth * FOLD} {...level} />)}
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
  return (
    <li className={inside && !open ? 'is-changed' : ''}>
      <button type="button" className="tree-head" aria-expanded={open} onClick={toggle}>
        <span className="tree-size">{`${from} … ${from + items.length - 1}`}</span>
        <ChangedWord mark={inside ? 'within' : 'no'} />
      </button>
      {open ? <Items items={items} {...level} /> : null}
    </li>
  );
}

function Node({ item, changed, depth }: LevelProps & { readonly item: TreeItem }): JSX.Element {
  const mark = changed.marks(item.path);
  const items = itemsOf(item.value, item.path);
  const [open, toggle] = useOpen(mark === 'within' && depth < OPENED_BY_CHANGE);
  const picked = isPicked(useContext(PickContext), item.path) ? 'is-picked' : '';
  const name = <bdi className="tree-name">{item.name}</bdi>;
  if (items === undefined || items.length === 0)
    return (
      <li className={`tree-leaf ${changedClass(mark)} ${picked}`}>
        {name} <Plain value={item.value} />
        <ChangedWord mark={mark} />
        <PickButton path={item.path} />
      </li>
    );
  return (
    <li className={mark === 'changed' || !open ? changedClass(mark) : ''}>
      <div className={`tree-line ${picked}`}>
        <button type="button" className="tree-head" aria-expanded={open} onClick={toggle}>
          {name} <span className="tree-size">{sizeOf(item.value, items.length)}</span>
          <ChangedWord mark={mark} />
        </button>
        {open ? null : <KnownMark path={item.path} />}
        <PickButton path={item.path} />
      </div>
      {open ? <KnownLine path={item.path} /> : null}
      {open ? <Items items={items} changed={changed} depth={depth + 1} /> : null}
    </li>
  );
}

/** A value with nothing inside. */
function Plain({ value }: { readonly value: Json }): JSX.Element {
  if (typeof value === 'string') return <LongText className="tree-text" text={`"${value}"`} limit={200} />;
  if (value !== null && typeof value === 'object')
    return <span className="tree-size">{Array.isArray(value) ? '[ ]' : '{ }'}</span>;
  return <span className={`tree-${value === null ? 'null' : typeof value}`}>{String(value)}</span>;
}

/** Open as the person left it, else as `byItself` says. */
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
