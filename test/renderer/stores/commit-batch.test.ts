import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommitBatch } from '../../../renderer/stores/sync.ts';

/** A text after so many milliseconds. */
const after = (milliseconds: number): Promise<string> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, `came after ${milliseconds}`));

describe('CommitBatch', () => {
  let shown: string[];
  let together: CommitBatch;
  const show = (what: string): void => void shown.push(what);

  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    shown = [];
    together = new CommitBatch();
  });

  it('commits all changes together when the last of them is ready', async () => {
    void together.commitWhen(after(3), show);
    void together.commitWhen(after(5), show);
    together.commit(() => {
      show('position');
    });

    await vi.advanceTimersByTimeAsync(4);
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(shown).toEqual(['position', 'came after 3', 'came after 5']);
  });

  it('commits the ready changes after 16 ms and the late ones when they are ready', async () => {
    void together.commitWhen(after(3), show);
    void together.commitWhen(after(100), show);

    await vi.advanceTimersByTimeAsync(16);
    expect(shown).toEqual(['came after 3']);
    together.commit(() => {
      show('position');
    });
    expect(shown).toEqual(['came after 3', 'position']);
    await vi.advanceTimersByTimeAsync(84);
    expect(shown).toEqual(['came after 3', 'position', 'came after 100']);
  });

  it('commits at once when nothing is pending', () => {
    together.commit(() => {
      show('position');
    });

    expect(shown).toEqual(['position']);
  });
});
