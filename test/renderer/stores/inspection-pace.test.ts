import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { appName, runId } from '../../../engine/model/values/ids.ts';
import { appStateReader, createAppStateStore } from '../../../renderer/stores/inspection.ts';
import { CommitBatch } from '../../../renderer/stores/sync.ts';
import { fakeBridge, type FakeBridge, yes } from '../fake-bridge.ts';

const TAKES = 100; // milliseconds
const MAIL = { run: runId('r1'), app: appName('mail') };

/** A bridge that takes a while to return a state. */
function slowLab(): FakeBridge {
  const bridge = fakeBridge({ 'state.read': () => yes('{}') });
  const call: typeof bridge.call = async (name, request) => {
    const reply = await bridge.call(name, request);
    await new Promise((read) => setTimeout(read, TAKES));
    return reply;
  };
  return { ...bridge, call };
}

describe('appStateReader()', () => {
  it.each([
    ['after as long as the last one took, while the run goes on', true, 2 * TAKES],
    ['at once when the run has ended', false, TAKES],
  ])('requests the next state %s', async (_when, on, wait) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const bridge = slowLab();
    const read = appStateReader(bridge, createAppStateStore(), new CommitBatch());

    read({ ...MAIL, at: 0 }, on);
    read({ ...MAIL, at: 1 }, on);
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(bridge.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);

    expect(bridge.asked).toHaveLength(2);
  });
});
