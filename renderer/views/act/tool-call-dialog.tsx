import { type JSX, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { RunSummary } from '../../../engine/model/index.ts';
import type { AppTools, Lab } from '../../../preload/contract.ts';
import { callTool, isActive } from '../../stores/runs.ts';
import { ask } from '../../stores/sync.ts';
import { useStores, useCommand, usePosition, useShownRun } from '../../stores/use-stores.ts';
import { appOf } from '../../stores/workspace.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/messages.tsx';
import { ToolForm } from './tool-form.tsx';
import styles from './act.module.css';

/** A person calls a tool of the run on show. */
export function ToolCallDialog(): JSX.Element | null {
  const run = useShownRun();
  const [open, setOpen] = useState(false);
  useCommand(
    'run.call',
    () => {
      setOpen(true);
    },
    run !== undefined,
  );
  if (!open || run === undefined) return null;
  return (
    <Call
      key={run.id}
      run={run}
      onDone={() => {
        setOpen(false);
      }}
    />
  );
}

function Call({ run, onDone }: { readonly run: RunSummary; readonly onDone: () => void }): JSX.Element {
  const stores = useStores();
  const position = usePosition();
  const tools = useTools(stores.lab, run);
  const picked = useStore(stores.panels, ({ app }) => app);
  const live = isActive(run);
  const at = position + 1;
  return (
    <Dialog label="Call a tool" className={styles.act} onClose={onDone}>
      <header>
        <h2>Call a tool</h2>
        <p className={styles.where}>
          {live
            ? `It happens in ${run.id} now, between two events, and is logged.`
            : `${run.id} is over and stays as it is: a branch begins ${at === 0 ? 'before its first entry' : `after its entry #${position}`}, with this call in it.`}
        </p>
      </header>
      {tools === undefined ? null : typeof tools === 'string' ? (
        <Message text={tools} />
      ) : tools.length === 0 ? (
        <Message text="None of this run’s apps is built here: there is nothing to call." />
      ) : (
        <ToolForm
          apps={tools}
          app={appOf(run, picked)}
          verb={live ? 'Call' : 'Branch with this call'}
          onCancel={onDone}
          onCall={async (actor, action) => {
            const trouble = await callTool(stores, run, at, actor, action);
            if (trouble === undefined) onDone();
            return trouble;
          }}
        />
      )}
    </Dialog>
  );
}

/** The tools of a run's apps; why they cannot be had; `undefined` until one or the other has come. */
function useTools(lab: Lab, { id }: RunSummary): readonly AppTools[] | string | undefined {
  const [tools, setTools] = useState<readonly AppTools[] | string>();
  useEffect(() => {
    let wanted = true;
    void ask(lab, 'run.tools', { run: id }).then((reply) => {
      if (wanted) setTools(reply.ok ? reply.value : reply.error.message);
    });
    return () => {
      wanted = false;
    };
  }, [lab, id]);
  return tools;
}
