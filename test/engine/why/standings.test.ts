import { describe, expect, it } from 'vitest';
import { Environment } from '../../../engine/kernel/environment.ts';
import { eventId } from '../../../engine/model/ids.ts';
import { seconds } from '../../../engine/model/time.ts';
import { outlineOf } from '../../../engine/scenario/outline.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { eventStatus, eventStatuses } from '../../../engine/analysis/event-status.ts';
import { pad } from '../scenario/pad.ts';
import { at, never, write, type Desk } from './fixture.ts';

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

describe('the statuses of a plan', () => {
  it('say of every event where it stands at an entry', () => {
    expect(eventStatuses(plan, log, 0)).toEqual([
      { event: 'first', status: { kind: 'fired', entry: 0 } },
      { event: 'second', status: { kind: 'scheduled', time: at(5), withinRun: true } },
      { event: 'held', status: { kind: 'scheduled', time: at(1), withinRun: true } },
      { event: 'third', status: { kind: 'waiting', waitsFor: ['held'], neverFires: false } },
      { event: 'fourth', status: { kind: 'waiting', waitsFor: ['third'], neverFires: false } },
    ]);
  });

  it('give up all that waits, in the end, for what will never come', () => {
    const last = eventStatuses(plan, log, log.length - 1);

    expect(last.slice(3).map(({ status }) => status)).toMatchObject([
      { neverFires: true },
      { neverFires: true },
    ]);
  });

  it('are the same of a plan that is kept as data', () => {
    const kept = JSON.parse(JSON.stringify(outlineOf(plan))) as ReturnType<typeof outlineOf>;

    for (const position of [-1, 0, 1, log.length - 1]) {
      expect(eventStatuses(kept, log, position)).toEqual(eventStatuses(plan, log, position));
      expect(eventStatus(kept, log, position, eventId('fourth'))).toEqual(
        eventStatus(plan, log, position, eventId('fourth')),
      );
    }
  });
});
