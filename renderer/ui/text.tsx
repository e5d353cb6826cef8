import { Lightbulb } from 'lucide-react';
import { Fragment, type JSX, type ReactNode, useEffect, useState } from 'react';
import clsx from 'clsx';
import { legible, type Hint } from '../../engine/model/index.ts';
import { Button } from './button.tsx';
import { formatCount } from './format/numbers.ts';
import styles from './long-text.module.css';
import nameStyles from './name.module.css';
import hintListStyles from './hint-list.module.css';

/** A name from code that wraps between its words, not within them. */
export function Breakable({ name }: { readonly name: string }): JSX.Element {
  return (
    <bdi>
      {legible(name)
        .split(/(?<=[._])|(?<=[a-z])(?=[A-Z])/)
        .map((part, index) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
    </bdi>
  );
}

interface HoverTextProps {
  readonly text: string;
  readonly className?: string | undefined;
}

/** A text from elsewhere that is cut where it has no room, and is whole on hover. */
export const HoverText = ({ text, className }: HoverTextProps): JSX.Element => (
  <bdi className={className} title={legible(text)}>
    {legible(text)}
  </bdi>
);

/** A name of a task, a model or a set, which is cut at its beginning where it has no room: names often differ only at their ends. */
export const Name = ({ text }: { readonly text: string }): JSX.Element => (
  <span className={nameStyles.name}>
    <bdi dir="ltr">{legible(text)}</bdi>
  </span>
);

interface LongTextProps {
  readonly text: string;
  /** Number of characters shown at first. */
  readonly limit?: number;
  readonly className?: string | undefined;
}

/** A text that is cut when long, with a button to show all of it. */
export const LongText = ({ text, limit = 400, className }: LongTextProps): JSX.Element => (
  <CutText text={text} long={text.length > limit} className={className}>
    {(all) => legible(all ? text : `${text.slice(0, limit)}…`)}
  </CutText>
);

interface CutTextProps {
  readonly text: string;
  readonly long: boolean;
  readonly className: string | undefined;
  /** Renders all of the text, or the part shown at first. */
  readonly children: (all: boolean) => ReactNode;
}

/** A text that is cut at first if it is `long`, with a button to show all of it. */
export function CutText({ text, long, className, children }: CutTextProps): JSX.Element {
  /** The text shown in full; a different text is cut again. */
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

/** The hints for one event. */
export function HintList({ hints }: { readonly hints: readonly Hint[] }): JSX.Element | null {
  if (hints.length === 0) return null;
  return (
    <ul className={hintListStyles.list} aria-label="Hints">
      {hints.map(({ kind, text }, index) => (
        <li key={index} title={WORDS[kind]}>
          <Lightbulb role="img" aria-label={WORDS[kind]} />
          <LongText text={text} limit={CUT} />
        </li>
      ))}
    </ul>
  );
}

interface ShowMoreProps {
  /** The number of items that are not shown. */
  readonly left: number;
  readonly onMore: () => void;
}

/** A button that shows more items of a list, while there are any. */
export const ShowMore = ({ left, onMore }: ShowMoreProps): JSX.Element | null =>
  left <= 0 ? null : <Button label={`Show more (${formatCount(left)} left)`} onClick={onMore} />;

const STEP = 200;

/** The first items of a list, at least up to the position `shown`, and a button that shows more. */
export function useShowMore<Item>(
  items: readonly Item[],
  shown = -1,
): readonly [readonly Item[], JSX.Element] {
  const [chosen, setLimit] = useState(STEP);
  const limit = Math.max(chosen, shown + 1);
  const more = (
    <ShowMore
      left={items.length - limit}
      onMore={() => {
        setLimit(limit + STEP);
      }}
    />
  );
  return [items.slice(0, limit), more];
}

const MINUTE = 60_000; // milliseconds

/** The wall clock, updated each minute: only for texts such as "5 min ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, MINUTE);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
