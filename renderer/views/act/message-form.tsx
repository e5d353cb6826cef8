import { SendHorizontal } from 'lucide-react';
import { type JSX, useState } from 'react';
import type { AppSummary, RunSummary } from '../../../engine/model/index.ts';
import { notify } from '../../stores/notices.ts';
import { callTool } from '../../stores/runs.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import styles from './write-to-agent.module.css';

/** A line to the agent, for as long as the run is in motion: it is the user's, and logged. */
export function MessageForm({
  run,
  chat,
}: {
  readonly run: RunSummary;
  readonly chat: AppSummary;
}): JSX.Element {
  const stores = useStores();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);

  const send = async (): Promise<void> => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    const action = { app: chat.name, tool: 'send_message_to_agent', args: { content: text } };
    const trouble = await callTool(stores, run, run.entries, 'user', action);
    if (trouble === undefined) setText('');
    else notify(stores.notices, 'bad', trouble);
    setBusy(false);
  };
  return (
    <form
      className={styles.toAgent}
      aria-label="Write to the agent"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        rows={1}
        aria-label="Message"
        placeholder="Write to the agent. Enter sends, Shift+Enter begins a line"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <Button type="submit" icon={SendHorizontal} label="Send" disabled={busy || text.trim() === ''} />
    </form>
  );
}
