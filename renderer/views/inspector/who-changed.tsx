import { Activity, X } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import { printPath, type WriteKind } from '../../../engine/model/index.ts';
import type { LogRow, ValueWriter } from '../../../preload/contract.ts';
import type { ValueHistoryState } from '../../stores/inspection.ts';
import { Button } from '../../ui/button.tsx';
import { shortValueText } from '../../ui/format/values.ts';
import { KIND_WORDS, entryTitle } from '../../ui/format/words.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import { Message } from '../../ui/messages.tsx';
import { Breakable, LongText } from '../../ui/text.tsx';
import { EntryLink } from '../../ui/links.tsx';
import styles from './who-changed.module.css';

const MAX_LINKS = 5;

/** One link of a chain of causes. If `asked`, it is the user's message that an agent's action responds to. */
export interface CauseLink {
  readonly index: number;
  readonly asked: boolean;
}

/**
 * The causes that led to an entry, a few links back. An agent's action without a cause links to the last message of the user
 * before it.
 */
export function chainTo(rows: readonly LogRow[], index: number): readonly CauseLink[] {
  const chain: CauseLink[] = [];
  let row = rows[index];
  while (row !== undefined && chain.length < MAX_LINKS) {
    // The last cause is the one that the entry waited for longest.
    const cause = row.causes.at(-1);
    const asked = cause === undefined && row.kind === 'agent';
    const from = asked ? lastAsked(rows, row.index) : cause;
    if (from === undefined) break;
    // An earlier check of the same event adds nothing.
    if (rows[from]?.event !== row.event) chain.push({ index: from, asked });
    row = rows[from];
  }
  return chain;
}

function lastAsked(rows: readonly LogRow[], before: number): number | undefined {
  for (let at = before - 1; at >= 0; at -= 1) if (rows[at]!.tool === 'send_message_to_agent') return at;
  return undefined;
}

const CUT = 120; // characters

const WORDS = {
  set: 'set it',
  inserted: 'added it',
  deleted: 'removed it',
  within: 'changed part of it',
} as const satisfies Record<WriteKind, string>;

interface WhoChangedProps {
  readonly selected: NonNullable<ValueHistoryState['selected']>;
  /** `undefined` until loaded. */
  readonly history: ValueHistoryState['history'];
  readonly problem: ValueHistoryState['problem'];
  readonly rows: readonly LogRow[];
  readonly onProbe: () => void;
  readonly onClear: () => void;
}

/** The changes of a value up to the playhead, latest first. */
export function WhoChanged(props: WhoChangedProps): JSX.Element {
  const { selected, history, problem, rows, onProbe, onClear } = props;
  return (
    <section className={styles.who} aria-label="Who changed this?">
      <header>
        <h2>Who changed this?</h2>
        <Button icon={Activity} label="Probe this value" command="probe.value" bare onClick={onProbe} />
        <Button icon={X} label="Clear" bare onClick={onClear} />
      </header>
      <p className={clsx('mono', styles.path)}>
        <LongText
          text={printPath([selected.app, ...(history?.valueHistory.path ?? selected.path)])}
          limit={CUT}
        />
      </p>
      {problem === undefined ? null : <Message text={problem.message} />}
      {history === undefined ? null : <Writers {...history.valueHistory} rows={rows} />}
    </section>
  );
}

interface WritersProps {
  readonly path: unknown;
  readonly writers: readonly ValueWriter[];
  readonly more: boolean;
  readonly next: number | undefined;
  readonly rows: readonly LogRow[];
}

function Writers({ path, writers, more, next, rows }: WritersProps): JSX.Element {
  return (
    <>
      {next === undefined ? null : (
        <p className={styles.note}>
          {path === undefined ? 'Not present here; next change in ' : 'Next change in '}
          <EntryLink entry={next} />
        </p>
      )}
      {writers.length === 0 && path !== undefined ? (
        <p className={styles.note}>Unchanged since the start of the run.</p>
      ) : null}
      <ol>
        {writers.map((writer) => (
          <WriterLine key={writer.index} writer={writer} rows={rows} />
        ))}
      </ol>
      {more ? <p className={styles.note}>Showing the last 100 changes.</p> : null}
    </>
  );
}

interface WriterLineProps {
  readonly writer: ValueWriter;
  readonly rows: readonly LogRow[];
}

function WriterLine({ writer, rows }: WriterLineProps): JSX.Element | null {
  const { index, how, value, argument } = writer;
  const row = rows[index];
  if (row === undefined) return null;
  const chain = chainTo(rows, index);
  return (
    <li className={styles.writer}>
      <p className={styles.line}>
        <EntryLink entry={index} />
        <KindMark kind={row.kind} idle={false} />
        <span className="mono">
          <Breakable name={entryTitle(row)} />
        </span>
      </p>
      <p>
        {`${KIND_WORDS[row.kind]} ${WORDS[how]}`}
        {value === undefined ? null : (
          <>
            {': '}
            <LongText className="mono" text={shortValueText(value)} limit={CUT} />
          </>
        )}
        {argument === undefined ? null : (
          <>
            {', from argument '}
            <span className="mono">{argument}</span>
          </>
        )}
      </p>
      {chain.length === 0 ? null : (
        <ol className={styles.chain} aria-label="Caused by">
          {chain.map((link) => (
            <li key={link.index}>
              {link.asked ? 'requested in ' : 'caused by '}
              <EntryLink entry={link.index} /> <Breakable name={entryTitle(rows[link.index]!)} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
