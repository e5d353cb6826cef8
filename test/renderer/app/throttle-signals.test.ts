import { beforeEach, describe, expect, it, vi } from 'vitest';
import { throttleSignals } from '../../../renderer/app/throttle-signals.ts';
import { fakeBridge } from '../fake-bridge.ts';

/** A throttled bridge with a listener that records each signal and its time. */
function listening() {
  const bridge = fakeBridge({});
  const began = Date.now();
  const told: string[] = [];
  const stop = throttleSignals(bridge).on('menu.chosen', ({ command }) => {
    told.push(`${command} at ${Date.now() - began}`);
  });
  const tell = (command: string): void => {
    bridge.tell('menu.chosen', { command });
  };
  return { tell, told, stop };
}

describe('throttleSignals()', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => {
      vi.restoreAllMocks();
      vi.useRealTimers();
    };
  });

  it('passes on the first signal at once and those after it together a frame later', () => {
    const { tell, told } = listening();

    tell('run');
    tell('pause');
    tell('stop');
    vi.advanceTimersByTime(1_000);

    expect(told).toEqual(['run at 0', 'pause at 16', 'stop at 16']);
  });

  it('continues after a listener threw an error', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const bridge = fakeBridge({});
    const told: string[] = [];
    throttleSignals(bridge).on('menu.chosen', ({ command }) => {
      if (command === 'run') throw new Error('lost');
      told.push(command);
    });

    for (const command of ['run', 'pause', 'stop']) bridge.tell('menu.chosen', { command });
    vi.advanceTimersByTime(1_000);

    expect(told).toEqual(['pause', 'stop']);
    expect(error).toHaveBeenCalledOnce();
  });

  it('waits as long as the last signals kept the page busy', () => {
    const { tell, told } = listening();
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(50);

    tell('run');
    tell('pause');
    vi.advanceTimersByTime(49);
    expect(told).toEqual(['run at 0']);
    vi.advanceTimersByTime(2);

    expect(told).toHaveLength(2);
  });

  it('passes on nothing after the listener was removed', () => {
    const { tell, told, stop } = listening();

    tell('run');
    tell('pause');
    stop();
    vi.advanceTimersByTime(1_000);

    expect(told).toEqual(['run at 0']);
  });
});
