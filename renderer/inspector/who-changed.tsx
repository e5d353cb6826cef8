import type { JSX } from 'react';
import { Activity, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { WriteKind } from '../../engine/model/index.ts';
import type { LogRow, TrailWriter } from '../../preload/contract.ts';
import { LongText } from '../apps/long-text.tsx';
import { Breakable } from '../elements/breakable.tsx';
import { Button } from '../elements/button.tsx';
import { KindMark } from '../elements/kind-mark.tsx';
import { Message } from '../elements/message.tsx';
import { KIND_WORDS, titleOf } from '../format/words.ts';
import { EntryLink } from '../links/entry-link.tsx';
import { selectValue } from '../state/value-selection.ts';
import { useBench, useRows } from '../state/use-bench.ts';
import { chainTo } from './chain.ts';
import { shortOf } from './short-of.ts';
import './who-changed.css';

const CUT = 120; // characters

const WORDS = {
  set: 'set it',
  inserted: 'put it in',
  deleted: 'took it out',
  within: 'changed something in it',
} as const satisfies Record<WriteKind, string>;

/** Who changed the value that is picked, the last first, up to the playhead; nothing where none is. */
export function WhoChanged(): JSX.Element | null {
  const { value, commands } = useBench();
  const { selected, told, refusal } = useStore(value);
  if (selected === undefined) return null;
  return (
    <section className="who" aria-label="Who changed this?">
      <header>
        <h2>Who changed this?</h2>
        <Button
          icon={Activity}
          label="Probe this value"
          keys="Shift+P"
          bare
          onClick={() => {
            commands.run('probe.value');
          }}
        />
        <Button
          icon={X}
          label="Let go of the value"
          bare
          onClick={() => {
            selectValue(value, undefined);
          }}
        />
      </header>
      <p className="mono who-path">
        <LongText text={[selected.app, ...(told?.trail.path ?? selected.path)].join(' › ')} limit={CUT} />
      </p>
      {refusal === undefined ? null : <Message text={refusal.message} />}
      {told === undefined ? null : <Writers {...told.trail} />}
    </section>
  );
}

interface WritersProps {
  readonly path: unknown;
  readonly writers: readonly TrailWriter[];
  readonly more: boolean;
  readonly next: number | undefined;
}

function Writers({ path, writers, more, next }: WritersProps): JSX.Element {
  const rows = useRows();
  return (
    <>
      {next === undefined ? null : (
        <p className="who-note">
          {path === undefined ? 'Not there at the playhead; next ' : 'Changes next in '}
          <EntryLink entry={next} />
        </p>
      )}
      {writers.length === 0 && path !== undefined ? (
        <p className="who-note">Nobody so far: it is as the run began.</p>
      ) : null}
      <ol>
        {writers.map((writer) => (
          <WriterLine key={writer.index} writer={writer} rows={rows} />
        ))}
      </ol>
      {more ? <p className="who-note">The last 100 are shown; there are older ones.</p> : null}
    </>
  );
}

interface WriterLineProps {
  readonly writer: TrailWriter;
  readonly rows: readonly LogRow[];
}

function WriterLine({ writer, rows }: WriterLineProps): JSX.Element | null {
  const { index, how, value, argument } = writer;
  const row = rows[index];
  if (row === undefined) return null;
  const chain = chainTo(rows, index);
  return (
    <li className="who-writer">
      <p className="who-line">
        <EntryLink entry={index} />
        <KindMark kind={row.kind} idle={false} />
        <span className="mono">
          <Breakable name={titleOf(row)} />
        </span>
      </p>
      <p>
        {`${KIND_WORDS[row.kind]} ${WORDS[how]}`}
        {value === undefined ? null : (
          <>
            {': '}
            <LongText className="mono" text={shortOf(value)} limit={CUT} />
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
        <ol className="who-chain" aria-label="Because of">
          {chain.map((link) => (
            <li key={link.index}>
              {link.asked ? 'asked in ' : 'because of '}
              <EntryLink entry={link.index} /> <Breakable name={titleOf(rows[link.index]!)} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
