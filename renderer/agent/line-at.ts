import type { TranscriptLine, SimTime } from '../../engine/model/index.ts';

/**
 * The last of `lines` that belongs to what has happened at entry `position`, at the instant `now`; −1 before the first.
 * Lines are in order of time; those of entries go by their entry.
 */
export function lineAt(lines: readonly TranscriptLine[], position: number, now: SimTime | undefined): number {
  if (now === undefined) return -1;
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { time, index } = lines[middle]!;
    const past = time < now || (time === now && (index === undefined || index <= position));
    if (past) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
