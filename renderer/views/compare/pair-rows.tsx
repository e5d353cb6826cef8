import { useVirtualizer } from '@tanstack/react-virtual';
import { type JSX, type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Compared } from '../../stores/comparison.ts';
import { selectRow } from '../../stores/comparison.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Empty } from '../../ui/messages.tsx';
import { rowsMoved } from '../../ui/virtual-list.tsx';
import { PairRow } from './pair-row.tsx';
import { placesShown } from './places.ts';

const ROW_HEIGHT = 26; // CSS px

/** Both logs, counterparts side by side. */
export function PairRows({ shown }: { readonly shown: Compared }): JSX.Element {
  const { comparison: store } = useStores();
  const { at, onlyDifferent } = useStore(store);
  const { rows } = shown.comparison;
  const places = useMemo(() => placesShown(rows, onlyDifferent), [rows, onlyDifferent]);
  const selected = places.indexOf(at);
  const frame = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by what it answers
  const virtual = useVirtualizer({
    count: places.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });

  useEffect(() => {
    // What had the focus has made room for the comparison.
    if (document.activeElement === document.body) frame.current?.focus();
  }, []);

  const reached = useRef(-Infinity);
  useEffect(() => {
    const element = frame.current;
    if (selected < 0 || element === null) return;
    const isNext = Math.abs(selected - reached.current) <= 1;
    reached.current = selected;
    const top = selected * ROW_HEIGHT;
    const lowest = top + ROW_HEIGHT - element.clientHeight;
    if (element.scrollTop <= top && element.scrollTop >= lowest) return;
    // After a leap more of what follows from the difference is in sight than of what was before it.
    element.scrollTop = !isNext ? top - element.clientHeight / 3 : top < element.scrollTop ? top : lowest;
  }, [selected, virtual.scrollRect?.height]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = rowsMoved(event, frame.current, ROW_HEIGHT);
    if (step === undefined) return;
    const place = places[Math.max(0, Math.min(places.length - 1, selected + step))];
    if (place !== undefined) selectRow(store, place);
  };

  if (places.length === 0) return <Empty title="Nothing differs" />;
  return (
    <div
      ref={frame}
      className="pairs"
      role="grid"
      aria-label="Aligned entries"
      aria-rowcount={places.length}
      aria-readonly
      tabIndex={0}
      aria-activedescendant={selected < 0 ? undefined : `pair-${at}`}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="pairs-rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const place = places[index]!;
          const row = rows[place]!;
          return (
            <PairRow
              key={place}
              place={place}
              row={row}
              a={row.a === undefined ? undefined : shown.a[row.a]}
              b={row.b === undefined ? undefined : shown.b[row.b]}
              top={start}
              selected={place === at}
              onSelect={() => {
                selectRow(store, place);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}
