import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId, RunSummary } from '../../engine/model/index.ts';
import type { Answer } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';

/** What came of running a run again; while it is under way, how much of it has, from 0 to 1. */
export type Verification =
  | { readonly kind: 'under-way'; readonly share: number }
  | { readonly kind: 'done'; readonly verified: Answer<'run.verify'> }
  | { readonly kind: 'refused'; readonly message: string };

/** By run, for as long as the window is open. */
export type Verifications = StoreApi<{ readonly byRun: ReadonlyMap<RunId, Verification> }>;

export const verificationStore = (): Verifications =>
  createStore(() => ({ byRun: new Map() as ReadonlyMap<RunId, Verification> }));

/** Whether a run can be run again as it was. */
export const canVerify = (run: RunSummary | undefined): run is RunSummary =>
  run !== undefined && run.mode !== 'trace' && run.state !== 'running' && run.state !== 'paused';

/** Runs a run again and holds it against its log. */
export async function verifyRun(
  { lab, verifications }: Pick<Bench, 'lab' | 'verifications'>,
  run: RunId,
): Promise<void> {
  const note = (verification: Verification | undefined): void => {
    verifications.setState(({ byRun }) => {
      const next = new Map(byRun);
      if (verification === undefined) next.delete(run);
      else next.set(run, verification);
      return { byRun: next };
    });
  };
  if (verifications.getState().byRun.get(run)?.kind === 'under-way') return;
  note({ kind: 'under-way', share: 0 });
  const stop = lab.on('verify.progressed', ({ run: told, share }) => {
    if (told === run) note({ kind: 'under-way', share });
  });
  const reply = await ask(lab, 'run.verify', { run });
  stop();
  if (reply.ok) note({ kind: 'done', verified: reply.value });
  else if (reply.error.code === 'verification-cancelled') note(undefined);
  else note({ kind: 'refused', message: reply.error.message });
}

/** Calls off running a run again. */
export const cancelVerify = ({ lab }: Pick<Bench, 'lab'>, run: RunId): void =>
  void ask(lab, 'run.cancelVerify', { run });
