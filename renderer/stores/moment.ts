import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppKnowledge, AppName, Json, LogEntry, RunId } from '../../engine/model/index.ts';
import type { Lab, Refusal, Reply, Request } from '../../preload/contract.ts';
import type { Bench } from './app-stores.ts';
import { planReader } from './plan.ts';
import { type PlayheadState, positionIn } from './playhead.ts';
import { ask, endAll, latest, type Together } from './sync.ts';
import { appOf, runOf } from './workspace.ts';

/** An app's state at a moment of a run. */
export async function readState(lab: Lab, question: Request<'state.read'>): Promise<Reply<Json>> {
  const reply = await ask(lab, 'state.read', question);
  return reply.ok ? { ok: true, value: JSON.parse(reply.value) as Json } : reply;
}

/** The entry at the playhead in full, with the states it found in the apps where it replaced something. */
export interface Moment {
  readonly run: RunId;
  readonly entry: LogEntry;
  readonly before: ReadonlyMap<AppName, Json>;
}

export interface MomentState {
  /**
   * The position that everything on show is of. It goes ahead of the rest where a playhead follows rows that come in, and
   * where the entry is long in coming.
   */
  readonly at: number;
  readonly moment: Moment | undefined;
  readonly refusal: Refusal | undefined;
}

export type MomentStore = StoreApi<MomentState>;

export const momentStore = (): MomentStore =>
  createStore<MomentState>(() => ({ at: -1, moment: undefined, refusal: undefined }));

/** Where the playhead stands in a run, at entry `at`. */
export interface Standpoint {
  readonly run: RunId | undefined;
  readonly at: number;
  readonly following: boolean;
}

/**
 * Answers a function that brings the entry at a position into `store`, together with the rest of that moment; −1 empties it.
 * `arrive` is called when the position may show, for each that was not passed over meanwhile.
 */
const momentReader = (
  lab: Lab,
  store: MomentStore,
  together: Together,
  arrive: (standpoint: Standpoint) => void,
): ((standpoint: Standpoint) => void) =>
  latest((standpoint: Standpoint) => {
    const shown = together.when(readMoment(lab, standpoint), (found) => {
      store.setState(found);
    });
    together.add(() => {
      arrive(standpoint);
    });
    return shown;
  });

async function readMoment(lab: Lab, { run, at }: Standpoint): Promise<Omit<MomentState, 'at'>> {
  if (run === undefined || at < 0) return { moment: undefined, refusal: undefined };
  const reply = await ask(lab, 'log.entry', { run, index: at });
  if (!reply.ok) return { moment: undefined, refusal: reply.error };
  const before = await statesBefore(lab, run, reply.value);
  return { moment: { run, entry: reply.value, before }, refusal: undefined };
}

async function statesBefore(lab: Lab, run: RunId, entry: LogEntry): Promise<ReadonlyMap<AppName, Json>> {
  // What a list lost is not told: a whole state need not come for it.
  const replacing = entry.changes.filter(({ op }) => op !== 'splice');
  const apps = [...new Set(replacing.map(({ app }) => app))];
  const replies = await Promise.all(
    apps.map(async (app) => [app, await readState(lab, { run, app, at: entry.index - 1 })] as const),
  );
  return new Map(replies.flatMap(([app, reply]) => (reply.ok ? [[app, reply.value] as const] : [])));
}

/** One app's state at one moment. */
export interface AppState {
  readonly run: RunId;
  readonly app: AppName;
  readonly at: number;
  readonly state: Json;
}

export interface AppStateState {
  readonly shown: AppState | undefined;
  readonly refusal: Refusal | undefined;
}

export type AppStateStore = StoreApi<AppStateState>;

export const appStateStore = (): AppStateStore =>
  createStore<AppStateState>(() => ({ shown: undefined, refusal: undefined }));

interface Question {
  readonly run: RunId;
  readonly app: AppName;
  readonly at: number;
}

const LONGEST_REST = 250; // milliseconds

/**
 * Answers a function that brings an app's state at a position into `store`, together with the rest of that moment. While
 * the run goes `on`, reading takes no more than about half of the time, however large the state: the other half is the
 * person's.
 */
export const appStateReader = (
  lab: Lab,
  store: AppStateStore,
  together: Together,
): ((question: Question, on: boolean) => void) => {
  const read = latest(async ({ question, on }: { question: Question; on: boolean }) => {
    const began = performance.now();
    await together.when(readState(lab, question), (reply) => {
      store.setState(
        reply.ok
          ? { shown: { ...question, state: reply.value }, refusal: undefined }
          : { shown: undefined, refusal: reply.error },
      );
    });
    const rest = Math.min(performance.now() - began, LONGEST_REST);
    if (on) await new Promise((rested) => setTimeout(rested, rest));
  });
  return (question, on) => {
    read({ question, on });
  };
};

