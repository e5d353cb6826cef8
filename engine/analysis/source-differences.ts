import { structuredPatch } from 'diff';
import type { DifferingLine, FileDifference, Hunk } from '../model/index.ts';

/** The files that differ between two versions of a scenario's sources, by path. A file that one version lacks counts as empty. */
export function sourceDifferences(
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
): readonly FileDifference[] {
  const paths = [...new Set([...a.keys(), ...b.keys()])].sort();
  return paths.flatMap((path) => {
    const [one, other] = [a.get(path) ?? '', b.get(path) ?? ''];
    return one === other ? [] : [{ path, hunks: findHunks(one, other) }];
  });
}

/** Equal lines shown around a difference. */
const CONTEXT_LINES = 3;

/** The number of differing lines beyond which a file is shown as entirely replaced, because the comparison time grows quadratically. */
const MAX_EDITS = 2_000;

function findHunks(a: string, b: string): readonly Hunk[] {
  const [one, other] = [withFinalLineBreak(a), withFinalLineBreak(b)];
  const patch = structuredPatch('', '', one, other, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDITS,
  });
  if (patch === undefined) return [{ a: 1, b: 1, lines: [...allLines('-', one), ...allLines('+', other)] }];
  return patch.hunks.map(({ oldStart, newStart, lines }) => ({
    a: oldStart,
    b: newStart,
    lines: lines.map((line) => ({ sign: line[0] as DifferingLine['sign'], text: line.slice(1) })),
  }));
}

/** `text` with a final line break, so that a missing one in one of two texts shows as an empty line. */
const withFinalLineBreak = (text: string): string => (text === '' ? '' : `${text}\n`);

const allLines = (sign: '-' | '+', text: string): readonly DifferingLine[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => ({ sign, text: line }));
