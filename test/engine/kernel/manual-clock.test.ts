import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../engine/kernel/manual-environment.ts';
import { fromSeconds, seconds, toSeconds } from '../../../engine/model/values/time.ts';

const clockAt = (start: number): ManualClock => new ManualClock(fromSeconds(start));

describe('ManualClock', () => {
  it('advances by elapsed time and by skipped time', () => {
    const clock = clockAt(100);
    clock.elapse(seconds(3));
    clock.skip(seconds(10));

    expect(toSeconds(clock.now)).toBe(113);
    expect(toSeconds(clock.realPassed)).toBe(3);
  });

  it('ignores elapsed time while it is paused, even before any time has passed', () => {
    const clock = clockAt(0);
    clock.pause();
    clock.elapse(seconds(5));
    expect(toSeconds(clock.now)).toBe(0);

    clock.skip(seconds(7));
    expect(toSeconds(clock.now)).toBe(7);

    clock.resume();
    clock.elapse(seconds(1));
    expect(toSeconds(clock.now)).toBe(8);
  });

  it('stays at the time of the first pause when it is paused twice', () => {
    const clock = clockAt(0);
    clock.elapse(seconds(1));
    clock.pause();
    clock.elapse(seconds(1));
    clock.pause();

    expect(toSeconds(clock.now)).toBe(1);
  });

  it('drops recorded pauses when its offset is set', () => {
    const clock = clockAt(0);
    clock.elapse(seconds(2));
    clock.pause();
    clock.elapse(seconds(3));
    clock.resume();
    clock.setOffset(seconds(10));

    expect(toSeconds(clock.now)).toBe(15);
  });
});
