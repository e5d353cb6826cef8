import { expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { createVerificationStore, verifyRun } from '../../../renderer/stores/run-verification.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';

it('tracks the progress of its own run until the result', async () => {
  const [run, other] = [runId('r1'), runId('r2')];
  const verified = { recorded: 0, same: 8, differs: undefined };
  const bridge = fakeBridge({ 'run.verify': () => yes(verified) });
  const verifications = createVerificationStore();
  const now = () => verifications.getState().byRun.get(run);

  const over = verifyRun({ bridge, verifications }, run);
  bridge.tell('verify.progressed', { run, share: 0.5 });
  bridge.tell('verify.progressed', { run: other, share: 0.75 });

  expect(now()).toEqual({ kind: 'under-way', share: 0.5 });
  await over;
  bridge.tell('verify.progressed', { run, share: 1 });
  expect(now()).toEqual({ kind: 'done', verified });
});
