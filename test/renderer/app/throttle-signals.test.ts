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

  it('passes on the signals of a message at once and those after it together a frame later', async () => {
    const { tell, told } = listening();

    tell('run');
    tell('pause');
    await Promise.resolve();
    expect(told).toEqual(['run at 0', 'pause at 0']);
    tell('stop');
    await Promise.resolve();
    tell('resume');
    await vi.advanceTimersByTimeAsync(1_000);

    expect(told.slice(2)).toEqual(['stop at 16', 'resume at 16']);
  });

  it('passes on a signal to all of its listeners together', async () => {
    const bridge = fakeBridge({});
    const throttled = throttleSignals(bridge);
    const told: string[] = [];
    for (const name of ['menu', 'palette'])
      throttled.on('menu.chosen', ({ command }) => {
        told.push(`${name} ${command}`);
      });

    bridge.tell('menu.chosen', { command: 'run' });
    await Promise.resolve();

    expect(told).toEqual(['menu run', 'palette run']);
  });

  it('continues after a listener threw an error', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const bridge = fakeBridge({});
    const told: string[] = [];
    throttleSignals(bridge).on('menu.chosen', ({ command }) => {
      if (command === 'run') throw new Error('lost');
      told.push(command);
    });

    for (const command of ['run', 'pause', 'stop']) bridge.tell('menu.chosen', { command });
    await Promise.resolve();

    expect(told).toEqual(['pause', 'stop']);
    expect(error).toHaveBeenCalledOnce();
  });

  it('waits as long as the last signals kept the page busy', async () => {
    const { tell, told } = listening();
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(50);

    tell('run');
    await Promise.resolve();
    tell('pause');
    await vi.advanceTimersByTimeAsync(49);
    expect(told).toEqual(['run at 0']);
    await vi.advanceTimersByTimeAsync(2);

    expect(told).toHaveLength(2);
  });

  it('passes on nothing after the listener was removed', async () => {
    const { tell, told, stop } = listening();

    tell('run');
    await Promise.resolve();
    tell('pause');
    stop();
    await vi.advanceTimersByTimeAsync(1_000);

    expect(told).toEqual(['run at 0']);
  });
});
