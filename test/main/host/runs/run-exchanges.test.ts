import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadline } from '../../../../main/host/runs/run-exchanges.ts';

describe('Deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stands still while the run is paused', () => {
    const deadline = new Deadline(1);
    vi.advanceTimersByTime(40_000);
    deadline.pause();
    deadline.pause();
    vi.advanceTimersByTime(600_000);
    expect(deadline.signal.aborted).toBe(false);
    deadline.resume();
    deadline.resume();
    vi.advanceTimersByTime(19_000);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1_001);
    expect(String(deadline.signal.reason)).toContain('The run was ended at its limit of 1 minute.');
  });

  it('may be further away than a timer of Node reaches', () => {
    const deadline = new Deadline(60 * 24 * 30);
    vi.advanceTimersByTime(25 * 24 * 3_600_000);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(5 * 24 * 3_600_000 + 2);
    expect(deadline.signal.aborted).toBe(true);
  });
});
