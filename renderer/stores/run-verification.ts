import { createStore, type StoreApi } from 'zustand/vanilla';
import { isPreview, type RunId, type RunSummary } from '../../engine/model/index.ts';
import type { Answer } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { ask } from './sync.ts';
import { isActive } from './runs.ts';

/** Result of verifying a run by running it again. `share` is the progress, from 0 to 1. */
export type VerificationState =
  | { readonly kind: 'under-way'; readonly share: number }
  | { readonly kind: 'done'; readonly verified: Answer<'run.verify'> }
  | { readonly kind: 'refused'; readonly message: string };

/** Verifications by run; lost when the window closes. */
export type VerificationStore = StoreApi<{ readonly byRun: ReadonlyMap<RunId, VerificationState> }>;

export const createVerificationStore = (): VerificationStore =>
  createStore(() => ({ byRun: new Map() as ReadonlyMap<RunId, VerificationState> }));

/** Whether a run can be verified. */
export const canVerify = (run: RunSummary | undefined): run is RunSummary =>
  run !== undefined && run.mode !== 'trace' && !isActive(run) && !isPreview(run.id);

/** Runs a run again and compares the result with its log. */
export async function verifyRun(
  { bridge, verifications }: Pick<AppStores, 'bridge' | 'verifications'>,
  run: RunId,
): Promise<void> {
  const note = (verification: VerificationState | undefined): void => {
    verifications.setState(({ byRun }) => {
      const next = new Map(byRun);
      if (verification === undefined) next.delete(run);
      else next.set(run, verification);
      return { byRun: next };
    });
  };
  if (verifications.getState().byRun.get(run)?.kind === 'under-way') return;
  note({ kind: 'under-way', share: 0 });
  const stop = bridge.on('verify.progressed', ({ run: verified, share }) => {
    if (verified === run) note({ kind: 'under-way', share });
  });
  const reply = await ask(bridge, 'run.verify', { run });
  stop();
  if (reply.ok) note({ kind: 'done', verified: reply.value });
  else if (reply.error.code === 'cancelled') note(undefined);
  else note({ kind: 'refused', message: reply.error.message });
}

/** Cancels a verification. */
export const cancelVerify = ({ bridge }: Pick<AppStores, 'bridge'>, run: RunId): void =>
  void ask(bridge, 'run.cancelVerify', { run });
