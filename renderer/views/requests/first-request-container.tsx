import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import type { ModelRequest } from '../../../engine/model/index.ts';
import type { Reply } from '../../../preload/contract.ts';
import { firstRequest } from '../../stores/run-start.ts';
import { useCommand, useStores } from '../../stores/use-stores.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { Message } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { RequestTabs } from './request.tsx';
import styles from './request.module.css';

/** The dialog with the first request that the model of the next run would get. */
export function FirstRequest(): JSX.Element | null {
  const stores = useStores();
  const agent = useStore(stores.runSettings, (now) => now.agent);
  const [reply, setReply] = useState<Reply<string> | 'asked'>();
  const open = async (): Promise<void> => {
    setReply('asked');
    setReply(await firstRequest(stores));
  };
  useCommand('run.firstRequest', () => void open(), agent !== undefined && 'model' in agent);
  if (reply === undefined) return null;
  return (
    <Dialog
      label="First request to the model"
      className={styles.firstRequest}
      closeButton
      onClose={() => {
        setReply(undefined);
      }}
    >
      <h2>First request to the model</h2>
      {reply === 'asked' ? (
        <p className={styles.quiet} role="status">
          Running up to the agent’s first question…
        </p>
      ) : reply.ok ? (
        <ExactRequest request={JSON.parse(reply.value) as ModelRequest} />
      ) : (
        <Message text={reply.error.message} />
      )}
    </Dialog>
  );
}

function ExactRequest({ request }: { readonly request: ModelRequest }): JSX.Element {
  const { length } = JSON.stringify({ ...request.body, messages: request.messages }, null, 2);
  return (
    <>
      <p className={styles.quiet}>
        Exactly what is sent: {formatCount(request.messages.length)} messages, {formatCount(length)}{' '}
        characters. Nothing was asked.
      </p>
      <RequestTabs request={request} />
    </>
  );
}
