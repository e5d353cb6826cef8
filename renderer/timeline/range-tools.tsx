import type { JSX } from 'react';
import { useStore } from 'zustand';
import { Repeat, X } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { formatEntries } from '../format/amount.ts';
import { formatSpan } from '../format/clock.ts';
import { useCommand } from '../shortcuts/use-command.ts';
import { dropRange, positionNow, setEnd } from '../state/playhead.ts';
import { useBench, useRows } from '../state/use-bench.ts';
import type { Plot } from './plot.ts';

/** The range of entries that is picked: how long it is, whether it loops, and the way to let go of it. */
export function RangeTools({ plot }: { readonly plot: Plot | undefined }): JSX.Element {
  const bench = useBench();
  const { playhead } = bench;
  const range = useStore(playhead, (head) => head.range);
  const looping = useStore(playhead, (head) => head.looping);
  const rows = useRows();
  const picked = range !== undefined;
  const loop = (): void => {
    playhead.setState({ looping: !looping });
  };
  const show = (): void => {
    if (range !== undefined) plot?.lookAt(range.from, range.to);
  };
  const drop = (): void => {
    dropRange(playhead);
  };
  useCommand('range.from', () => {
    setEnd(playhead, 'from', positionNow(bench), rows.length);
  });
  useCommand('range.to', () => {
    setEnd(playhead, 'to', positionNow(bench), rows.length);
  });
  useCommand('range.loop', loop, picked);
  useCommand('range.show', show, picked);
  useCommand('range.drop', drop, picked);

  return (
    <div className="range-tools" role="group" aria-label="Range">
      <Button
        bare
        icon={Repeat}
        label="Loop the range"
        keys="L"
        title={
          picked ? 'Loop the range (L)' : 'Loop a range: drag over the lanes, or set its ends with I and O'
        }
        aria-pressed={looping}
        disabled={!picked}
        onClick={loop}
      />
      {range === undefined ? null : (
        <>
          <button type="button" className="range-chip number" title="Zoom to the range (Z)" onClick={show}>
            #{range.from} – #{range.to}
            <span className="range-length">{lengthOf(rows, range.from, range.to)}</span>
          </button>
          <Button bare icon={X} label="Let go of the range" keys="Esc" onClick={drop} />
        </>
      )}
    </div>
  );
}

const lengthOf = (rows: ReturnType<typeof useRows>, from: number, to: number): string =>
  `${formatEntries(to - from + 1)} · ${formatSpan((rows[to]?.time ?? 0) - (rows[from]?.time ?? 0))}`;
