import { describe, expect, it } from 'vitest';
import { eventId } from '../../../engine/model/ids.ts';
import { after, instant, seconds } from '../../../engine/model/time.ts';
import { standingLines } from '../../../main/headless/standing-lines.ts';

const start = instant(1_000_000);

describe('where an event stands', () => {
  it('is said in a line, with the place it was written at and times from the start', () => {
    const standing = { kind: 'due', time: after(start, seconds(90)), within: false } as const;

    expect(standingLines({ event: 'ask', place: 'scenarios/dinner.ts:4:8', standing }, start)).toEqual([
      'ask (scenarios/dinner.ts:4:8) would be due at +90s, after the end of the run',
    ]);
  });

  it('names what stands in the way in the end, each in a line of its own', () => {
    const unmet = [
      { event: eventId('soup'), standing: { kind: 'impossible', entry: 7, because: 'it timed out' } },
      { event: eventId('guest'), standing: { kind: 'dormant' } },
    ] as const;
    const standing = { kind: 'waits', on: [eventId('roast')], unmet } as const;

    expect(standingLines({ event: 'dessert', place: null, standing }, start)).toEqual([
      'dessert waits for roast',
      '  soup will not let go what waits for it: it timed out (#7)',
      '  guest is left out until it is scheduled',
    ]);
  });
});
