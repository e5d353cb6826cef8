import { useState, type JSX } from 'react';
import { useStore } from 'zustand';
import { Telescope } from 'lucide-react';
import { Empty } from '../elements/empty.tsx';
import { Panel } from '../elements/panel.tsx';
import { useBench, useShownRun } from '../state/use-bench.ts';
import { GoTo } from './go-to.tsx';
import { Picture } from './picture.tsx';
import type { Plot } from './plot.ts';
import { RangeTools } from './range-tools.tsx';
import { LiveChip, Transport } from './transport.tsx';
import { ViewChoices } from './view-choices.tsx';
import { ZoomTools } from './zoom-tools.tsx';
import './timeline.css';

/** The run as a picture, and the playhead every other panel follows. */
export function Timeline(): JSX.Element {
  const run = useShownRun();
  const loading = useStore(useBench().log, (log) => log.loading && log.count === 0);
  const [plot, setPlot] = useState<Plot>();
  const [fitted, setFitted] = useState(true);
  const head = (
    <>
      <span className="panel-title">Timeline</span>
      <Transport />
      <RangeTools plot={plot} />
      <LiveChip />
      <ViewChoices />
      <ZoomTools plot={plot} fitted={fitted} />
    </>
  );
  return (
    <div className="timeline-panel">
      <Panel head={head} label="Timeline">
        {run === undefined ? (
          <Empty icon={Telescope} title="Nothing to look at yet">
            Run a scenario, or pick a run on the left.
          </Empty>
        ) : (
          <>
            <Picture run={run} onPlot={setPlot} onFitted={setFitted} />
            {run.entries === 0 && !loading ? (
              <p className="timeline-note">
                {run.state === 'paused'
                  ? 'Paused before the first event. Step or resume.'
                  : run.mode === 'trace'
                    ? 'Nothing has happened in this trace.'
                    : 'No entries yet.'}
              </p>
            ) : null}
          </>
        )}
      </Panel>
      <GoTo />
    </div>
  );
}
