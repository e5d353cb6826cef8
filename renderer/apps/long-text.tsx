import { useState, type JSX, type ReactNode } from 'react';
import './long-text.css';

interface LongTextProps {
  readonly text: string;
  /** How many characters are shown at first. */
  readonly limit?: number;
  readonly className?: string;
}

/** A text as it is, cut where it is long, with a way to all of it. */
export const LongText = ({ text, limit = 400, className = '' }: LongTextProps): JSX.Element => (
  <CutText text={text} long={text.length > limit} className={className}>
    {(all) => (all ? text : `${text.slice(0, limit)}…`)}
  </CutText>
);

interface CutTextProps {
  readonly text: string;
  readonly long: boolean;
  readonly className: string;
  /** What is shown of the text: all of it, or as much as will do at first. */
  readonly children: (all: boolean) => ReactNode;
}

/** A text that is cut at first where it is `long`, with a way to all of it. */
export function CutText({ text, long, className, children }: CutTextProps): JSX.Element {
  /** The text that was asked for in full: another that comes in its place is cut again. */
  const [whole, showWhole] = useState<string>();
  const all = whole === text;
  return (
    <span className={`long-text ${className}`}>
      <bdi>{children(!long || all)}</bdi>
      {long ? (
        <button
          type="button"
          className="long-text-more"
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
