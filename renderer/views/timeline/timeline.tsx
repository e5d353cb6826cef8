import { Telescope } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import type { RunSummary } from '../../../engine/model/index.ts';
import { noEntriesText } from '../../ui/format/words.ts';
import { Empty } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './timeline.module.css';
import panelStyles from '../../ui/panel.module.css';

interface TimelineViewProps {
  readonly run: RunSummary | undefined;
  /** Whether the log is still loading. */
  readonly loading: boolean;
  readonly tools: ReactNode;
  readonly picture: ReactNode;
}

/** The timeline panel. */
export function TimelineView({ run, loading, tools, picture }: TimelineViewProps): JSX.Element {
  const head = (
    <>
      <span className={panelStyles.title}>Timeline</span>
      {tools}
    </>
  );
  return (
    <div className={styles.panel}>
      <Panel head={head} label="Timeline">
        {run === undefined ? (
          <Empty icon={Telescope} title="No run open">
            Run a scenario, or open a run from the explorer.
          </Empty>
        ) : (
          <>
            {picture}
            {run.entries === 0 && !loading ? (
              <p className={styles.note}>
                {run.state === 'paused'
                  ? 'Paused before the first event. Step or resume.'
                  : run.mode === 'trace'
                    ? 'This trace has no events.'
                    : `${noEntriesText(run)}.`}
              </p>
            ) : null}
          </>
        )}
      </Panel>
    </div>
  );
}
