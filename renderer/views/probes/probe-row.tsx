import { ArrowLeftToLine, ArrowRightToLine, OctagonPause, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { type JSX, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { RunSummary } from '../../../engine/model/index.ts';
import type { Probe } from '../../../preload/contract.ts';
import { isSet, onChangeOf, toggleOnChange } from '../../stores/breakpoints.ts';
import { editProbe, removeProbe, retryProbe, seekProbe } from '../../stores/probes.ts';
import { useStores, useCount, usePosition } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { MOST_CHANGES, NO_SERIES, nthAt, type ProbeSeries } from '../../ui/format/probe-series.ts';
import { isGap, probeName, valueWords } from '../../ui/format/words.ts';
import { focusField } from './probe-form.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import styles from './probes.module.css';

interface ProbeRowProps {
  readonly probe: Probe;
  readonly run: RunSummary | undefined;
  readonly series: ProbeSeries | undefined;
  readonly picked: boolean;
  readonly onPick: () => void;
}

/** A probe with what it comes to at the playhead, and ways to where that changes. */
export function ProbeRow({ probe, run, series = NO_SERIES, picked, onPick }: ProbeRowProps): JSX.Element {
  const stores = useStores();
  const count = useCount();
  const at = usePosition();
  const name = probeName(probe);
  const pauses = useStore(stores.breakpoints, ({ list }) => isSet(list, onChangeOf(probe)));
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (picked) line.current?.scrollIntoView({ block: 'nearest' });
  }, [picked]);
  const seek = (step: 1 | -1) => (): void => {
    onPick();
    seekProbe(stores, step, probe.expression);
  };
  const remove = (): void => {
    const after = line.current?.nextElementSibling?.querySelector<HTMLElement>(`.${styles.probeName}`);
    if (after) after.focus();
    else focusField();
    void removeProbe(stores, probe);
  };
  return (
    <li ref={line} className={clsx(styles.probe, picked && styles.picked)}>
      <button
        type="button"
        className={styles.probeName}
        aria-pressed={picked}
        title={probe.expression}
        onClick={onPick}
      >
        <span className={probe.name === '' ? 'mono' : undefined}>{name}</span>
        {probe.name === '' ? null : (
          <span className={clsx(styles.probeExpression, 'mono')}>{probe.expression}</span>
        )}
      </button>
      {run === undefined ? null : <Now series={series} at={at} count={count} />}
      <div className={styles.tools}>
        {series.trouble === undefined ? null : (
          <Button
            bare
            icon={RotateCw}
            label={`Try ${name} again`}
            onClick={() => {
              retryProbe(stores, probe);
            }}
          />
        )}
        <Button
          bare
          icon={ArrowLeftToLine}
          label={`Previous change of ${name}`}
          disabled={run === undefined}
          onClick={seek(-1)}
        />
        <Button
          bare
          icon={ArrowRightToLine}
          label={`Next change of ${name}`}
          disabled={run === undefined}
          onClick={seek(1)}
        />
        <Button
          bare
          icon={OctagonPause}
          label={`Pause runs where ${name} changes`}
          aria-pressed={pauses}
          onClick={() => {
            onPick();
            void toggleOnChange(stores, probe);
          }}
        />
        <Button
          bare
          icon={Pencil}
          label={`Rename or change ${name}`}
          onClick={() => {
            editProbe(stores, probe);
            focusField();
          }}
        />
        <Button bare icon={Trash2} label={`Remove ${name}`} onClick={remove} />
      </div>
    </li>
  );
}

interface NowProps {
  readonly series: ProbeSeries;
  readonly at: number;
  readonly count: number;
}

/** The value at the playhead beside the whole run; or why there is none. */
function Now({ series, at, count }: NowProps): JSX.Element {
  const { trouble, entries, values, next } = series;
  if (trouble !== undefined) return <p className={styles.trouble}>{trouble}</p>;
  const nth = nthAt(series, at);
  const isFull = entries.length >= MOST_CHANGES;
  // What comes in is looked at in a moment: until then it is what it was last.
  const isOld = nth < 0 && !isFull;
  const value = isOld ? values.at(-1) : values[nth];
  return (
    <>
      <Sparkline series={series} count={count} at={at} />
      <span
        className={clsx(styles.changes, 'number')}
        title={isFull ? `It changes more often: what comes after #${next - 1} is not looked at` : undefined}
      >
        {changesIn(series)}
      </span>
      {value === undefined ? (
        <span className={styles.gap}>{isFull ? 'not looked at' : 'Looking…'}</span>
      ) : (
        <output
          className={clsx(styles.now, isGap(value) ? styles.gap : 'mono', isOld && styles.old)}
          title={valueWords(value)}
        >
          {valueWords(value)}
        </output>
      )}
    </>
  );
}

/** What it begins with is no change. */
function changesIn({ entries }: ProbeSeries): string {
  const changes = Math.max(0, entries.length - 1);
  const amount = `${formatCount(changes)} ${changes === 1 ? 'change' : 'changes'}`;
  return entries.length >= MOST_CHANGES ? `first ${amount}` : amount;
}
