import type { JSX } from 'react';
import { useStore } from 'zustand';
import type { EventId, Standing } from '../../engine/model/index.ts';
import { Breakable } from '../elements/breakable.tsx';
import { HintList } from '../elements/hint-list.tsx';
import { formatClock } from '../format/clock.ts';
import { seek } from '../state/playhead.ts';
import { useHints } from '../state/hints.ts';
import { pickEvent } from '../state/selection.ts';
import { useBench, useCount } from '../state/use-bench.ts';
import './why.css';

/** Why the picked event has not fired: one sentence, and a link to each thing in the way. */
export function Why(): JSX.Element | null {
  const { plan, panels } = useBench();
  const picked = useStore(panels, ({ event }) => event);
  const why = useStore(plan, (state) => state.why);
  const hints = useHints(picked ?? '');
  if (why === undefined || why.event !== picked) return null;
  const { event, standing } = why;
  return (
    <section className="why" aria-label="Why has it not fired?">
      <h3>
        {standing.kind === 'fired' ? 'It has fired' : 'Why has it not fired?'}{' '}
        <span className="mono">
          <Breakable name={event} />
        </span>
      </h3>
      {standing.kind === 'waits' ? (
        <>
          <p>It waits for {standing.on.length === 1 ? 'this' : `all of these ${standing.on.length}`}:</p>
          <ul>
            {standing.on.map((before) => (
              <li key={before}>
                <EventLink event={before} />
              </li>
            ))}
          </ul>
          <p>What stands in the way in the end:</p>
          <ul aria-label="Obstacles">
            {standing.unmet.map((obstacle) => (
              <li key={obstacle.event}>
                <EventLink event={obstacle.event} /> <Sentence standing={obstacle.standing} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          <Sentence standing={standing} />
        </p>
      )}
      <HintList hints={hints} />
    </section>
  );
}

/** Where an event stands, as one would say it. */
function Sentence({ standing }: { readonly standing: Exclude<Standing, { kind: 'waits' }> }): JSX.Element {
  switch (standing.kind) {
    case 'fired':
      return (
        <>
          happened at <EntryLink entry={standing.entry} />
        </>
      );
    case 'due':
      return (
        <>
          {standing.within
            ? `is due at ${formatClock(standing.time)}`
            : `would be due at ${formatClock(standing.time)}, after the end of the run`}
        </>
      );
    case 'not-held':
      return (
        <>
          did not hold when it was last looked at, in <EntryLink entry={standing.entry} /> at{' '}
          {formatClock(standing.checked)}; next at {formatClock(standing.next)}
        </>
      );
    case 'watching':
      return (
        <>
          watches the agent since <EntryLink entry={standing.entry} />
        </>
      );
    case 'impossible':
      return (
        <>
          lets nothing follow: {standing.because}, in <EntryLink entry={standing.entry} />
        </>
      );
    case 'dormant':
      return <>is left out until it is scheduled</>;
    case 'unknown':
      return <>is no event of this scenario</>;
  }
}

function EventLink({ event }: { readonly event: EventId }): JSX.Element {
  const bench = useBench();
  return (
    <button
      type="button"
      className="why-link mono"
      onClick={() => {
        pickEvent(bench, event);
      }}
    >
      <Breakable name={event} />
    </button>
  );
}

function EntryLink({ entry }: { readonly entry: number }): JSX.Element {
  const { playhead } = useBench();
  const count = useCount();
  return (
    <button
      type="button"
      className="why-link number"
      onClick={() => {
        seek(playhead, entry, count);
      }}
    >
      #{entry}
    </button>
  );
}
