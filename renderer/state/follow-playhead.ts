import { appStateReader } from './app-state.ts';
import type { Bench } from './bench.ts';
import { momentReader } from './moment.ts';
import { planReader } from './plan.ts';
import { positionIn, positionNow } from './playhead.ts';
import { Together } from './together.ts';
import { appOf, runOf } from './workspace-store.ts';

/**
 * Brings in the entry at the playhead, the state of the app and the standings of the events that are on show, whenever one
 * of them is another. The position goes there together with them, so that all panels show one moment.
 */
export function followPlayhead(bench: Bench): () => void {
  const together = new Together();
  const readMoment = momentReader(bench.lab, bench.moment, together);
  const readState = appStateReader(bench.lab, bench.appState, together);
  const readPlan = planReader(bench.lab, bench.plan, together);
  let momentAsked = '';
  let stateAsked = '';
  let planAsked = '';

  const askFor = (): void => {
    const { run: id, app: picked, event, centre, dock } = bench.panels.getState();
    const { rows, run: logged, loading } = bench.log.getState();
    const run = runOf(bench.workspace.getState(), id);
    // While rows come in, there are as many as will have come, rather than a moment that is gone at once.
    const count = Math.max(rows.length, loading ? (run?.entries ?? 0) : 0);
    if (id !== undefined && (logged !== id || (loading && count === 0))) return;
    const at = positionIn(bench.playhead.getState(), count);
    const moment = `${id ?? ''} ${at}`;
    if (moment !== momentAsked) readMoment({ run: id, at });
    momentAsked = moment;

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
  };
  const arrive = (): void => {
    bench.moment.setState({ at: positionNow(bench) });
  };
  let counted = 0;
  const look = (): void => {
    askFor();
    const { count } = bench.log.getState();
    // A playhead that follows goes along with the rows, which are there.
    if (count !== counted) arrive();
    else if (bench.moment.getState().at !== positionNow(bench)) together.add(arrive);
    counted = count;
  };
  const stops = [bench.panels, bench.log, bench.playhead, bench.workspace].map((store) =>
    store.subscribe(look),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
