import type { MarkedSteps, StepText, TextRanges } from '../model/index.ts';
import { matchInOrder } from './align.ts';

/** A word, white space, or any other character. */
const PIECE = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;

/** The ranges of words and signs in each text that are not in the other text. */
export function differingWords(a: string, b: string): { readonly a: TextRanges; readonly b: TextRanges } {
  const known = new Map<string, number>();
  const numbered = (pieces: readonly string[]): readonly number[] =>
    pieces.map((piece) => {
      const number = known.get(piece) ?? known.size;
      known.set(piece, number);
      return number;
    });
  const [inA, inB] = [a.match(PIECE) ?? [], b.match(PIECE) ?? []];
  const pairs = matchInOrder(numbered(inA), numbered(inB));
  const [words, common] = [Math.min(wordsIn(inA), wordsIn(inB)), wordsIn(pairs.map(([one]) => inA[one]!))];
  // A few common words among many others tell nothing.
  if (common < words * LEAST_COMMON) return { a: wholeRange(a), b: wholeRange(b) };
  return {
    a: differingRanges(inA, new Set(pairs.map(([one]) => one))),
    b: differingRanges(inB, new Set(pairs.map(([, other]) => other))),
  };
}

/** A pair of compared steps, or a single one, with the ranges of differing words. */
export function markedSteps(a: StepText | undefined, b: StepText | undefined): MarkedSteps {
  const differing = a && b && differingWords(a.text, b.text);
  return {
    a: a && { ...a, differing: differing?.a ?? [] },
    b: b && { ...b, differing: differing?.b ?? [] },
  };
}

/** The share of common words below which two texts count as completely different. */
const LEAST_COMMON = 0.3;

const wordsIn = (pieces: readonly string[]): number =>
  pieces.filter((piece) => /[\p{L}\p{N}_]/u.test(piece)).length;

const wholeRange = (text: string): TextRanges => (text === '' ? [] : [[0, text.length]]);

/** The ranges of the pieces that are not `common`. Spaces between two such pieces are part of the range. */
function differingRanges(pieces: readonly string[], common: ReadonlySet<number>): TextRanges {
  const ranges: [from: number, to: number][] = [];
  let from = 0;
  let spaces = Infinity;
  for (const [index, piece] of pieces.entries()) {
    const to = from + piece.length;
    if (!common.has(index)) {
      const last = ranges.at(-1);
      if (last !== undefined && (last[1] === from || spaces === last[1])) last[1] = to;
      else ranges.push([from, to]);
    }
    spaces = piece.trim() === '' ? from : Infinity;
    from = to;
  }
  return ranges;
}
