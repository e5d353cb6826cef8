import { Telescope } from 'lucide-react';
import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import { useStores, useShownRun } from '../../stores/use-stores.ts';
import { Empty } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { GoTo } from './go-to.tsx';
import { Picture } from './picture.tsx';
import type { Plot } from './plot/plot.ts';
import { RangeTools, ViewChoices, ZoomTools } from './tools.tsx';
import { LiveChip, Transport } from './transport.tsx';
import styles from './timeline.module.css';
import panelStyles from '../../ui/panel.module.css';

/** The run as a picture, and the playhead every other panel follows. */
export function Timeline(): JSX.Element {
  const run = useShownRun();
  const loading = useStore(useStores().log, (log) => log.loading && log.count === 0);
  const [plot, setPlot] = useState<Plot>();
  const [fitted, setFitted] = useState(true);
  const head = (
    <>
      <span className={panelStyles.title}>Timeline</span>
      <Transport />
      <RangeTools plot={plot} />
      <LiveChip />
      <ViewChoices />
      <ZoomTools plot={plot} fitted={fitted} />
    </>
  );
  return (
    <div className={styles.panel}>
      <Panel head={head} label="Timeline">
        {run === undefined ? (
          <Empty icon={Telescope} title="Nothing to look at yet">
            Run a scenario, or pick a run on the left.
          </Empty>
        ) : (
          <>
            <Picture run={run} onPlot={setPlot} onFitted={setFitted} />
            {run.entries === 0 && !loading ? (
              <p className={styles.note}>
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
