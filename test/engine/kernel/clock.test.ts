import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../engine/kernel/manual-environment.ts';
import { Ticks } from '../../../engine/kernel/clock.ts';
import type { TimeSettings } from '../../../engine/model/plan/plan-outline.ts';
import { fromSeconds, seconds, toSeconds } from '../../../engine/model/values/time.ts';

const table: TimeSettings = {
  duration: seconds(10),
  tick: seconds(2),
  tickPolicy: 'by-event',
  endsWhenIdle: false,
};

function paced(over: Partial<TimeSettings>): {
  clock: ManualClock;
  ticks: Ticks;
  next: (due?: number) => boolean;
} {
  const clock = new ManualClock(fromSeconds(0));
  const ticks = new Ticks(clock, { ...table, ...over });
  const next = (due?: number): boolean => {
    ticks.end();
    return ticks.begin(due === undefined ? undefined : fromSeconds(due), false);
  };
  return { clock, ticks, next };
}

describe('Ticks by event', () => {
  it('jumps to the time of the next event and rounds the tick count up', () => {
    const { clock, ticks, next } = paced({});

    expect(next(3)).toBe(true);
    expect([toSeconds(clock.now), ticks.count]).toEqual([3, 2]);
  });

  it('never moves the time back', () => {
    const { clock, next } = paced({});
    next(5);

    expect(next(1)).toBe(true);
    expect(toSeconds(clock.now)).toBe(5);
  });

  it('ends the run after its duration or when no event is left', () => {
    expect(paced({}).next(10)).toBe(true);
    expect(paced({}).next(10.5)).toBe(false);
    expect(paced({ duration: undefined }).next()).toBe(false);
  });
});

describe('Ticks by tick', () => {
  it('advances by one tick length up to the end of the duration', () => {
    const { clock, ticks, next } = paced({ tickPolicy: 'by-tick' });
    const times: number[] = [];
    while (next(7)) times.push(toSeconds(clock.now));

    expect(times).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticks.count).toBe(6);
  });

  it('ignores real time that passes during a pause', () => {
    const { clock, next } = paced({ tickPolicy: 'by-tick', tick: seconds(1) });
    next(7);
    clock.pause();
    next(7);

    expect(toSeconds(clock.now)).toBe(0);
  });

  it('ends an idle run only when endsWhenIdle is set', () => {
    expect(paced({ tickPolicy: 'by-tick', endsWhenIdle: true }).next()).toBe(false);
    expect(paced({ tickPolicy: 'by-tick' }).next()).toBe(true);
  });
});
