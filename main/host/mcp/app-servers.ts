import {
  Client,
  ProtocolError,
  type Tool,
  type ClientOptions,
  type JsonSchemaValidator,
} from '@modelcontextprotocol/client';
import type { OutsideServer } from '../../../engine/index.ts';
import {
  type Failure,
  isSameJson,
  type Json,
  type JsonObject,
  type OutsideAnswer,
  type OutsideCall,
  readJson,
  truncate,
} from '../../../engine/model/index.ts';
import { ProblemError, VERSION } from '../system/index.ts';
import { ServerProcess } from './server-process.ts';

/** The most characters of one answer, as JSON. */
const MAX_ANSWER = 4_000_000;
const MAX_TOOLS = 1_000;
const TIMEOUT = 120; // seconds
const MAX_SHOWN = 300; // characters

/** How a server is started. */
export interface ServerCommand {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The longest time for an answer, in seconds. */
  readonly timeout?: number | undefined;
  readonly folder?: string | undefined;
}

/** A running server, as an official client sees it. */
interface Connection {
  readonly client: Client;
  readonly server: ServerProcess;
  readonly tools: readonly Tool[];
  readonly info: { readonly name: string; readonly version: string };
}

/** Takes answers as they come: what a server declares of them is a stranger's, and a pattern in it may never end. */
const anyAnswer: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (value) => ({ valid: true, data: value as T, errorMessage: undefined }),
};

/**
 * Starts a server and lists its tools.
 *
 * @throws {ProblemError} `mcp-gone` when it does not start, does not answer in time, or is no server.
 */
export async function connectServer({
  command,
  env,
  timeout: longest,
  folder,
}: ServerCommand): Promise<Connection> {
  const server = new ServerProcess(command, { env: { ...usualEnvironment(), ...env }, folder });
  const client = new Client({ name: 'orrery', version: VERSION }, { jsonSchemaValidator: anyAnswer });
  // Lines that are no messages are passed over: some servers print where they should not.
  client.onerror = () => undefined;
  const timeout = timeoutOf(longest);
  try {
    await client.connect(server, timeout);
    const { tools } = await client.listTools(undefined, timeout);
    if (tools.length > MAX_TOOLS)
      throw new Error(`It has ${tools.length} tools; at most ${MAX_TOOLS} are taken.`);
    const { name = command[0]!, version = '' } = client.getServerVersion() ?? {};
    return { client, server, tools, info: { name, version } };
  } catch (thrown) {
    await server.close();
    throw gone(command, server.why ?? thrown);
  }
}

const timeoutOf = (longest = TIMEOUT): { readonly timeout: number; readonly maxTotalTimeout: number } => ({
  timeout: longest * 1_000,
  maxTotalTimeout: longest * 1_000,
});

const usualEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER', 'APPDATA', 'SYSTEMROOT', 'TEMP']
      .map((name) => [name, process.env[name] ?? ''] as const)
      .filter(([, value]) => value !== ''),
  );

const gone = (command: readonly string[], thrown: unknown): ProblemError => {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new ProblemError(
    'mcp-gone',
    `The MCP server "${truncate(command.join(' '), MAX_SHOWN)}" did not answer: ${truncate(why, MAX_SHOWN)}`,
  );
};

/** The effect of a tool by its annotations: what is not said to only read may write. */
export const effectOf = ({ annotations }: Tool): 'read' | 'write' =>
  annotations?.readOnlyHint === true ? 'read' : 'write';

/** The servers that answer tools of a run's apps. Each starts with its first call. */
export class AppServers {
  readonly #apps: Readonly<Record<string, OutsideServer>>;
  readonly #folder: string | undefined;
  readonly #connections = new Map<string, Promise<Connection>>();

  /** `folder` is where the servers start. */
  constructor(apps: Readonly<Record<string, OutsideServer>>, folder?: string) {
    this.#apps = apps;
    this.#folder = folder;
  }

