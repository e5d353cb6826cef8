import { X } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import type { AppName, Difference, RunId } from '../../../engine/model/index.ts';
import type { Answer } from '../../../preload/contract.ts';
import { useAnswer, usePosition } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { shortOf } from '../../ui/format/values.ts';
import { Message } from '../../ui/messages.tsx';
import { LongText, useShowMore } from '../../ui/text.tsx';
import { EntryLink } from '../links/index.ts';
import styles from './who-changed.module.css';
import inspectorStyles from './inspector.module.css';

const CUT = 120; // characters

interface SinceProps {
  readonly run: RunId;
  /** The entry that is held; −1 is before the first. */
  readonly held: number;
  readonly onLetGo: () => void;
}

/** What changed in the apps between the moment that is held and the playhead, whichever comes first. */
export function Since({ run, held, onLetGo }: SinceProps): JSX.Element {
  const position = usePosition();
  const [from, to] = position < held ? [position, held] : [held, position];
  const answered = useAnswer('runs.states', { a: { run, at: from }, b: { run, at: to } });
  return (
    <section className={styles.who} aria-label="Changed between two moments">
      <header>
        <h2>Changed between two moments</h2>
        <Button icon={X} label="Let go of the moment" bare onClick={onLetGo} />
      </header>
      <p className={styles.note}>
        From <Moment at={from} /> to <Moment at={to} />. Move the playhead for another.
      </p>
      {answered === undefined ? null : answered.reply.ok ? (
        <States states={answered.reply.value} />
      ) : (
        <Message text={answered.reply.error.message} />
      )}
    </section>
  );
}

function Moment({ at }: { readonly at: number }): JSX.Element {
  return at < 0 ? <>the start</> : <EntryLink entry={at} />;
}

function States({ states }: { readonly states: Answer<'runs.states'> }): JSX.Element {
  const differing = states.filter(({ differences }) => differences.length > 0);
  if (differing.length === 0) return <p>Nothing changed in any app.</p>;
  return (
    <>
      {differing.map(({ app, differences }) => (
        <Differences key={app} app={app} differences={differences} />
      ))}
    </>
  );
}

interface DifferencesProps {
  readonly app: AppName;
  readonly differences: readonly Difference[];
}

function Differences({ app, differences }: DifferencesProps): JSX.Element {
  const [first, more] = useShowMore(differences);
  return (
    <>
      <ol aria-label={`Changed in ${app}`}>
        {first.map(({ path, a, b }, at) => (
          <li key={at} className={inspectorStyles.changeRow}>
            <LongText
              className={clsx('mono', inspectorStyles.changePath)}
              text={[app, ...path].join(' › ')}
              limit={CUT}
            />
            <p className={inspectorStyles.changeWrite}>
              <LongText className={inspectorStyles.changeOld} text={shortOf(a)} limit={CUT} />
              <span aria-hidden> → </span>
              <span className="visually-hidden">to</span>
              <LongText text={shortOf(b)} limit={CUT} />
            </p>
          </li>
        ))}
      </ol>
      {more}
    </>
  );
}
