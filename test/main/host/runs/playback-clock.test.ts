import { expect, it } from 'vitest';
import { instant, type SimTime } from '../../../../engine/model/values/time.ts';
import { PlaybackClock } from '../../../../main/host/runs/run-driver.ts';

const second = (count: number): SimTime => instant(count * 1_000_000);

it('does not wait when no playback speed is set', () => {
  expect(new PlaybackClock(() => 0).waitFor(second(60), second(0))).toBe(0);
});

it('waits for the simulated time divided by the playback speed', () => {
  let wall = 1000;
  const pacing = new PlaybackClock(() => wall);
  pacing.setPace(10);

  expect(pacing.waitFor(second(60), second(0))).toBe(6000);
  wall += 4000;
  expect(pacing.waitFor(second(60), second(0))).toBe(2000);
  wall += 5000;
  expect(pacing.waitFor(second(60), second(0))).toBe(0);
});

it('does not catch up on the time before a reset', () => {
  let wall = 0;
  const pacing = new PlaybackClock(() => wall);
  pacing.setPace(1);
  pacing.waitFor(second(5), second(0));
  wall = 60_000;
  pacing.reset();

  expect(pacing.waitFor(second(5), second(0))).toBe(5000);
});
