import type { RunId } from '../../engine/model/index.ts';
import { followAgent } from './agent-store.ts';
import type { Bench } from './bench.ts';
import { followBreakpoints } from './breakpoints.ts';
import { followComparison } from './comparison.ts';
import { endAll } from './end-all.ts';
import { followHits } from './hits.ts';
import { followLibrary } from './library.ts';
import { followLog, showNoLog } from './log-store.ts';
import { followPlayhead } from './follow-playhead.ts';
import { followNotes } from './notes.ts';
import { followProbes } from './probes.ts';
import { followHints } from './hints.ts';
import { followPlaces } from './places.ts';
import { followDisk } from './rerun.ts';
import { dropOnMove } from './selection.ts';
import { Together } from './together.ts';
import { followValue } from './value-selection.ts';
import { followWorkspace } from './workspace-store.ts';

/** Keeps every store in step with main and with the playhead, until the returned function is called. */
export function follow(bench: Bench): () => void {
  const together = new Together();
  const stops = [
    followWorkspace(bench.lab, bench.workspace),
    followBreakpoints(bench.lab, bench.breakpoints),
    dropOnMove(bench),
    followShownRun(bench),
    followPlayhead(bench, together),
    followValue(bench, together),
    followAgent(bench),
    followHits(bench),
    followProbes(bench),
    followHints(bench),
    followPlaces(bench),
    followNotes(bench),
    followLibrary(bench),
    followComparison(bench),
    followDisk(bench),
  ];
  return endAll(stops);
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
