import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Readable, Writable } from 'node:stream';

/** The maximum number of bytes of a client's message. */
const MAX_MESSAGE = 4 * 2 ** 20;

/** The number of invalid messages that end the connection. */
const MAX_ERRORS = 1_000;

/** A connection of a client of the Model Context Protocol over a pair of streams. */
export interface StreamConnection {
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<string>;
  close(): Promise<void>;
}

/** Serves one client in the protocol version it uses: one JSON message per line. `server` creates the MCP server of a connection. */
export function serveStream(server: () => McpServer, input: Readable, output: Writable): StreamConnection {
  let resolve: (reason: string) => void = () => undefined;
  const closed = new Promise<string>((settle) => {
    resolve = settle;
  });
  let errors = 0;
  let last = '';
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE });
  const handle = serveStdio(server, {
    transport,
    onerror: ({ message }) => {
      errors += 1;
      last = message;
      if (errors < MAX_ERRORS) return;
      resolve(
        `It sent ${MAX_ERRORS.toLocaleString('en-US')} messages that are not valid. The last: ${message}`,
      );
      void handle.close();
    },
  });
  const { onclose } = transport;
  transport.onclose = () => {
    resolve(errors === 0 ? 'It closed its connection.' : `It closed its connection. Its last error: ${last}`);
    onclose?.();
  };
  return { closed, close: () => handle.close() };
}
