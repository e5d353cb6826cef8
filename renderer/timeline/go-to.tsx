import { useState, type JSX } from 'react';
import { Button } from '../elements/button.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { formatCount } from '../format/amount.ts';
import { useCommand } from '../shortcuts/use-command.ts';
import { seek } from '../state/playhead.ts';
import { useBench, useRows, useShownRun } from '../state/use-bench.ts';
import { whereTo } from './where-to.ts';
import './go-to.css';

/** Asks where the playhead is to go: to an entry, an instant, or an event. */
export function GoTo(): JSX.Element | null {
  const { playhead } = useBench();
  const rows = useRows();
  const start = useShownRun()?.start;
  const [text, setText] = useState<string>();
  const [lost, setLost] = useState(false);
  useCommand(
    'playhead.goTo',
    () => {
      setText('');
      setLost(false);
    },
    rows.length > 0,
  );
  if (text === undefined || start === undefined) return null;
  const close = (): void => {
    setText(undefined);
  };
  const go = (): void => {
    const to = whereTo(text, rows, start);
    setLost(to === undefined);
    if (to === undefined) return;
    playhead.setState({ playing: false });
    seek(playhead, to, rows.length);
    close();
  };
  return (
    <Dialog label="Go to an entry or a time" className="go-to" onClose={close}>
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
        <p id="go-to-help" role="status" className={lost ? 'go-to-lost' : ''}>
          {lost
            ? `found "${text.trim()}", wanted an entry up to #${rows.length - 1}, a time, or an event of this run`
            : `An entry by its number, up to #${formatCount(rows.length - 1)}; a time of day, or so long after the start; an event by its name.`}
        </p>
      </form>
    </Dialog>
  );
}
