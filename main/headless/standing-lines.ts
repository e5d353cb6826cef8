import { between, type SimTime, type Standing, toSeconds } from '../../engine/model/index.ts';

/** An event, the line that its author wrote it on, and where it stands. */
export interface Placed {
  readonly event: string;
  readonly place: string | null;
  readonly standing: Standing;
}

/** Where an event stands, and what stands in its way in the end. */
export function standingLines({ event, place, standing }: Placed, start: SimTime): readonly string[] {
  const head = place === null ? event : `${event} (${place})`;
  if (standing.kind !== 'waits') return [`${head} ${inWords(standing, start)}`];
  return [
    `${head} waits for ${standing.on.join(', ')}`,
    ...standing.unmet.map(({ event: id, standing: one }) => `  ${id} ${inWords(one, start)}`),
  ];
}

/** Where an event stands, as one would say it. Times are counted from `start`, as the log's are. */
function inWords(standing: Exclude<Standing, { kind: 'waits' }>, start: SimTime): string {
  const at = (time: SimTime): string => `+${toSeconds(between(start, time))}s`;
  switch (standing.kind) {
    case 'fired':
      return `has fired (#${standing.entry})`;
    case 'due':
      return standing.within
        ? `is due at ${at(standing.time)}`
        : `would be due at ${at(standing.time)}, after the end of the run`;
    case 'not-held':
      return `did not hold when it was last looked at, at ${at(standing.checked)} (#${standing.entry})`;
    case 'watching':
      return `watches the agent (since #${standing.entry})`;
    case 'impossible':
      return `will not let go what waits for it: ${standing.because} (#${standing.entry})`;
    case 'dormant':
      return 'is left out until it is scheduled';
    case 'unknown':
      return 'is no event of this scenario';
  }
}
