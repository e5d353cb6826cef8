import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport as StreamTransport } from '@modelcontextprotocol/server/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import type { Readable, Writable } from 'node:stream';

export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly [field: string]: unknown };
  readonly outputSchema?: { readonly [field: string]: unknown } | undefined;
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

export interface ToldMessage {
  readonly kind: string;
  readonly time: string;
  readonly text: string;
}

export interface ToolAnswer {
  readonly isError?: boolean | undefined;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: {
    readonly time: string;
    readonly timestamp: number;
    readonly messages: readonly ToldMessage[];
    readonly ended?: string;
    readonly [field: string]: unknown;
  };
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: () => void;
}

/** An official client of the Model Context Protocol that is connected to a server. */
export interface ConnectedClient {
  readonly instructions: string | undefined;
  list(): Promise<readonly ListedTool[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  /** The addresses of all resources. */
  resources(): Promise<readonly string[]>;
  /** The text of a resource. */
  read(uri: string): Promise<string>;
  close(): Promise<void>;
}

/** The official clients: of the first line, and of the second as it connects by default, by itself, and as told. */
export const CLIENTS = ['1.x', '2.x legacy', '2.x auto', '2.x pinned'] as const;
export type ClientLine = (typeof CLIENTS)[number];

const MODES = { '2.x legacy': 'legacy', '2.x auto': 'auto', '2.x pinned': { pin: '2026-07-28' } } as const;

/** Connects a client of `line` to the server that reads `input` and writes `output`. */
export async function connectClient(
  input: Writable,
  output: Readable,
  line: ClientLine = '1.x',
): Promise<ConnectedClient> {
  // Both sides read and write lines alike.
  const transport = new StreamTransport(output, input, { maxBufferSize: 2 ** 28 });
  const me = { name: 'cook', version: '7' };
  const client =
    line === '1.x' ? new OlderClient(me) : new Client(me, { versionNegotiation: { mode: MODES[line] } });
  // The two lines have types of their own for the same things.
  await (client as Client).connect(transport);
  return {
    instructions: client.getInstructions(),
    list: async () => (await (client as Client).listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      (line === '1.x'
        ? await (client as OlderClient).callTool({ name, arguments: args }, undefined, options)
        : await (client as Client).callTool({ name, arguments: args }, options)) as unknown as ToolAnswer,
    resources: async () => {
      const found: string[] = [];
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const page = await (client as OlderClient).listResources(cursor === undefined ? {} : { cursor });
        found.push(...page.resources.map(({ uri }) => uri));
        cursor = page.nextCursor;
      }
      return found;
    },
    read: async (uri) => {
      const { contents } = await (client as OlderClient).readResource({ uri });
      return contents.map((one) => ('text' in one ? one.text : '')).join('');
    },
    close: async () => {
      await client.close();
      input.end();
    },
  };
}
