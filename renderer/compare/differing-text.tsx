import { useState, type JSX } from 'react';
import { differingPart, type Parts } from './differing-part.ts';

const CUT = 400; // characters
const AROUND = 80; // characters that are the same, on either side of those that are not

interface DifferingTextProps {
  readonly text: string;
  /** What stands on the other side. */
  readonly other: string;
}

/** A text with what the other side has not marked; where it is long, cut around that, with a way to all of it. */
export function DifferingText({ text, other }: DifferingTextProps): JSX.Element {
  const [whole, showWhole] = useState<string>();
  const long = text.length > CUT;
  const all = whole === text;
  const parts = differingPart(text, other);
  const { before, own, after } = long && !all ? cut(parts) : parts;
  return (
    <span className="long-text mono">
      <bdi>
        {before}
        {before === '' && after === '' ? own : <mark>{own}</mark>}
        {after}
      </bdi>
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

const cut = ({ before, own, after }: Parts): Parts => ({
  before: before.length > AROUND ? `…${before.slice(-AROUND)}` : before,
  own: own.length > CUT ? `${own.slice(0, CUT)}…` : own,
  after: after.length > AROUND ? `${after.slice(0, AROUND)}…` : after,
});
