import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunId } from '../../../../engine/model/values/ids.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { SignalBatcher, type Send } from '../../../../main/host/bridge/signal-batcher.ts';
import { packWholeRows } from '../../../../main/host/inspect/log-rows.ts';
import type { WorkspaceView } from '../../../../preload/contract.ts';
import { row } from '../../../renderer/rows.ts';

const run = 'r1' as RunId;

/** The sent messages, and a batcher that finds every run and workspace. */
function sending(): { sent: [string, unknown][][]; batcher: SignalBatcher } {
  const sent: [string, unknown][][] = [];
  const send: Send = (messages) => void sent.push(messages.map(({ name, signal }) => [name, signal]));
  const batcher = new SignalBatcher(send, {
    run: (id) => ({ id }) as RunSummary,
    workspace: () => Promise.resolve({ name: 'kitchen' } as WorkspaceView),
  });
  return { sent, batcher };
}

describe('SignalBatcher', () => {
  it('sends the changes of an active run at most once a frame', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { sent, batcher } = sending();
    for (let at = 0; at < 160; at += 1) {
      batcher.appended(run, [row(at)]);
      batcher.runChanged(run);
      vi.advanceTimersByTime(1);
    }

    expect(sent).toHaveLength(160 / 16);
    expect(new Set(sent.map((messages) => messages.map(([name]) => name).join()))).toEqual(
      new Set(['log.appended,run.changed']),
    );
  });

  it('sends all rows of a frame in one message', async () => {
    const { sent, batcher } = sending();

    batcher.appended(run, [row(0), row(1)]);
    batcher.appended(run, [row(2)]);
    expect(sent).toEqual([]);

    const rows = packWholeRows(0, [row(0), row(1), row(2)]);
    await expect.poll(() => sent).toEqual([[['log.appended', { run, rows }]]]);
  });

  it('sends no rows when none were appended', async () => {
    const { sent, batcher } = sending();

    batcher.appended(run, []);
    batcher.runChanged(run);

    await expect.poll(() => sent).toEqual([[['run.changed', { id: run }]]]);
  });

  it('sends the signals of a run together, with its rows first', async () => {
    const { sent, batcher } = sending();

    batcher.runChanged(run);
    batcher.workspaceChanged();
    batcher.runChanged(run);
    batcher.appended(run, [row(0)]);

    await expect
      .poll(() => sent.map((messages) => messages.map(([name]) => name)))
      .toEqual([['log.appended', 'run.changed'], ['workspace.changed']]);
  });

  it('sends nothing once it is disposed', async () => {
    const { sent, batcher } = sending();
    const later = sending();

    batcher.runChanged(run);
    batcher[Symbol.dispose]();
    batcher.workspaceChanged();
    later.batcher.runChanged(run);

    await expect.poll(() => later.sent).toHaveLength(1);
    expect(sent).toEqual([]);
  });
});
