import { Lightbulb } from 'lucide-react';
import { Fragment, type JSX, type ReactNode, useState } from 'react';
import clsx from 'clsx';
import type { Hint } from '../../engine/model/index.ts';
import { Button } from './button.tsx';
import { formatCount } from './format/numbers.ts';
import styles from './long-text.module.css';
import hintListStyles from './hint-list.module.css';

/** A name out of code, which goes on in the next line where one of its words ends, rather than within a word. */
export function Breakable({ name }: { readonly name: string }): JSX.Element {
  return (
    <bdi>
      {name.split(/(?<=[._])|(?<=[a-z])(?=[A-Z])/).map((part, nth) => (
        <Fragment key={nth}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  );
}

interface LongTextProps {
  readonly text: string;
  /** How many characters are shown at first. */
  readonly limit?: number;
  readonly className?: string | undefined;
}

/** A text as it is, cut where it is long, with a way to all of it. */
export const LongText = ({ text, limit = 400, className }: LongTextProps): JSX.Element => (
  <CutText text={text} long={text.length > limit} className={className}>
    {(all) => (all ? text : `${text.slice(0, limit)}…`)}
  </CutText>
);

interface CutTextProps {
  readonly text: string;
  readonly long: boolean;
  readonly className: string | undefined;
  /** What is shown of the text: all of it, or as much as will do at first. */
  readonly children: (all: boolean) => ReactNode;
}

/** A text that is cut at first where it is `long`, with a way to all of it. */
export function CutText({ text, long, className, children }: CutTextProps): JSX.Element {
  /** The text that was asked for in full: another that comes in its place is cut again. */
  const [whole, showWhole] = useState<string>();
  const all = whole === text;
  return (
    <span className={clsx(styles.longText, className)}>
      <bdi>{children(!long || all)}</bdi>
      {long ? (
        <button
          type="button"
          className={styles.more}
          aria-expanded={all}
          onClick={() => {
            showWhole(all ? undefined : text);
          }}
        >
          {all ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </span>
  );
}

const CUT = 400; // characters

const WORDS = { task: 'Task hint', environment: 'Environment hint' } as const satisfies Record<
  Hint['kind'],
  string
>;

/** Hints for one event. */
export function HintList({ hints }: { readonly hints: readonly Hint[] }): JSX.Element | null {
  if (hints.length === 0) return null;
  return (
    <ul className={hintListStyles.list} aria-label="Hints">
      {hints.map(({ kind, text }, nth) => (
        <li key={nth} title={WORDS[kind]}>
          <Lightbulb role="img" aria-label={WORDS[kind]} />
          <LongText text={text} limit={CUT} />
        </li>
      ))}
    </ul>
  );
}

const STEP = 200;

/** As many items as a list can show at ease, and a button that brings more. */
export function useShowMore<Item>(items: readonly Item[]): readonly [readonly Item[], JSX.Element | null] {
  const [limit, setLimit] = useState(STEP);
  const left = items.length - limit;
  const more =
    left <= 0 ? null : (
      <Button
        label={`Show more (${formatCount(left)} left)`}
        onClick={() => {
          setLimit(limit + STEP);
        }}
      />
    );
  return [items.slice(0, limit), more];
}
