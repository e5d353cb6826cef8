import { Activity } from 'lucide-react';
import type { JSX, KeyboardEvent } from 'react';
import clsx from 'clsx';
import { isJsonObject, type Json, type Path } from '../../../engine/model/index.ts';
import type { Probe } from '../../../preload/contract.ts';
import type { ProbeDraft } from '../../stores/probes.ts';
import { Button } from '../../ui/button.tsx';
import { formatClock } from '../../ui/format/clock.ts';
import { type ProbeSeries, nthAt } from '../../ui/format/probe-series.ts';
import { isGap, probeName, valueWords } from '../../ui/format/words.ts';
import { rowHeightStyle, rowsMoved } from '../../ui/virtual-list.tsx';
import { useRowHeight, useScroller } from '../../ui/virtual-window.ts';
import { type Drafting, expressionFor, ProbeForm } from './probe-form.tsx';
import { type LogPosition, type ProbeActions, ProbeRow } from './probe-row.tsx';
import styles from './probes.module.css';

/** Number of values to search for an example. */
const MAX_VALUES = 500;

/** An example expression for an app's `state`: the length of its first list, if possible one that is not empty. */
export function exampleOf(app: string, state: Json): string {
  const lists: { readonly path: Path; readonly length: number }[] = [];
  const waiting: { readonly value: Json; readonly path: Path }[] = [{ value: state, path: [] }];
  for (let seen = 0; seen < MAX_VALUES && waiting.length > 0; seen++) {
    const { value, path } = waiting.shift()!;
    if (Array.isArray(value)) lists.push({ path, length: value.length });
    else if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) waiting.push({ value: inner, path: [...path, key] });
  }
  const list = lists.find(({ length }) => length > 0) ?? lists[0];
  if (list !== undefined) return `${expressionFor(app, list.path)}.length`;
  return `Object.keys(${expressionFor(app, [])}).length`;
}

interface NoProbesProps {
  readonly example: string | undefined;
  readonly onAdd: (expression: string) => void;
}

/** Explains probes, with an example for the run. */
function NoProbes({ example, onAdd }: NoProbesProps): JSX.Element {
  return (
    <div className={styles.none}>
      <p>
        No probes yet. A probe evaluates an expression on the apps’ states after each entry. Its values form a
        lane of the timeline; the value at the playhead stands here.
      </p>
      {example === undefined ? null : (
        <p>
          <Button
            icon={Activity}
            label="Add example"
            onClick={() => {
              onAdd(example);
            }}
          />
          <code className="mono">{example}</code>
        </p>
      )}
    </div>
  );
}

interface ProbesViewProps {
  readonly list: readonly Probe[];
  /** Values by expression. */
  readonly series: ReadonlyMap<string, ProbeSeries>;
  /** The probe whose changes are listed. */
  readonly picked: Probe | undefined;
  /** Whether a run is shown. */
  readonly shown: boolean;
  readonly log: LogPosition;
  readonly apps: readonly string[];
  /** An example expression for the run. */
  readonly example: string | undefined;
  /** Whether runs pause when the value changes. */
  readonly pauses: (probe: Probe) => boolean;
  readonly draft: ProbeDraft;
  readonly drafting: Drafting;
  readonly actions: ProbeActions;
  readonly onAdd: (expression: string) => void;
  readonly onSeek: (entry: number) => void;
}

/** Probes with their values, a form to add one, and the changes of the picked one. */
export function ProbesView(props: ProbesViewProps): JSX.Element {
  const { list, series, picked, shown, log, apps, example, pauses } = props;
  const { draft, drafting, actions, onAdd, onSeek } = props;
  const followed = picked && series.get(picked.expression);
  return (
    <div className={styles.probes}>
      <ProbeForm {...{ draft, drafting, apps }} />
      {list.length === 0 ? (
        <NoProbes example={shown ? example : undefined} onAdd={onAdd} />
      ) : (
        <div className={styles.body}>
          <ul aria-label="Probes">
            {list.map((probe) => (
              <ProbeRow
                key={probe.expression}
                {...{ probe, shown, log, actions }}
                series={series.get(probe.expression)}
                picked={probe === picked}
                pauses={pauses(probe)}
              />
            ))}
          </ul>
          {followed === undefined || !shown ? null : (
            <ChangeList probe={picked!} series={followed} log={log} onSeek={onSeek} />
          )}
        </div>
      )}
    </div>
  );
}

/** Height of a row, in text heights. */
const ROW = 1.85;

interface ChangeListProps {
  readonly probe: Probe;
  readonly series: ProbeSeries;
  readonly log: LogPosition;
  readonly onSeek: (entry: number) => void;
}

/** The entries at which the value of a probe changed; the one at the playhead stays visible. */
function ChangeList(props: ChangeListProps): JSX.Element {
  const { probe, series, onSeek } = props;
  const { rows, at } = props.log;
  const { entries, values } = series;
  const line = nthAt(series, at);
  const rowHeight = useRowHeight(ROW);
  const { frame, height, drawn, onScroll } = useScroller({
    list: probe.expression,
    count: entries.length,
    height: rowHeight,
    line,
  });
  const go = (nth: number): void => {
    onSeek(entries[Math.max(0, Math.min(nth, entries.length - 1))] ?? -1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = rowsMoved(event, frame.current, rowHeight);
    if (steps !== undefined) go(line + steps);
  };
  return (
    <div
      ref={frame}
      className={styles.list}
      style={rowHeightStyle(rowHeight)}
      role="listbox"
      tabIndex={0}
      aria-label={`Changes of ${probeName(probe)}`}
      aria-activedescendant={line < 0 ? undefined : `probe-change-${line}`}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div role="presentation" style={{ height }}>
        {drawn.map(({ nth, top, key }) => {
          const entry = entries[nth]!;
          const value = values[nth]!;
          const time = rows[entry]?.time;
          return (
            <div
              key={key}
              id={`probe-change-${nth}`}
              className={clsx(styles.change, nth === line && styles.here)}
              role="option"
              aria-selected={nth === line}
              aria-setsize={entries.length}
              aria-posinset={nth + 1}
              style={{ top }}
              onClick={() => {
                go(nth);
              }}
            >
              <span className="number">{entry < 0 ? 'Start' : `#${entry}`}</span>
              <span className="number">{time === undefined ? '' : formatClock(time)}</span>
              <span className={isGap(value) ? styles.gap : 'mono'} title={valueWords(value)}>
                {valueWords(value)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
