import type { JSX } from 'react';
import type { Action, Actor, AppName, RunSummary } from '../../../engine/model/index.ts';
import type { AppTools, Reply } from '../../../preload/contract.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Message } from '../../ui/messages.tsx';
import { ToolForm } from './tool-form.tsx';
import styles from './act.module.css';

interface ToolCallViewProps {
  readonly run: RunSummary;
  /** The entry at the playhead; −1 is before the first. */
  readonly position: number;
  /** The tools of the run's apps; `undefined` until loaded. */
  readonly tools: Reply<readonly AppTools[]> | undefined;
  /** The app selected at first. */
  readonly app: AppName | undefined;
  /** Whether the call is made in the run itself, not in a branch. */
  readonly live: boolean;
  /** Returns the error message, or `undefined` on success. */
  readonly onCall: (actor: Actor, action: Action) => Promise<string | undefined>;
  readonly onDone: () => void;
}

/** A form for a tool call, which says where the call will be made. */
export function ToolCallView(props: ToolCallViewProps): JSX.Element {
  const { run, position, tools, app, live, onCall, onDone } = props;
  return (
    <Dialog label="Call a tool" className={styles.act} onClose={onDone}>
      <header>
        <h2>Call a tool</h2>
        <p className={styles.where}>
          {live
            ? `The call happens in ${run.id} now and is logged.`
            : `${run.id} has ended and stays unchanged. The call starts a branch ${position < 0 ? 'before the first entry' : `after entry #${position}`}.`}
        </p>
      </header>
      {tools === undefined ? null : !tools.ok ? (
        <Message text={tools.error.message} />
      ) : tools.value.length === 0 ? (
        <Message text="No app of this run has tools that Orrery can call." />
      ) : (
        <ToolForm
          apps={tools.value}
          app={app}
          verb={live ? 'Call' : 'Branch with this call'}
          onCancel={onDone}
          onCall={onCall}
        />
      )}
    </Dialog>
  );
}
