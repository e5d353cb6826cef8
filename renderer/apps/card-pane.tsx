import { useContext, useLayoutEffect, useRef, type JSX } from 'react';
import type { Card, Parts } from './cards.ts';
import type { ChangedPaths } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { KnownContext, KnownMark, unknownClass } from './known.tsx';
import { KnownLine } from './known-line.tsx';
import { LongText } from './long-text.tsx';
import { PickButton } from './pick.tsx';
import { useFirst } from './use-first.tsx';

interface CardPaneProps {
  readonly card: Card;
  readonly changed: ChangedPaths;
}

/** One thing with all that is known of it. */
export function CardPane({ card, changed }: CardPaneProps): JSX.Element {
  const { heading = card.title, facts, text, parts } = card.open();
  const pane = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // With the frame that shows this card: at once, the page would be laid out for it once more.
    const scrolling = requestAnimationFrame(() => {
      pane.current!.scrollTop = 0;
    });
    return () => {
      cancelAnimationFrame(scrolling);
    };
  }, [card.key]);
  return (
    <article ref={pane} className="card-pane" aria-label={heading}>
      <h3>
        <bdi>{heading}</bdi>
        {card.tag === undefined ? null : <span className="card-tag">{card.tag}</span>}
      </h3>
      <KnownLine path={card.path} />
      <dl>
        {facts.map(({ name, text, path }) => {
          const mark = changed.marks(path);
          return (
            <div key={name} className={changedClass(mark)}>
              <dt>{name}</dt>
              <dd>
                <LongText text={text} />
                <ChangedWord mark={mark} />
                <PickButton path={path} />
              </dd>
            </div>
          );
        })}
      </dl>
      {text === undefined ? null : <LongText text={text} limit={8000} />}
      {parts === undefined ? null : <PartsTable key={card.key} parts={parts} changed={changed} />}
    </article>
  );
}

/** A count, a price, minutes. */
const NUMBER = /^[\d,.]+$/;

function PartsTable({
  parts,
  changed,
}: {
  readonly parts: Parts;
  readonly changed: ChangedPaths;
}): JSX.Element {
  const [first, more] = useFirst(parts.rows);
  const known = useContext(KnownContext);
  const classes = parts.columns.map((_, nth) =>
    first.every(({ cells }) => NUMBER.test(cells[nth]!)) ? 'number is-number' : 'number',
  );
  return (
    <>
      <table className="card-parts">
        <caption>{parts.title}</caption>
        <thead>
          <tr>
            {parts.columns.map((column, nth) => (
              <th key={column} scope="col" className={classes[nth]}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map(({ path, cells }) => {
            const mark = changed.marks(path);
            return (
              <tr
                key={JSON.stringify(path)}
                className={`${changedClass(mark)} ${unknownClass(known.of(path))}`}
              >
                {cells.map((cell, nth) => (
                  <td key={nth} className={classes[nth]}>
                    <LongText text={cell} limit={200} />
                    {nth === 0 ? <ChangedWord mark={mark} /> : null}
                    {nth === 0 ? <KnownMark path={path} /> : null}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {more}
    </>
  );
}
