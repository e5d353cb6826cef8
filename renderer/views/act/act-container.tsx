import { type JSX, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AppSummary, RunSummary } from '../../../engine/model/index.ts';
import { notify } from '../../stores/notices.ts';
import { countMessageForm, showApp } from '../../stores/panels.ts';
import { callTool, playUser, saveNextVersion } from '../../stores/run-acting.ts';
import { canStart, chatOf, isActive } from '../../stores/runs.ts';
import { stop } from '../../stores/run-control.ts';
import { setRunPace } from '../../stores/settings.ts';
import {
  useCodeAnswer,
  useCommand,
  useNextScenario,
  usePosition,
  useShownRun,
  useStores,
} from '../../stores/use-stores.ts';
import { appOf } from '../../stores/workspace.ts';
import { focusAfter } from '../../ui/focus.ts';
import { MessageFormView, PlayBannerView, WRITE_FORM_LABEL } from './play.tsx';
import { ToolCallView } from './tool-call.tsx';

interface MessageFormProps {
  readonly run: RunSummary;
  readonly chat: AppSummary;
}

/** A form to write to the agent as the user while the run is active; the message is logged. */
export function MessageForm({ run, chat }: MessageFormProps): JSX.Element {
  const stores = useStores();
  useEffect(() => countMessageForm(stores.panels), [stores.panels]);
  return (
    <MessageFormView
      onSend={async (content) => {
        const action = { app: chat.name, tool: 'send_message_to_agent', args: { content } };
        const problem = await callTool(stores, run, run.entries, 'user', action);
        if (problem !== undefined) notify(stores.notices, 'bad', problem);
        return problem === undefined;
      }}
    />
  );
}

/** While the person plays the user of the shown run: offers their actions and saves them as a scenario. */
export function PlayBanner(): JSX.Element | null {
  const stores = useStores();
  const run = useShownRun();
  const settings = useStore(stores.runSettings);
  const workspace = useStore(stores.workspace);
  const next = useNextScenario();
  const play = async (): Promise<void> => {
    const started = await playUser(stores);
    if (started === undefined) return;
    // Who plays the user goes on by writing.
    focusAfter(() => {
      showApp(stores.panels, chatOf(started)?.name);
    }, `[aria-label="${WRITE_FORM_LABEL}"]`);
  };
  useCommand('run.play', () => void play(), canStart(next, settings, workspace));
  useCommand(
    'run.nextVersion',
    () => {
      if (run !== undefined) void saveNextVersion(stores, run);
    },
    run !== undefined && run.mode !== 'trace',
  );
  const before = run === undefined ? undefined : settings.played.get(run.id);
  const active = isActive(run);
  useEffect(() => {
    // Restore the pace for other runs.
    if (!active && before !== undefined) setRunPace(stores.runSettings, before);
  }, [stores, active, before]);
  if (run === undefined || before === undefined) return null;
  return (
    <PlayBannerView
      run={run.id}
      active={active}
      acted={settings.acted.has(run.id)}
      onCall={() => {
        stores.commands.run('run.call');
      }}
      onSave={() => void saveNextVersion(stores, run)}
      onEnd={() => void stop(stores)}
    />
  );
}

/** The dialog in which a person calls a tool of the shown run. */
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

interface CallProps {
  readonly run: RunSummary;
  readonly onDone: () => void;
}

function Call({ run, onDone }: CallProps): JSX.Element {
  const stores = useStores();
  const position = usePosition();
  const picked = useStore(stores.panels, ({ app }) => app);
  const plays = useStore(stores.runSettings, ({ played }) => played.has(run.id));
  const { reply: tools, onTrust } = useCodeAnswer('run.tools', { run: run.id });
  return (
    <ToolCallView
      {...{ run, position, tools, onTrust, onDone }}
      app={appOf(run, picked)}
      actor={plays ? 'user' : undefined}
      live={isActive(run)}
      onCall={async (actor, action) => {
        const problem = await callTool(stores, run, position + 1, actor, action);
        if (problem === undefined) onDone();
        return problem;
      }}
    />
  );
}
