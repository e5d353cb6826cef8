import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BriefEventStatus, EventId, PlanOutline, RunId, EventStatus } from '../../engine/model/index.ts';
import type { Lab, Refusal } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import { latest } from './latest.ts';
import type { Together } from './together.ts';

/** What the run on show was to do, and where its events stand at the playhead. */
export interface PlanState {
  readonly run: RunId | undefined;
  /** `undefined` until it has come, `null` where none is kept. */
  readonly plan: PlanOutline | null | undefined;
  readonly statuses: ReadonlyMap<EventId, BriefEventStatus>;
  /** Of the picked event. */
  readonly why: { readonly event: EventId; readonly status: EventStatus } | undefined;
  readonly refusal: Refusal | undefined;
}

export type PlanStore = StoreApi<PlanState>;

const NOTHING: PlanState = {
  run: undefined,
  plan: undefined,
  statuses: new Map(),
  why: undefined,
  refusal: undefined,
};

export const planStore = (): PlanStore => createStore<PlanState>(() => NOTHING);

interface Question {
  readonly run: RunId | undefined;
  readonly at: number;
  /** The picked one. */
  readonly event: string | undefined;
}

/** Answers a function that brings a run's plan and its statuses at a position into `store`, together with the rest of that moment. */
export const planReader = (lab: Lab, store: PlanStore, together: Together): ((question: Question) => void) =>
  latest((question: Question) =>
    together.when(readStatuses(lab, store.getState(), question), (found) => {
      store.setState(found);
    }),
  );

async function readStatuses(lab: Lab, before: PlanState, { run, at, event }: Question): Promise<PlanState> {
  if (run === undefined) return NOTHING;
  const known = before.run === run ? before.plan : undefined;
  const plan = known === undefined ? await readPlan(lab, run) : known;
  if (plan === null || 'code' in plan)
    return { ...NOTHING, run, ...(plan === null ? { plan } : { refusal: plan }) };
  const [statuses, why] = await Promise.all([
    ask(lab, 'plan.statuses', { run, at }),
    event === undefined ? undefined : ask(lab, 'plan.whyNot', { run, event, at }),
  ]);
  return {
    run,
    plan,
    statuses: new Map(
      statuses.ok ? statuses.value.map(({ event: id, status }) => [id, status] as const) : [],
    ),
    why: why?.ok === true ? { event: event as EventId, status: why.value } : undefined,
    refusal: statuses.ok ? undefined : statuses.error,
  };
}

async function readPlan(lab: Lab, run: RunId): Promise<PlanOutline | null | Refusal> {
  const reply = await ask(lab, 'plan.read', { run });
  return reply.ok ? reply.value : reply.error;
}
