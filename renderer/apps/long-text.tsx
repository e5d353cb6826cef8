import { useState, type JSX } from 'react';
import './long-text.css';

interface LongTextProps {
  readonly text: string;
  /** How many characters are shown at first. */
  readonly limit?: number;
  readonly className?: string;
}

/** A text as it is, cut where it is long, with a way to all of it. */
export function LongText({ text, limit = 400, className = '' }: LongTextProps): JSX.Element {
  /** The text that was asked for in full: another that comes in its place is cut again. */
  const [whole, showWhole] = useState<string>();
  const long = text.length > limit;
  const all = whole === text;
  return (
    <span className={`long-text ${className}`}>
      <bdi>{long && !all ? `${text.slice(0, limit)}…` : text}</bdi>
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
