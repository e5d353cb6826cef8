import { describe, expect, it } from 'vitest';
import { eventId } from '../../../engine/model/values/ids.ts';
import { after, instant, seconds } from '../../../engine/model/values/time.ts';
import { statusLines } from '../../../main/cli/commands/inspect.ts';

const start = instant(1_000_000);

describe('statusLines()', () => {
  it('prints an event’s status with its place and its time since the start', () => {
    const status = { kind: 'scheduled', time: after(start, seconds(90)), withinRun: false } as const;

    expect(statusLines({ event: 'ask', place: 'scenarios/dinner.ts:4:8', status }, start)).toEqual([
      'ask (scenarios/dinner.ts:4:8) is scheduled for +90s, after the end of the run',
    ]);
  });

  it('prints each event that blocks a waiting event on its own line', () => {
    const blockedBy = [
      { event: eventId('soup'), status: { kind: 'never-releases', entry: 7, reason: 'it timed out' } },
      { event: eventId('guest'), status: { kind: 'dormant' } },
    ] as const;
    const status = { kind: 'waiting', waitsFor: [eventId('roast')], blockedBy } as const;

    expect(statusLines({ event: 'dessert', place: null, status }, start)).toEqual([
      'dessert waits for roast',
      '  soup blocks the events after it: it timed out (#7)',
      '  guest waits until another event schedules it',
    ]);
  });
});
