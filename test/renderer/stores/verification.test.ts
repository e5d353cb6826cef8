import { expect, it } from 'vitest';
import { runId } from '../../../engine/model/ids.ts';
import { createVerificationStore, verifyRun } from '../../../renderer/stores/runs.ts';
import { fakeLab, yes } from '../fake-lab.ts';

it('tells how far it is, of its own run alone, until there is an outcome', async () => {
  const [run, other] = [runId('r1'), runId('r2')];
  const verified = { recorded: 0, same: 8, differs: undefined };
  const lab = fakeLab({ 'run.verify': () => yes(verified) });
  const verifications = createVerificationStore();
  const now = () => verifications.getState().byRun.get(run);

  const over = verifyRun({ lab, verifications }, run);
  lab.tell('verify.progressed', { run, share: 0.5 });
  lab.tell('verify.progressed', { run: other, share: 0.75 });

  expect(now()).toEqual({ kind: 'under-way', share: 0.5 });
  await over;
  lab.tell('verify.progressed', { run, share: 1 });
  expect(now()).toEqual({ kind: 'done', verified });
});
