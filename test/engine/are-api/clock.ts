import { after, ManualClock, parseInstant, seconds } from 'orrery/engine';
import { expect } from 'vitest';
import { type Checks, newEnvironment } from './office.ts';

const START = parseInstant('2026-01-05T09:00:00Z');

export const clock: Checks = {
  TimeManager() {
    const clock = new ManualClock(parseInstant('2026-01-05T09:00:00Z'));
    clock.elapse(seconds(1));
    expect(clock.now).toBe(after(START, seconds(1)));
  },

  'TimeManager.time'() {
    expect(new ManualClock(START).now).toBe(START);
  },

  'TimeManager.time_passed'() {
    const clock = new ManualClock(START);
    clock.elapse(seconds(2));
    clock.skip(seconds(3));
    expect(clock.passed).toBe(5_000_000);
  },

  'TimeManager.real_time_passed'() {
    const clock = new ManualClock(START);
    clock.elapse(seconds(2));
    clock.skip(seconds(3));
    expect(clock.realPassed).toBe(2_000_000);
  },

  'TimeManager.reset'() {
    const clock = new ManualClock(START);
    clock.elapse(seconds(2));
    clock.pause();
    clock.reset(parseInstant('2026-02-01T00:00:00Z'));
    expect(clock.now).toBe(parseInstant('2026-02-01T00:00:00Z'));
    expect([clock.passed, clock.realPassed, clock.isPaused]).toEqual([0, 0, false]);
  },

  'TimeManager.pause'() {
    const clock = new ManualClock(START);
    clock.pause();
    clock.elapse(seconds(2));
    expect([clock.passed, clock.realPassed, clock.isPaused]).toEqual([0, 2_000_000, true]);
  },

  'TimeManager.resume'() {
    const clock = new ManualClock(START);
    clock.pause();
    clock.elapse(seconds(2));
    clock.resume();
    clock.elapse(seconds(1));
    expect([clock.passed, clock.isPaused]).toEqual([1_000_000, false]);
  },

  'TimeManager.set_offset'() {
    const clock = new ManualClock(START);
    clock.elapse(seconds(2));
    clock.skip(seconds(100));
    clock.setOffset(seconds(5));
    expect(clock.passed).toBe(7_000_000);
  },

  'TimeManager.add_offset'() {
    const clock = new ManualClock(START);
    clock.skip(seconds(5));
    clock.pause();
    clock.skip(seconds(5));
    expect(clock.now).toBe(after(START, seconds(10)));

    const environment = newEnvironment();
    environment.skip(seconds(5));
    expect(environment.now).toBe(after(START, seconds(5)));
  },
};