type QuestionOfKnowledge = Pick<AppState, 'run' | 'app' | 'at'>;

/** What the agent knew of an app at one moment. */
export interface Knowledge extends QuestionOfKnowledge {
  readonly knowledge: AppKnowledge;
}

export interface KnowledgeState {
  readonly shown: Knowledge | undefined;
  readonly refusal: Refusal | undefined;
}

export type KnowledgeStore = StoreApi<KnowledgeState>;

const NOTHING: KnowledgeState = { shown: undefined, refusal: undefined };

export const knowledgeStore = (): KnowledgeStore => createStore<KnowledgeState>(() => NOTHING);

/** Answers a function that brings what the agent knew of an app at a position into `store`, together with the rest of that moment. */
const knowledgeReader = (
  lab: Lab,
  store: KnowledgeStore,
  together: Together,
): ((question: QuestionOfKnowledge) => void) =>
  latest((question: QuestionOfKnowledge) =>
    together.when(ask(lab, 'inspect.knowledge', question), (reply) => {
      store.setState(
        reply.ok
          ? { shown: { ...question, knowledge: JSON.parse(reply.value) as AppKnowledge }, refusal: undefined }
          : { ...NOTHING, refusal: reply.error },
      );
    }),
  );

/**
 * Brings in the entry at the playhead, the state of the app, what the agent knew of it and the statuses of the events, as
 * far as they are on show, whenever one of them is another. The position goes there together with them, so that all panels show one moment.
 */
export function followPlayhead(bench: Bench, together: Together): () => void {
  /** The playhead as it is on show. */
  let shown: Pick<PlayheadState, 'at' | 'following'> = bench.playhead.getState();
  const show = (): void => {
    bench.moment.setState({ at: positionIn(shown, bench.log.getState().rows.length) });
  };
  const arrive = (standpoint: Standpoint): void => {
    if (standpoint.run !== bench.log.getState().run) return;
    shown = standpoint;
    show();
  };
  const readMoment = momentReader(bench.lab, bench.moment, together, arrive);
  const readState = appStateReader(bench.lab, bench.appState, together);
  const readPlan = planReader(bench.lab, bench.plan, together);
  const readKnowledge = knowledgeReader(bench.lab, bench.knowledge, together);
  let momentAsked = '';
  let stateAsked = '';
  let knowledgeAsked = '';
  let planAsked = '';

  const askFor = (): void => {
    const { run: id, app: picked, event, centre, dock, asAgent } = bench.panels.getState();
    const { rows, run: logged, loading } = bench.log.getState();
    const run = runOf(bench.workspace.getState(), id);
    // While rows come in, there are as many as will have come, rather than a moment that is gone at once.
    const count = Math.max(rows.length, loading ? (run?.entries ?? 0) : 0);
    if (id !== undefined && (logged !== id || (loading && count === 0))) return;
    const head = bench.playhead.getState();
    const at = positionIn(head, count);
    const moment = `${id ?? ''} ${at}`;
    const standpoint = `${moment} ${head.following}`;
    if (standpoint !== momentAsked) readMoment({ run: id, at, following: head.following });
    momentAsked = standpoint;

    const plan = `${moment} ${event ?? ''}`;
    if (plan !== planAsked && (centre === 'graph' || dock === 'queue')) {
      readPlan({ run: id, at, event });
      planAsked = plan;
    }

    const app = appOf(run, picked);
    if (id === undefined || app === undefined || centre !== 'apps') return;
    const state = `${moment} ${app}`;
    if (state !== stateAsked) readState({ run: id, app, at }, run?.state === 'running');
    stateAsked = state;

    if (state !== knowledgeAsked && asAgent) {
      readKnowledge({ run: id, app, at });
      knowledgeAsked = state;
    }
  };
  let counted = 0;
  const look = (): void => {
    askFor();
    const { count } = bench.log.getState();
    // Of a log that comes in nothing is on show yet that would have to come along.
    if (counted === 0) shown = bench.playhead.getState();
    // A playhead that follows goes along with the rows, which are there.
    if (count !== counted) show();
    counted = count;
  };
  const stops = [bench.panels, bench.log, bench.playhead, bench.workspace].map((store) =>
    store.subscribe(look),
  );
  return endAll(stops);
}
