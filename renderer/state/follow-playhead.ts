import { appStateReader } from './app-state.ts';
import type { Bench } from './bench.ts';
import { endAll } from './end-all.ts';
import { knowledgeReader } from './knowledge.ts';
import { momentReader, type Standpoint } from './moment.ts';
import { planReader } from './plan.ts';
import { positionIn, type PlayheadState } from './playhead.ts';
import type { Together } from './together.ts';
import { appOf, runOf } from './workspace-store.ts';

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
