import type { JSX } from 'react';
import { CutText } from '../apps/long-text.tsx';
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
  const parts = differingPart(text, other);
  const short = text.length > CUT ? cut(parts) : parts;
  const isCut = short.before !== parts.before || short.own !== parts.own || short.after !== parts.after;
  return (
    <CutText text={text} long={isCut} className="mono">
      {(all) => <Marked {...(all ? parts : short)} />}
    </CutText>
  );
}

const Marked = ({ before, own, after }: Parts): JSX.Element => (
  <>
    {before}
    {before === '' && after === '' ? own : <mark>{own}</mark>}
    {after}
  </>
);

const cut = ({ before, own, after }: Parts): Parts => ({
  before: before.length > AROUND ? `…${before.slice(-AROUND)}` : before,
  own: own.length > CUT ? `${own.slice(0, CUT)}…` : own,
  after: after.length > AROUND ? `${after.slice(0, AROUND)}…` : after,
});
