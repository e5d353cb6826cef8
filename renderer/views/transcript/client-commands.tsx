import { ChevronRight, Copy, PlugZap } from 'lucide-react';
import type { JSX } from 'react';
import type { McpConnection } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import styles from './client-commands.module.css';

interface ClientCommandsProps extends McpConnection {
  /** The client that called last, by its name and version. */
  readonly name: string | undefined;
  /** Whether the run is paused, and calls wait. */
  readonly isPaused: boolean;
  /** Copies a command for the named client. */
  readonly onCopy: (text: string, client: string) => void;
}

/** What to paste into an agent that speaks the Model Context Protocol, so that it plays this run. Folded once a client is there. */
export function ClientCommands({
  commands,
  clients,
  name,
  isPaused,
  onCopy,
}: ClientCommandsProps): JSX.Element {
  return (
    <details key={String(clients > 0)} className={styles.client} open={clients === 0}>
      <summary>
        <ChevronRight aria-hidden className={styles.chevron} />
        <PlugZap aria-hidden className={styles.icon} />
        <span role="status">
          {clients === 0
            ? 'Waiting for an MCP client'
            : clients === 1 && name !== undefined
              ? `${name} is connected`
              : `${clients} MCP ${clients === 1 ? 'client' : 'clients'} connected`}
          {isPaused && clients > 0 ? '. Its calls wait until the run goes on' : ''}
        </span>
      </summary>
      <dl>
        {commands.map(({ client, text }) => (
          <div key={client}>
            <dt>{client}</dt>
            <dd>
              <code className="mono" title={text}>
                {text}
              </code>
              <Button
                bare
                icon={Copy}
                label={`Copy for ${client}`}
                onClick={() => {
                  onCopy(text, client);
                }}
              />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        Paste one into a terminal, start the agent, and tell it:{' '}
        <em>Call orrery__wait and do what you are told, with the tools of orrery only.</em>
      </p>
    </details>
  );
}
