import { type JSX, useState } from 'react';
import type { SimTime } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { parseTime } from '../../ui/query/log-query.ts';
import { lastAt } from './moves.ts';
import styles from './go-to.module.css';

type Row = Pick<LogRow, 'time' | 'event'>;

/**
 * Index of the entry that `text` names: `412` or `#412`, the last entry at or before a time (`10:04`, or `+5m` after the
 * start), or the first entry of an event; −1 is before the first entry, `undefined` means no match.
 */
export function parseDestination(text: string, rows: readonly Row[], start: SimTime): number | undefined {
  const said = text.trim();
  const number = /^#?(\d+)$/.exec(said)?.[1];
  if (number !== undefined) return Number(number) < rows.length ? Number(number) : undefined;
  const time = parseTime(said, start);
  if (time !== undefined) return lastAt(rows, time);
  const first = rows.findIndex(({ event }) => event === said);
  return first < 0 ? undefined : first;
}

interface GoToViewProps {
  readonly rows: readonly Row[];
  /** Start of the run. */
  readonly start: SimTime;
  readonly onGo: (entry: number) => void;
  readonly onClose: () => void;
}

/** Asks for the entry, time or event to move the playhead to. */
export function GoToView({ rows, start, onGo, onClose }: GoToViewProps): JSX.Element {
  const [text, setText] = useState('');
  const [lost, setLost] = useState(false);
  const go = (): void => {
    const to = parseDestination(text, rows, start);
    if (to === undefined) setLost(true);
    else onGo(to);
  };
  return (
    <Dialog label="Go to entry or time" className={styles.goTo} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <input
          autoFocus
          aria-label="Entry, time or event"
          aria-invalid={lost}
          aria-describedby="go-to-help"
          placeholder="#12, 10:04:31, +5m or an event"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setLost(false);
          }}
        />
        <Button type="submit" tone="primary" label="Go" disabled={text.trim() === ''} />
        <p id="go-to-help" role="status" className={lost ? styles.lost : undefined}>
          {lost
            ? `"${text.trim()}" is not an entry up to #${rows.length - 1}, a time, or an event of this run.`
            : `An entry number up to #${rows.length - 1}, a time of day, a time after the start, or the name of an event.`}
        </p>
      </form>
    </Dialog>
  );
}
