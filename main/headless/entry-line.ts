import type { LogHead } from '../../engine/index.ts';
import { between, type SimTime, toSeconds } from '../../engine/model/index.ts';
import { rowOf } from '../runs/log-row.ts';

/** `#12 +35s  agent  mail.forward_email  …`: an entry in a line, its time counted from `start`. */
export function entryLine(entry: LogHead, start: SimTime): string {
  const { index, time, kind, app, tool, status, verdict, gist, oracle } = rowOf(entry);
  const what = tool === undefined ? (verdict ?? '') : `${app ?? ''}.${tool}`;
  const how = status === 'done' ? '' : `${status}: `;
  return [
    `#${index}`.padEnd(5),
    `+${toSeconds(between(start, time))}s`.padEnd(10),
    (oracle ? 'oracle' : kind).padEnd(16),
    `${what}  ${how}${gist}${brokenAt(entry)}`.trim(),
  ].join(' ');
}

/** Where in the author's files it failed, innermost frame first. */
export const framesOf = ({ outcome }: Pick<LogHead, 'outcome'>): readonly string[] =>
  outcome.status === 'failed'
    ? Array.from(outcome.error.stack?.matchAll(/^ {4}at (.+)$/gm) ?? [], ([, frame]) => frame!)
    : [];

function brokenAt(entry: LogHead): string {
  const [frame] = framesOf(entry);
  return frame === undefined ? '' : `, at ${frame}`;
}
