import { NotebookPen } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import {
  type AppName,
  type Change,
  isAtOrBelow,
  type Json,
  printPath,
  valueAt,
} from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { shortValueText } from '../../ui/format/values.ts';
import { LongText, useShowMore } from '../../ui/text.tsx';
import styles from './inspector.module.css';

/**
 * The value that change number `at` replaced, from the state before the entry or from earlier changes; `undefined` when an
 * earlier change moved values.
 */
function valueBefore(
  changes: readonly Change[],
  at: number,
  before: Json | undefined,
): { readonly value: Json | undefined } | undefined {
  const { app, path } = changes[at]!;
  for (const earlier of changes.slice(0, at).reverse()) {
    if (earlier.app !== app) continue;
    if (isAtOrBelow(path, earlier.path)) {
      if (earlier.op === 'splice') return undefined;
      return {
        value: earlier.op === 'set' ? valueAt(earlier.value, path.slice(earlier.path.length)) : undefined,
      };
    }
    if (isAtOrBelow(earlier.path, path)) return undefined;
  }
  return before === undefined ? undefined : { value: valueAt(before, path) };
}

const NAMED = 3; // items of a splice that are named
const CUT = 120; // characters

interface ChangesProps {
  readonly changes: readonly Change[];
  /** States before the entry, of the apps in which it replaced a value. */
  readonly before: ReadonlyMap<AppName, Json>;
  /** Writes a note on a changed value; `undefined` when notes cannot be written. */
  readonly onNote: ((change: Change) => void) | undefined;
}

/** The changes of an entry, one row each: path, old value, new value. */
export function Changes({ changes, before, onNote }: ChangesProps): JSX.Element | null {
  const [first, more] = useShowMore(changes);
  if (changes.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>Changed</h3>
      <ol>
        {first.map((change, index) => (
          <li key={index} className={styles.changeRow}>
            <div className={styles.changeHead}>
              <LongText
                className={clsx('mono', styles.changePath)}
                text={printPath([change.app, ...change.path])}
                limit={CUT}
              />
              {onNote === undefined ? null : (
                <Button
                  bare
                  icon={NotebookPen}
                  label="Add note to this value"
                  onClick={() => {
                    onNote(change);
                  }}
                />
              )}
            </div>
            <Write change={change} found={valueBefore(changes, index, before.get(change.app))} />
          </li>
        ))}
      </ol>
      {more}
    </section>
  );
}

interface WriteProps {
  readonly change: Change;
  readonly found: ReturnType<typeof valueBefore>;
}

function Write({ change, found }: WriteProps): JSX.Element {
  if (change.op === 'splice') return <Splice change={change} />;
  return (
    <p className={styles.changeWrite}>
      <span className="visually-hidden">from</span>
      {found === undefined ? (
        '…'
      ) : (
        <LongText className={styles.changeOld} text={shortValueText(found.value)} limit={CUT} />
      )}
      <span aria-hidden> → </span>
      <span className="visually-hidden">to</span>
      <LongText text={change.op === 'set' ? shortValueText(change.value) : 'deleted'} limit={CUT} />
    </p>
  );
}

function Splice({ change }: { readonly change: Change & { readonly op: 'splice' } }): JSX.Element {
  const { at, remove, insert } = change;
  const amounts = [
    insert.length > 0 ? `+${insert.length}` : '',
    remove > 0 ? `−${remove}` : '',
    `at ${at}`,
  ].filter((text) => text !== '');
  const named = insert.slice(0, NAMED).map(shortValueText).join(', ');
  return (
    <p className={styles.changeWrite}>
      <span className="number">{amounts.join(' ')}</span>{' '}
      <LongText text={insert.length > NAMED ? `${named}, …` : named} limit={CUT} />
    </p>
  );
}
