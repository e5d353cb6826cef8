import type { Bench } from './bench.ts';
import { positionNow, seek } from './playhead.ts';

/** The event that keys and menus act on: the one picked, else that of the entry at the playhead. */
export function selectedEvent(bench: Pick<Bench, 'panels' | 'log' | 'playhead'>): string | undefined {
  return bench.panels.getState().event ?? bench.log.getState().rows[positionNow(bench)]?.event;
}

/** Picks an event, and puts the playhead on `entry` where it has one. */
export function pickEvent(
  { panels, log, playhead }: Pick<Bench, 'panels' | 'log' | 'playhead'>,
  event: string,
  entry?: number,
): void {
  if (entry !== undefined) seek(playhead, entry, log.getState().rows.length);
  panels.setState({ event });
}

/** Lets go of what was picked as soon as the playhead moves, until the returned function is called. */
export const dropOnMove = ({ panels, playhead }: Pick<Bench, 'panels' | 'playhead'>): (() => void) =>
  playhead.subscribe((head, before) => {
    if (head.at !== before.at && panels.getState().event !== undefined) panels.setState({ event: undefined });
  });
