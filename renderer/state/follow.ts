import type { AppName, RunId } from '../../engine/model/ids.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { followAgent } from './agent-store.ts';
import { appStateReader } from './app-state.ts';
import type { Bench } from './bench.ts';
import { followBreakpoints } from './breakpoints.ts';
import { followComparison } from './comparison.ts';
import { followHits } from './hits.ts';
import { followKnowledge } from './knowledge.ts';
import { followLibrary } from './library.ts';
import { followLog, showNoLog } from './log-store.ts';
import { momentReader } from './moment.ts';
import { followNotes } from './notes.ts';
import { followPlaces } from './places.ts';
import { planReader } from './plan.ts';
import { positionIn } from './playhead.ts';
import { followDisk } from './rerun.ts';
import { dropOnMove } from './selection.ts';
import { followValue } from './value-selection.ts';
import { followWorkspace, runOf } from './workspace-store.ts';

/** The app to show: the one picked where the run has it, else its first that is built here, else its first. */
export const appOf = (run: RunSummary | undefined, picked: AppName | undefined): AppName | undefined =>
  (run?.apps.find(({ name }) => name === picked) ?? run?.apps.find(({ known }) => known) ?? run?.apps.at(0))
    ?.name;

/** Keeps every store in step with main and with the playhead, until the returned function is called. */
export function follow(bench: Bench): () => void {
  const stops = [
    followWorkspace(bench.lab, bench.workspace),
    followBreakpoints(bench.lab, bench.breakpoints),
    dropOnMove(bench),
    followShownRun(bench),
    followPlayhead(bench),
    followValue(bench),
    followAgent(bench),
    followKnowledge(bench),
    followHits(bench),
    followPlaces(bench),
    followNotes(bench),
    followLibrary(bench),
    followComparison(bench),
    followDisk(bench),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Brings in the log of whichever run the window shows. */
function followShownRun({ lab, panels, log, playhead }: Bench): () => void {
  let shown: RunId | undefined;
  let close = (): void => undefined;
  const show = (run: RunId | undefined): void => {
    if (run === shown) return;
    close();
    shown = run;
    playhead.setState({ at: -1, following: true, playing: false, range: undefined, looping: false });
    close = run === undefined ? () => undefined : followLog(lab, log, run);
    if (run === undefined) showNoLog(log);
  };
  const stop = panels.subscribe(({ run }) => {
    show(run);
  });
  return () => {
    stop();
    close();
  };
}

/** Brings in the entry at the playhead and, while apps are on show, the state of one, whenever either moves. */
function followPlayhead(bench: Bench): () => void {
  const readMoment = momentReader(bench.lab, bench.moment);
  const readState = appStateReader(bench.lab, bench.appState);
  const readPlan = planReader(bench.lab, bench.plan);
  let momentAsked = '';
  let stateAsked = '';
  let planAsked = '';

  const look = (): void => {
    const { run: id, app: picked, event, centre, dock } = bench.panels.getState();
    const { rows, run: logged, loading } = bench.log.getState();
    const run = runOf(bench.workspace.getState(), id);
    // While rows come in, there are as many as will have come, rather than a moment that is gone at once.
    const count = Math.max(rows.length, loading ? (run?.entries ?? 0) : 0);
    if (id !== undefined && (logged !== id || (loading && count === 0))) return;
    const at = positionIn(bench.playhead.getState(), count);
    const moment = `${id ?? ''} ${at}`;
    if (moment !== momentAsked) readMoment(id, at);
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
  const stops = [bench.panels, bench.log, bench.playhead, bench.workspace].map((store) =>
    store.subscribe(look),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
