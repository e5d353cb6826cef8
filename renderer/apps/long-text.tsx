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
  const [all, setAll] = useState(false);
  const long = text.length > limit;
  return (
    <span className={`long-text ${className}`}>
      <bdi>{long && !all ? `${text.slice(0, limit)}…` : text}</bdi>
      {long ? (
        <button
          type="button"
          className="long-text-more"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </span>
  );
}
