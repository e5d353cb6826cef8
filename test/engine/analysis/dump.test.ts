import { describe, expect, it } from 'vitest';
import { runStateDump } from '../../../engine/analysis/event-status.ts';
import { Environment } from '../../../engine/kernel/environment.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import { instant, seconds } from '../../../engine/model/values/time.ts';
import { outlineOf } from '../../../engine/scenario/plan-outline.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { pad } from '../scenario/pad.ts';

const DESK = appName('desk');

const plan = planOf(
  scenario({
    name: 'letters',
    apps: () => ({ desk: pad() }),
    events({ desk }) {
      const dear = desk.write({ text: 'dear' }).id('dear').at(seconds(1));
      desk.write({ text: 'all' }).id('all').after(dear, seconds(2));
    },
  }),
);

describe('runStateDump()', () => {
  it('returns the past entries, the future events and the app states as one JSON value', () => {
    const environment = new Environment(plan, { mode: 'oracle' });
    environment.step();

    const dump = runStateDump(plan.start, outlineOf(plan), environment.log, {
      [DESK]: environment.appState(DESK),
    });

    expect(JSON.parse(JSON.stringify(dump))).toMatchObject({
      start: 0,
      tick: 1_000_000,
      now: 1_000_000,
      past: [{ event: 'dear' }],
      future: [
        { id: 'all', action: { args: { text: 'all' } }, status: { kind: 'scheduled', time: 3_000_000 } },
      ],
      apps: { desk: { lines: ['dear'] } },
    });
  });

  it('leaves out the future of a run without a plan', () => {
    expect(runStateDump(instant(7), undefined, [], {})).toEqual({ start: 7, now: 7, past: [], apps: {} });
  });
});
