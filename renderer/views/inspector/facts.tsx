import type { JSX, ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ActionEntry, LogEntry, SimTime } from '../../../engine/model/index.ts';
import { seek } from '../../stores/selection.ts';
import { useStores } from '../../stores/use-stores.ts';
import { formatMoment } from '../../ui/format/clock.ts';
import { KIND_WORDS, entryTitle } from '../../ui/format/words.ts';
import { Breakable } from '../../ui/text.tsx';
import styles from './inspector.module.css';

const written = (time: SimTime): string => `${formatMoment(time)} UTC`;

/** Who did what when, why, and what came of it. */
export function Facts({ entry }: { readonly entry: LogEntry }): JSX.Element {
  return (
    <dl className={styles.facts}>
      <Fact name="Time">{written(entry.time)}</Fact>
      {entry.due === entry.time ? null : <Fact name="Due">{written(entry.due)}</Fact>}
      {'action' in entry ? (
        <>
          <Fact name="Actor">{KIND_WORDS[entry.kind] + (entry.oracle ? ', by the oracle' : '')}</Fact>
          <Fact name="Tool">
            <span className="mono">
              <Breakable name={`${entry.action.app}.${entry.action.tool}`} />
            </span>
          </Fact>
          <Fact name="Effect">{entry.action.effect}</Fact>
          <Asides entry={entry} />
        </>
      ) : null}
      {entry.causes.length === 0 ? null : (
        <Fact name="Causes">
          <Causes causes={entry.causes} />
        </Fact>
      )}
      <Fact name="Outcome">
        <span className={styles[entry.outcome.status]}>
          {entry.outcome.status === 'skipped' ? `skipped: ${entry.outcome.reason}` : entry.outcome.status}
        </span>
      </Fact>
    </dl>
  );
}

/** One fact; nothing where there is none. */
export function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What is out of the common about an action. */
function Asides({ entry }: { readonly entry: ActionEntry }): JSX.Element | null {
  const asides = [
    entry.direct === true ? 'made between the events of the scenario' : '',
    entry.quiet === true ? 'made with recording off' : '',
    entry.refused === true ? 'refused: the arguments did not fit' : '',
    entry.waited === undefined
      ? ''
      : `waited until ${entry.waited === 'told' ? 'told' : 'its time was over'}`,
  ].filter((text) => text !== '');
  return asides.length === 0 ? null : <Fact name="Note">{asides.join('; ')}</Fact>;
}

/** The entries that released this one; each takes the playhead there. */
function Causes({ causes }: { readonly causes: readonly number[] }): JSX.Element {
  const { log, selection } = useStores();
  const rows = useStore(log, (state) => state.rows);
  return (
    <ul className={styles.causes}>
      {causes.map((at) => {
        const row = rows[at];
        return (
          <li key={at}>
            <button
              type="button"
              onClick={() => {
                seek(selection, at, rows.length);
              }}
            >
              <span className="number">#{at}</span>{' '}
              {row === undefined ? null : <Breakable name={entryTitle(row)} />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
