import { describe, expect, it } from 'vitest';
import type { RunId } from '../../../../engine/model/ids.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { SignalBatcher, type Send } from '../../../../main/host/bridge/signal-batcher.ts';
import { packRows } from '../../../../main/host/inspect/log-rows.ts';
import type { WorkspaceView } from '../../../../preload/contract.ts';
import { row } from '../../../renderer/rows.ts';

const run = 'r1' as RunId;

/** What was sent, and an outbox that finds a run and a workspace whenever it looks. */
function sending(): { sent: [string, unknown][]; outbox: SignalBatcher } {
  const sent: [string, unknown][] = [];
  const send: Send = (name, signal) => void sent.push([name, signal]);
  const outbox = new SignalBatcher(send, {
    run: (id) => ({ id }) as RunSummary,
    workspace: () => Promise.resolve({ name: 'kitchen' } as WorkspaceView),
  });
  return { sent, outbox };
}

describe('an outbox', () => {
  it('makes one message of all rows of a frame', async () => {
    const { sent, outbox } = sending();

    outbox.appended(run, [row(0), row(1)]);
    outbox.appended(run, [row(2)]);
    expect(sent).toEqual([]);

    const rows = packRows(0, [row(0), row(1), row(2)]);
    await expect.poll(() => sent).toEqual([['log.appended', { run, rows }]]);
  });

  it('has nothing to tell of no rows', async () => {
    const { sent, outbox } = sending();

    outbox.appended(run, []);
    outbox.runChanged(run);

    await expect.poll(() => sent).toEqual([['run.changed', { id: run }]]);
  });

  it('tells of a change once a frame, after the rows', async () => {
    const { sent, outbox } = sending();

    outbox.runChanged(run);
    outbox.workspaceChanged();
    outbox.runChanged(run);
    outbox.appended(run, [row(0)]);

    await expect
      .poll(() => sent.map(([name]) => name))
      .toEqual(['log.appended', 'run.changed', 'workspace.changed']);
  });

  it('says nothing once disposed', async () => {
    const { sent, outbox } = sending();
    const later = sending();

    outbox.runChanged(run);
    outbox[Symbol.dispose]();
    outbox.workspaceChanged();
    later.outbox.runChanged(run);

    await expect.poll(() => later.sent).toHaveLength(1);
    expect(sent).toEqual([]);
  });
});
