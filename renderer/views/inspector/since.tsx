import { X } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import { type AppName, type Difference, printPath } from '../../../engine/model/index.ts';
import type { Answer, Reply } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { shortValueText } from '../../ui/format/values.ts';
import { Message } from '../../ui/messages.tsx';
import { LongText, useShowMore } from '../../ui/text.tsx';
import { EntryLink } from '../../ui/links.tsx';
import styles from './who-changed.module.css';
import inspectorStyles from './inspector.module.css';

const CUT = 120; // characters

interface SinceProps {
  /** Two entries, the earlier one first; −1 is before the first. */
  readonly from: number;
  readonly to: number;
  /** `undefined` until loaded. */
  readonly states: Reply<Answer<'comparison.states'>> | undefined;
  readonly onClose: () => void;
}

/** What changed in the apps between two entries of a run. */
export function Since({ from, to, states, onClose }: SinceProps): JSX.Element {
  return (
    <section className={styles.who} aria-label="Changes between two moments">
      <header>
        <h2>Changes between two moments</h2>
        <Button icon={X} label="Close" bare onClick={onClose} />
      </header>
      <p className={styles.note}>
        From <EntryOrStart at={from} /> to <EntryOrStart at={to} />. Move the playhead to compare another
        moment.
      </p>
      {states === undefined ? null : states.ok ? (
        <States states={states.value} />
      ) : (
        <Message text={states.error.message} />
      )}
    </section>
  );
}

function EntryOrStart({ at }: { readonly at: number }): JSX.Element {
  return at < 0 ? <>the start</> : <EntryLink entry={at} />;
}

function States({ states }: { readonly states: Answer<'comparison.states'> }): JSX.Element {
  const differing = states.filter(({ differences }) => differences.length > 0);
  if (differing.length === 0) return <p>No changes in any app.</p>;
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
        {first.map(({ path, a, b }, index) => (
          <li key={index} className={inspectorStyles.changeRow}>
            <LongText
              className={clsx('mono', inspectorStyles.changePath)}
              text={printPath([app, ...path])}
              limit={CUT}
            />
            <p className={inspectorStyles.changeWrite}>
              <LongText className={inspectorStyles.changeOld} text={shortValueText(a)} limit={CUT} />
              <span aria-hidden> → </span>
              <span className="visually-hidden">to</span>
              <LongText text={shortValueText(b)} limit={CUT} />
            </p>
          </li>
        ))}
      </ol>
      {more}
    </>
  );
}
