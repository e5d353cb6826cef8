import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/server';
import { ProblemError, shellLine } from '../system/index.ts';
import { serveStream } from './serve-stream.ts';

/** A local address at which clients connect to one run, until it is closed. */
export interface Listener {
  /** The address, which contains a secret. */
  readonly address: string;
  /** Accepts no more clients. Connected clients get the answers to their open calls. */
  close(): Promise<void>;
}

/** The maximum number of clients that are connected to a socket. */
const MAX_CLIENTS = 8;

/** The answer to a client that is one too many, as a line of JSON-RPC. */
const REFUSAL = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32_000,
    message: `${MAX_CLIENTS} clients are connected to this run. Disconnect one of them first.`,
  },
});

/** Listens at a socket or a named pipe, which other machines cannot reach. */
export class SocketListener implements Listener {
  /** The path of a Unix socket in a folder that only this user may enter, or of a named pipe. The name contains a secret. */
  readonly address: string;
  readonly #server: Server;
  readonly #folder: string | undefined;
  readonly #clients = new Set<Socket>();

  /**
   * @param server creates the MCP server of a connection
   * @param onChange called when a client connects or disconnects
   */
  constructor(server: () => McpServer, onChange: () => void = () => undefined) {
    const name = `orrery-${randomBytes(16).toString('hex')}`;
    if (process.platform === 'win32') this.address = `\\\\.\\pipe\\${name}`;
    else {
      this.#folder = socketFolder();
      this.address = join(this.#folder, name.slice(0, 24));
    }
    this.#server = createServer((socket) => {
      if (this.#clients.size >= MAX_CLIENTS) {
        socket.on('error', () => undefined);
        socket.end(`${REFUSAL}\n`);
        socket.destroySoon();
        return;
      }
      this.#clients.add(socket);
      socket.on('error', () => undefined);
      const connection = serveStream(server, socket, socket);
      void connection.closed.then(() => {
        socket.destroy();
        this.#clients.delete(socket);
        onChange();
      });
      onChange();
    });
    this.#server.on('error', () => undefined);
    this.#server.listen(this.address);
  }

  /** The number of connected clients. */
  get clients(): number {
    return this.#clients.size;
  }

  close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#clients) socket.unref();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    return Promise.resolve();
  }
}

/** The maximum length of a socket's folder: its path may have 103 characters on macOS. */
const MAX_FOLDER = 60;

/** Creates a folder that only this user may enter. */
function socketFolder(): string {
  const usual = tmpdir();
  const folder = mkdtempSync(join(usual.length <= MAX_FOLDER ? usual : '/tmp', 'orrery-mcp-'));
  chmodSync(folder, 0o700);
  return folder;
}

/**
 * Passes lines between a client at two streams and the run at `address`. Resolves when either side has closed.
 * @throws {ProblemError} when no run is there.
 */
export function passOn(address: string, input: Readable, output: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('error', ({ message }) => {
      reject(
        new ProblemError(
          'mcp-gone',
          `No run listens at ${address}: it has ended, or its window is closed (${message}).`,
        ),
      );
    });
    socket.once('close', () => {
      resolve();
    });
    input.once('end', () => socket.end());
    input.pipe(socket);
    socket.pipe(output);
  });
}

/** The command that connects a kind of client. */
export interface ClientCommand {
  readonly client: string;
  readonly text: string;
}

/**
 * The commands and settings that connect usual agents to the run at `address`. `program` is the command line of `orrery`. Words
 * are quoted for the usual shells of `platform`.
 */
export function clientCommands(
  address: string,
  program: readonly string[],
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): readonly ClientCommand[] {
  const words = [...program, 'mcp', '--connect', address];
  const line = shellLine(words, platform);
  const variables = (flag: string): string =>
    Object.entries(env)
      .map(([name, value]) => `${flag} ${name}=${shellLine([value], platform)} `)
      .join('');
  const [command, ...args] = words;
  return [
    // The name comes first: -e takes all words up to the next option.
    { client: 'Claude Code', text: `claude mcp add orrery ${variables('-e')}-- ${line}` },
    { client: 'Codex', text: `codex mcp add orrery ${variables('--env')}-- ${line}` },
    { client: 'Gemini CLI', text: `gemini mcp add ${variables('-e')}orrery ${line}` },
    { client: 'Other clients', text: JSON.stringify({ mcpServers: { orrery: { command, args, env } } }) },
  ];
}
