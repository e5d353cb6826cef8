import { ArrowLeftToLine, ArrowRightToLine, OctagonPause, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { type JSX, useEffect, useRef } from 'react';
import clsx from 'clsx';
import { legible, plural } from '../../../engine/model/index.ts';
import type { LogRow, Probe } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { MAX_CHANGES, NO_SERIES, nthAt, type ProbeSeries } from '../../ui/format/probe-series.ts';
import { isGap, probeName, valueWords } from '../../ui/format/words.ts';
import { focusField } from './probe-form.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import styles from './probes.module.css';

/** Actions on a probe. */
export interface ProbeActions {
  readonly pick: (probe: Probe) => void;
  /** Moves the playhead to the next or previous change. */
  readonly seek: (probe: Probe, step: 1 | -1) => void;
  readonly retry: (probe: Probe) => void;
  readonly togglePause: (probe: Probe) => void;
  readonly edit: (probe: Probe) => void;
  readonly remove: (probe: Probe) => void;
}

/** The log with the playhead's position. */
export interface LogPosition {
  readonly rows: readonly LogRow[];
  readonly count: number;
  readonly at: number;
}

interface ProbeRowProps {
  readonly probe: Probe;
  /** Whether a run is shown. */
  readonly shown: boolean;
  readonly series: ProbeSeries | undefined;
  readonly log: LogPosition;
  readonly picked: boolean;
  /** Whether runs pause when the value changes. */
  readonly pauses: boolean;
  readonly actions: ProbeActions;
}

/** A probe with its value at the playhead, and buttons to go to its changes. */
export function ProbeRow(props: ProbeRowProps): JSX.Element {
  const { probe, shown, series = NO_SERIES, log, picked, pauses, actions } = props;
  const name = probeName(probe);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (picked) line.current?.scrollIntoView({ block: 'nearest' });
  }, [picked]);
  const seek = (step: 1 | -1) => (): void => {
    actions.pick(probe);
    actions.seek(probe, step);
  };
  const remove = (): void => {
    const after = line.current?.nextElementSibling?.querySelector<HTMLElement>(`.${styles.probeName}`);
    if (after) after.focus();
    else focusField();
    actions.remove(probe);
  };
  return (
    <li ref={line} className={clsx(styles.probe, picked && styles.picked)}>
      <button
        type="button"
        className={styles.probeName}
        aria-pressed={picked}
        title={legible(probe.expression)}
        onClick={() => {
          actions.pick(probe);
        }}
      >
        <span className={probe.name === '' ? 'mono' : undefined}>{legible(name)}</span>
        {probe.name === '' ? null : (
          <span className={clsx(styles.probeExpression, 'mono')}>{legible(probe.expression)}</span>
        )}
      </button>
      {shown ? <Now series={series} at={log.at} count={log.count} /> : null}
      <div className={styles.tools}>
        {series.problem === undefined ? null : (
          <Button
            bare
            icon={RotateCw}
            label={`Retry ${name}`}
            onClick={() => {
              actions.retry(probe);
            }}
          />
        )}
        <Button
          bare
          icon={ArrowLeftToLine}
          label={`Previous change of ${name}`}
          disabled={!shown}
          onClick={seek(-1)}
        />
        <Button
          bare
          icon={ArrowRightToLine}
          label={`Next change of ${name}`}
          disabled={!shown}
          onClick={seek(1)}
        />
        <Button
          bare
          icon={OctagonPause}
          label={`Pause when ${name} changes`}
          aria-pressed={pauses}
          onClick={() => {
            actions.pick(probe);
            actions.togglePause(probe);
          }}
        />
        <Button
          bare
          icon={Pencil}
          label={`Edit ${name}`}
          onClick={() => {
            actions.edit(probe);
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

/** The value at the playhead and a sparkline of the whole run, or the reason why there is none. */
function Now({ series, at, count }: NowProps): JSX.Element {
  const { problem, entries, values, next } = series;
  if (problem !== undefined) return <p className={styles.failure}>{problem}</p>;
  const nth = nthAt(series, at);
  const isFull = entries.length >= MAX_CHANGES;
  // New entries are evaluated shortly; until then the last value is shown.
  const isOld = nth < 0 && !isFull;
  const value = isOld ? values.at(-1) : values[nth];
  return (
    <>
      <Sparkline series={series} count={count} at={at} />
      <span
        className={clsx(styles.changes, 'number')}
        title={isFull ? `Too many changes: not evaluated after #${next - 1}` : undefined}
      >
        {changesIn(series)}
      </span>
      {value === undefined ? (
        <span className={styles.gap}>{isFull ? 'not evaluated' : 'Evaluating…'}</span>
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

/** Number of changes; the first value does not count. */
function changesIn({ entries }: ProbeSeries): string {
  const changes = Math.max(0, entries.length - 1);
  const amount = plural(changes, 'change');
  return entries.length >= MAX_CHANGES ? `first ${amount}` : amount;
}