  /**
   * The answer to a call. What the tool refuses is an answer, too.
   *
   * @throws {ProblemError} when the server does not answer, or its tools are not those of the scenario.
   */
  async answer({ app, tool, args }: OutsideCall, quitting: AbortSignal): Promise<OutsideAnswer> {
    const server = this.#apps[app]!;
    const { client, server: process } = await this.#connected(app, server);
    quitting.throwIfAborted();
    const options = { signal: quitting, ...timeoutOf(server.timeout) };
    try {
      const result = await client.callTool({ name: tool, arguments: args }, options);
      const text = textOf(result.content);
      if (result.isError === true) return failed(text ?? 'The tool failed.');
      const value = plain(result.structuredContent ?? text ?? result.content);
      if (value === undefined) return failed('The answer of the server is too long, or nested too deep.');
      const isWrite = server.tools[tool]?.effect === 'write';
      const state =
        isWrite && server.state !== undefined ? await readState(client, server.state, options) : undefined;
      return { outcome: { status: 'done', value }, ...(state === undefined ? {} : { state }) };
    } catch (thrown) {
      if (thrown instanceof ProtocolError) return failed(thrown.message);
      throw gone(server.command, process.why ?? thrown);
    }
  }

  /** Ends all servers. */
  async close(): Promise<void> {
    const open = [...this.#connections.values()];
    this.#connections.clear();
    await Promise.all(open.map((one) => one.then(({ client }) => client.close()).catch(() => undefined)));
  }

  #connected(app: string, server: OutsideServer): Promise<Connection> {
    let connection = this.#connections.get(app);
    if (connection === undefined) {
      connection = connectServer({ ...server, folder: this.#folder }).then((made) => {
        requireFrozen(app, server, made.tools);
        return made;
      });
      this.#connections.set(app, connection);
    }
    return connection;
  }
}

/** @throws {ProblemError} when a tool of the scenario is not the server's any more. */
function requireFrozen(app: string, { tools }: OutsideServer, listed: readonly Tool[]): void {
  const now = new Map(listed.map((tool) => [tool.name, tool]));
  for (const [name, { inputSchema }] of Object.entries(tools)) {
    const schema = now.get(name)?.inputSchema;
    if (schema === undefined || !isSameJson(plain(schema) ?? null, inputSchema))
      throw new ProblemError(
        'mcp-changed',
        `${app}: ${schema === undefined ? `the server has no tool ${name}` : `the arguments of ${name} have changed`} since its tools were frozen. Run orrery mcp types again.`,
      );
  }
}

const failed = (message: string): OutsideAnswer => ({
  outcome: { status: 'failed', message: truncate(message, 10_000) satisfies Failure['message'] },
});

/** The text of an answer that is one text. */
function textOf(content: readonly { readonly type: string }[]): string | undefined {
  const [only, ...others] = content;
  if (others.length > 0 || only?.type !== 'text') return content.length === 0 ? '' : undefined;
  return (only as { readonly type: string; readonly text: string }).text;
}

/** `value` as JSON that a run can keep; `undefined` if it is none. */
function plain(value: unknown): Json | undefined {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    return undefined;
  }
  if (text.length > MAX_ANSWER) return undefined;
  const read = readJson(text);
  return 'value' in read ? read.value : undefined;
}

/** What the resources at `addresses` hold: JSON if it is that, else the text. A resource that cannot be read is null. */
async function readState(client: Client, addresses: readonly string[], options: object): Promise<JsonObject> {
  const found: [string, Json][] = [];
  for (const uri of addresses) {
    const content = await client.readResource({ uri }, options).catch(() => undefined);
    const [first] = content?.contents ?? [];
    const text = first !== undefined && 'text' in first ? first.text : undefined;
    if (text === undefined || text.length > MAX_ANSWER) found.push([uri, null]);
    else {
      const read = readJson(text);
      found.push([uri, 'value' in read ? read.value : text]);
    }
  }
  return Object.fromEntries(found);
}
