import type { JSX } from 'react';
import type { ComparedRow } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { KindMark } from '../elements/kind-mark.tsx';
import { formatClock } from '../format/clock.ts';
import { isIdle, isTrouble, titleOf } from '../format/words.ts';
import { ROW_KINDS } from './row-kinds.ts';
import { sideInShort } from './side-in-short.ts';

interface PairRowProps {
  readonly place: number;
  readonly row: ComparedRow;
  readonly a: LogRow | undefined;
  readonly b: LogRow | undefined;
  /** CSS px from the top of the list. */
  readonly top: number;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** Two counterparts in one line, or one that has none. */
export function PairRow({ place, row, a, b, top, selected, onSelect }: PairRowProps): JSX.Element {
  const { sign, word } = ROW_KINDS[row.kind];
  return (
    <div
      id={`pair-${place}`}
      className={`pair pair-${row.kind}`}
      role="row"
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <Side row={a} words={a && sideInShort(row, 'a', a)} />
      <span className={`pair-sign sign-${row.kind}`} role="gridcell" aria-label={word} title={word}>
        {sign}
      </span>
      <Side row={b} words={b && sideInShort(row, 'b', b)} />
    </div>
  );
}

interface SideProps {
  readonly row: LogRow | undefined;
  readonly words: string | undefined;
}

function Side({ row, words }: SideProps): JSX.Element {
  if (row === undefined) return <span className="side none" role="gridcell" />;
  return (
    <span className={`side ${isTrouble(row) ? 'trouble' : ''}`} role="gridcell">
      <span className="side-index number">#{row.index}</span>
      <span className="side-time number">{formatClock(row.time)}</span>
      <KindMark kind={row.kind} idle={isIdle(row)} />
      <span className="mono side-title" title={row.event}>
        {titleOf(row)}
      </span>
      <span className="side-gist" title={row.gist}>
        {words}
      </span>
    </span>
  );
}
