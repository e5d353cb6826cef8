import { describe, expect, it } from 'vitest';
import { eventStatus, eventStatuses } from '../../../engine/analysis/event-status.ts';
import { Environment } from '../../../engine/kernel/environment.ts';
import { appName, eventId, type EventId } from '../../../engine/model/values/ids.ts';
import type { EventOutline } from '../../../engine/model/plan/plan-outline.ts';
import { fromSeconds, seconds } from '../../../engine/model/values/time.ts';
import { outlineOf } from '../../../engine/scenario/plan-outline.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { pad } from '../scenario/pad.ts';
import { checkedFixtures } from './checked-fixtures.ts';
import { at, type Desk, never, write } from './event-status-fixture.ts';
import { waitingFixtures } from './waiting-fixtures.ts';

/** An environment event that is due as soon as all of `after` have fired. */
const outline = (id: string, after: readonly EventId[]): EventOutline => ({
  id: eventId(id),
  kind: 'environment',
  place: undefined,
  timing: { kind: 'at', time: fromSeconds(0), after },
});

describe('eventStatus()', () => {
  it.each([...waitingFixtures(), ...checkedFixtures()].map((fixture) => [fixture.name, fixture] as const))(
    'returns the status for: %s',
    (_name, { events, ask, at: asked, mode = 'oracle', agent, status }) => {
      const plan = planOf(
        scenario<Desk>({
          name: 'why',
          duration: seconds(60),
          apps: () => ({ desk: pad() }),
          events: ({ desk }, words) => {
            events(desk, words);
          },
        }),
      );
      const environment = new Environment(plan, { mode });
      if (agent !== undefined) {
        environment.step();
        environment.call('agent', { app: appName('desk'), tool: 'write', args: { text: agent } });
      }
      environment.run();

      const { log } = environment;
      expect(eventStatus(plan, log, asked ?? log.length - 1, eventId(ask))).toEqual(status);
    },
  );

  it('finds the blocking event at the start of a chain of 20,000 events', () => {
    const plan = planOf(
      scenario<Desk>({
        name: 'long',
        apps: () => ({ desk: pad() }),
        events({ desk }) {
          let last = write(desk, 'first').at(seconds(5));
          for (let link = 0; link < 20_000; link++) last = desk.write({ text: 'next' }).after(last);
          last.id('last');
        },
      }),
    );

    expect(eventStatus(plan, [], -1, eventId('last'))).toMatchObject({ blockedBy: [{ event: 'first' }] });
  });

  it('finds 150,000 blocking events behind a join', () => {
    const crowd = Array.from({ length: 150_000 }, (_, at) => outline(`guest-${at}`, []));
    const all = outline(
      'all',
      crowd.map(({ id }) => id),
    );
    const last = outline('last', [all.id]);
    const plan = {
      start: fromSeconds(0),
      duration: undefined,
      tick: seconds(1),
      events: [...crowd, all, last],
    };

    const status = eventStatus(plan, [], -1, last.id);

    expect(status.kind === 'waiting' && status.blockedBy).toHaveLength(crowd.length);
  });
});

const plan = planOf(
  scenario<Desk>({
    name: 'statuses',
    apps: () => ({ desk: pad() }),
    events({ desk }, { condition }) {
      const first = write(desk, 'first').at(seconds(1));
      write(desk, 'second').after(first, seconds(4));
      const held = condition('never', never).id('held').after(first).timeout(1);
      const third = write(desk, 'third').after(held);
      write(desk, 'fourth').after(third);
    },
  }),
);
const environment = new Environment(plan, { mode: 'oracle' });
environment.run();
const { log } = environment;

describe('eventStatuses()', () => {
  it('returns the status of every event after an entry', () => {
    expect(eventStatuses(plan, log, 0)).toEqual([
      { event: 'first', status: { kind: 'fired', entry: 0 } },
      { event: 'second', status: { kind: 'scheduled', time: at(5), withinRun: true } },
      { event: 'held', status: { kind: 'scheduled', time: at(1), withinRun: true } },
      { event: 'third', status: { kind: 'waiting', waitsFor: ['held'], neverFires: false } },
      { event: 'fourth', status: { kind: 'waiting', waitsFor: ['third'], neverFires: false } },
    ]);
  });

  it('marks all successors of an event that never releases as never firing', () => {
    const last = eventStatuses(plan, log, log.length - 1);

    expect(last.slice(3).map(({ status }) => status)).toMatchObject([
      { neverFires: true },
      { neverFires: true },
    ]);
  });

  it('returns the same statuses for a plan outline read from JSON', () => {
    const kept = JSON.parse(JSON.stringify(outlineOf(plan))) as ReturnType<typeof outlineOf>;

    for (const position of [-1, 0, 1, log.length - 1]) {
      expect(eventStatuses(kept, log, position)).toEqual(eventStatuses(plan, log, position));
      expect(eventStatus(kept, log, position, eventId('fourth'))).toEqual(
        eventStatus(plan, log, position, eventId('fourth')),
      );
    }
  });
});
