import { describe, expect, it, vi } from 'vitest';
import { type RunId, runId } from '../../../../engine/model/values/ids.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { AskingAgain } from '../../../../main/host/bridge/asking-again.ts';
import type { Signals } from '../../../../preload/contract.ts';

const RUN = runId('r1');

/** A series whose branches end when the test says so. */
function asking() {
  const told: Signals['asking.progressed'][] = [];
  const begun: number[] = [];
  const stopped: RunId[] = [];
  let end = (_isOpen: boolean): void => undefined;
  const again = new AskingAgain(
    {
      ended: () => new Promise<boolean>((resolve) => (end = resolve)),
      controls: () =>
        ({
          control: (run: RunId) => {
            stopped.push(run);
          },
        }) as never,
    },
    (progress) => told.push(progress),
  );
  const branch = (nth: number): Promise<RunSummary> => {
    begun.push(nth);
    return Promise.resolve({ id: runId(`r${nth + 1}`) } as RunSummary);
  };
  const ends = async (isOpen = true): Promise<void> => {
    end(isOpen);
    await new Promise(setImmediate);
  };
  return { again, branch, told, begun, stopped, ends };
}

describe('asking a model again in several branches', () => {
  it('begins a branch when the one before has ended, whoever looks', async () => {
    const { again, branch, told, begun, ends } = asking();
    expect((await again.begin(RUN, 3, branch)).id).toBe('r2');
    await expect(again.begin(RUN, 3, branch)).rejects.toThrow('is being asked again already');
    expect(begun).toEqual([1]);
    await ends();
    await ends();
    expect(begun).toEqual([1, 2, 3]);
    await ends();
    expect(told).toEqual([...[1, 2, 3].map((nth) => ({ run: RUN, nth, times: 3 })), { run: RUN }]);
    await again.begin(RUN, 1, branch);
  });

  it('begins no more when it is cancelled, or Orrery is closed', async () => {
    for (const isOpen of [true, false]) {
      const { again, branch, told, begun, stopped, ends } = asking();
      await again.begin(RUN, 3, branch);
      if (isOpen) await again.cancel(RUN);
      await ends(isOpen);
      expect([begun, stopped]).toEqual([[1], isOpen ? ['r2'] : []]);
      expect(told.at(-1)).toEqual({ run: RUN });
    }
  });

  it('says why a branch did not begin', async () => {
    const { again, branch, told, ends } = asking();
    const failing = vi
      .fn(branch)
      .mockImplementation((nth) =>
        nth === 2 ? Promise.reject(new Error('The disk is full.')) : branch(nth),
      );
    await again.begin(RUN, 3, failing);
    await ends();
    expect(told.at(-1)).toEqual({ run: RUN, problem: 'The disk is full.' });
    await again.begin(RUN, 1, branch);
  });
});
