import type { JSX } from 'react';
import { CutText } from './text.tsx';

/** A text in three parts: a common start, the differing part, and a common end. */
export interface TextDifference {
  readonly before: string;
  readonly own: string;
  readonly after: string;
}

/** Surrogates count as word characters, so that no character is split. */
const IN_WORD = /[\p{L}\p{N}_\uD800-\uDFFF]/u;

/** The words of `text` that differ from `other`; all of it if too little is common. */
export function differingPart(text: string, other: string): TextDifference {
  const shorter = Math.min(text.length, other.length);
  let head = 0;
  while (head < shorter && text[head] === other[head]) head += 1;
  while (head > 0 && isWithinWord(text, head, other, head)) head -= 1;
  let tail = 0;
  while (tail < shorter - head && text.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  while (tail > 0 && isWithinWord(text, text.length - tail, other, other.length - tail)) tail -= 1;
  if ((head + tail) * 2 < shorter) return { before: '', own: text, after: '' };
  return {
    before: text.slice(0, head),
    own: text.slice(head, text.length - tail),
    after: text.slice(text.length - tail),
  };
}

/** Whether a word spans position `at` of `text`, or the matching position of `other`. */
const isWithinWord = (text: string, at: number, other: string, otherAt: number): boolean =>
  goesOn(text, at) || goesOn(other, otherAt);

const goesOn = (text: string, at: number): boolean =>
  at > 0 && at < text.length && IN_WORD.test(text[at - 1]!) && IN_WORD.test(text[at]!);

const CUT = 400; // characters
const CONTEXT_CHARACTERS = 80; // common characters shown on either side of the difference

interface DifferingTextProps {
  readonly text: string;
  /** The text to compare with. */
  readonly other: string;
}

/** A text with its difference marked; if long, cut around that, with a button to show all of it. */
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

export const Marked = ({ before, own, after }: TextDifference): JSX.Element => (
  <>
    {before}
    {before === '' && after === '' ? own : <mark>{own}</mark>}
    {after}
  </>
);

const cut = ({ before, own, after }: TextDifference): TextDifference => ({
  before: before.length > CONTEXT_CHARACTERS ? `…${before.slice(-CONTEXT_CHARACTERS)}` : before,
  own: own.length > CUT ? `${own.slice(0, CUT)}…` : own,
  after: after.length > CONTEXT_CHARACTERS ? `${after.slice(0, CONTEXT_CHARACTERS)}…` : after,
});
