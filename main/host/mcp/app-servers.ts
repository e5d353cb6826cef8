import {
  Client,
  ProtocolError,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  type Tool,
  type ClientOptions,
  type JsonSchemaValidator,
} from '@modelcontextprotocol/client';
import type { FrozenServer, OutsideServer, ServerStart } from '../../../engine/index.ts';
import {
  type Failure,
  findingsText,
  type Json,
  type JsonObject,
  type OutsideAnswer,
  type OutsideCall,
  readJson,
  readJsonAs,
  truncate,
} from '../../../engine/model/index.ts';
import { existsSync } from 'node:fs';
import * as z from 'zod/mini';
import { ProblemError, shellLine, VERSION } from '../system/index.ts';
import { knownList, rememberList } from './known-lists.ts';
import { changesText, serverChanges } from './server-changes.ts';
import { ServerProcess } from './server-process.ts';

/** The maximum length of an answer as JSON. */
const MAX_ANSWER = 4_000_000;
const MAX_TOOLS = 1_000;
const TIMEOUT = 120; // seconds
const MAX_SHOWN = 300; // characters

/** A connection to a running server. */
interface Connection {
  readonly client: Client;
  readonly server: ServerProcess;
  /** The server's tools, in the form that `mcpApp({ server })` takes. */
  readonly list: FrozenServer;
}

/** A validator that accepts every answer: a server's own schemas are not trusted, and a pattern in them might never end. */
const anyAnswer: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (value) => ({ valid: true, data: value as T, errorMessage: undefined }),
};

/**
 * Starts a server and lists its tools.
 * @throws {ProblemError} `mcp-gone` when it does not start, does not answer in time, or is not a server.
 */
async function connectServer(
  { command, env, timeout: longest }: ServerStart,
  folder?: string,
): Promise<Connection> {
  if (folder !== undefined && !existsSync(folder))
    throw serverGone(
      command,
      new Error(`It starts in ${folder}, which is not here. Plan or start the run on this machine.`),
    );
  const server = new ServerProcess(command, { env: { ...usualEnvironment(), ...env }, folder });
  const client = new Client({ name: 'orrery', version: VERSION }, { jsonSchemaValidator: anyAnswer });
  // Lines that are no messages are passed over: some servers print where they should not.
  client.onerror = () => undefined;
  const timeout = timeoutOptions(longest);
  try {
    await client.connect(server, timeout);
    const { tools } = await client.listTools(undefined, timeout);
    if (tools.length > MAX_TOOLS)
      throw new Error(`It has ${tools.length} tools; at most ${MAX_TOOLS} are taken.`);
    const { name = command[0]!, version = '' } = client.getServerVersion() ?? {};
    const list = toJson({ name, version, tools: toFrozenServer(tools) }) as unknown as
      FrozenServer | undefined;
    if (list === undefined) throw new Error('Its list of tools is too long, or nested too deep.');
    await rememberList({ command }, folder, list);
    return { client, server, list };
  } catch (thrown) {
    await server.close();
    throw serverGone(command, server.why ?? thrown);
  }
}

const timeoutOptions = (longest = TIMEOUT): RequestOptions => ({
  timeout: longest * 1_000,
  maxTotalTimeout: longest * 1_000,
});

/** The factor by which a server that reports progress may exceed the time limit. */
const PROGRESS_FACTOR = 10;

const withinOrProgressing = (longest = TIMEOUT): RequestOptions => ({
  timeout: longest * 1_000,
  maxTotalTimeout: longest * 1_000 * PROGRESS_FACTOR,
  resetTimeoutOnProgress: true,
  onprogress: () => undefined,
});

/** Environment variables that servers get, as official clients pass them on, if the system has them. */
const USUAL_VARIABLES =
  'HOME LANG LOGNAME PATH SHELL TERM TMPDIR USER APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROGRAMDATA PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP USERNAME USERPROFILE WINDIR';

const usualEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    USUAL_VARIABLES.split(' ')
      .map((name) => [name, process.env[name] ?? ''] as const)
      .filter(([, value]) => value !== ''),
  );

/** An error that says which call took too long, and what to do; `undefined` if `thrown` is another error. */
const lateText = (call: string, { timeout = TIMEOUT }: OutsideServer, thrown: unknown): Error | undefined =>
  thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout
    ? new Error(`${call} had no answer after ${timeout} s. To give it longer, set mcpApp({ timeout }).`)
    : undefined;

const serverGone = (command: readonly string[], thrown: unknown): ProblemError => {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new ProblemError(
    'mcp-gone',
    `The MCP server "${truncate(command.join(' '), MAX_SHOWN)}" did not answer: ${truncate(why, MAX_SHOWN)}`,
  );
};

const toFrozenServer = (tools: readonly Tool[]): object =>
  Object.fromEntries(
    tools.map(({ name, description = '', inputSchema, annotations }) => [
      name,
      // What is not said to only read may write.
      { description, inputSchema, effect: annotations?.readOnlyHint === true ? 'read' : 'write' },
    ]),
  );

/**
 * Asks a server for its tools, in the form that `mcpApp({ server })` takes.
 * @throws {ProblemError} as {@link connectServer}.
 */
export async function listServer(start: ServerStart, folder?: string): Promise<FrozenServer> {
  const { client, list } = await connectServer(start, folder);
  await client.close();
  return list;
}

const starts = z.record(
  z.string(),
  z.object({
    command: z.array(z.string()),
    env: z.exactOptional(z.record(z.string(), z.string())),
    timeout: z.exactOptional(z.number()),
  }),
);

/**
 * Asks servers for their tools. `text` is JSON with the start commands of servers by app name. Returns their tool lists by app
 * name, as JSON.
 * @throws {ProblemError} as {@link connectServer}.
 */
export async function listServers(text: string, folder: string): Promise<string> {
  const lists = await Promise.all(
    Object.entries(startsIn(text)).map(
      async ([app, start]) => [app, await listServer(start, folder)] as const,
    ),
  );
  return JSON.stringify(Object.fromEntries(lists));
}

/**
 * The tool lists of servers as of the last time they ran here, without starting any; `undefined` if one never did. The parameters
 * are those of {@link listServers}.
 */
export async function knownLists(text: string, folder: string): Promise<string | undefined> {
  const lists = await Promise.all(
    Object.entries(startsIn(text)).map(
      async ([app, start]) => [app, await knownList(start, folder)] as const,
    ),
  );
  return lists.some(([, list]) => list === undefined) ? undefined : JSON.stringify(Object.fromEntries(lists));
}

/** How to start servers, by the names of their apps. @throws {ProblemError} when `text` is no JSON of these. */
export function startsIn(text: string): z.output<typeof starts> {
  const read = readJsonAs(starts, text);
  if ('findings' in read) throw new ProblemError('mcp-gone', `apps: ${findingsText(read.findings)}`);
  return read.data;
}

/** Advice on how to get the tool lists of servers, whose start commands are in `text` as for {@link listServers}. */
export function unlistedText(text: string): string {
  const [[app, { command }] = ['', { command: [] }], ...others] = Object.entries(startsIn(text));
  const names = [app, ...others.map(([name]) => name)].map((name) => `"${name}"`).join(', ');
  const line = truncate(shellLine(command), MAX_SHOWN);
  return `The tools of ${names} are known once the scenario has run here. Or freeze them: orrery mcp types -o scenarios/servers/${app}.ts -- ${line}`;
}

/** Sentences about how servers differ from the lists of a scenario, as of the last time they ran here. Starts none. */
export async function serverChangeTexts(
  apps: Readonly<Record<string, OutsideServer>>,
  folder: string,
): Promise<readonly string[]> {
  const found = await Promise.all(
    Object.entries(apps).map(async ([app, server]) => {
      const known = await knownList(server, folder);
      if (known === undefined) return [];
      const { breaking, others } = serverChanges(server, known.tools);
      return breaking.length + others.length === 0 ? [] : [changesOf(app, [...breaking, ...others])];
    }),
  );
  return found.flat();
}

/** A sentence about the changes of `app`'s server, and what to do. */
const changesOf = (app: string, changes: readonly string[]): string =>
  `${app}: When its server last ran, its tools were not those of the list. ${changesText(changes)} Run orrery mcp types again to have them.`;

/** The servers that answer tool calls of a run's apps. Each starts with its first call. */
export class AppServers {
  readonly #apps: Readonly<Record<string, OutsideServer>>;
  readonly #folder: string | undefined;
  readonly #onChange: (text: string) => void;
  readonly #connections = new Map<string, Promise<Connection>>();

  /**
   * @param folder the folder in which servers start
   * @param onChange called when a server differs from its list but the run can continue
   */
  constructor(
    apps: Readonly<Record<string, OutsideServer>>,
    folder?: string,
    onChange: (text: string) => void = () => undefined,
  ) {
    this.#apps = apps;
    this.#folder = folder;
    this.#onChange = onChange;
  }

  /**
   * The answer to a call. An error of the tool is an answer, too.
   * @throws {ProblemError} when the server does not answer, or its tools are not those of the scenario.
   */
  async answer({ app, tool, args }: OutsideCall, quitting: AbortSignal): Promise<OutsideAnswer> {
    const server = this.#apps[app]!;
    const { client, server: process } = await this.#connected(app, server);
    quitting.throwIfAborted();
    const options = { signal: quitting, ...withinOrProgressing(server.timeout) };
    try {
      const result = await client.callTool({ name: tool, arguments: args }, options);
      const text = textOf(result.content);
      if (result.isError === true) return failedAnswer(text ?? 'The tool failed.');
      const value = toJson(result.structuredContent ?? text ?? result.content);
      if (value === undefined)
        return failedAnswer('The answer of the server is too long, or nested too deep.');
      const isWrite = server.tools[tool]?.effect === 'write';
      const state =
        isWrite && server.state !== undefined ? await readState(client, server.state, options) : undefined;
      return { outcome: { status: 'done', value }, ...(state === undefined ? {} : { state }) };
    } catch (thrown) {
      if (thrown instanceof ProtocolError) return failedAnswer(thrown.message);
      throw serverGone(server.command, process.why ?? lateText(`${app}.${tool}`, server, thrown) ?? thrown);
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
      connection = connectServer(server, this.#folder).then((made) => {
        const { breaking, others } = serverChanges(server, made.list.tools);
        if (breaking.length > 0) throw serverChanged(app, [...breaking, ...others]);
        if (others.length > 0) this.#onChange(changesOf(app, others));
        return made;
      });
      this.#connections.set(app, connection);
    }
    return connection;
  }
}

const serverChanged = (app: string, changes: readonly string[]): ProblemError =>
  new ProblemError(
    'mcp-changed',
    `${app}: ${changesText(changes)} If its list is in a file, run orrery mcp types again; otherwise start a new run.`,
  );

const failedAnswer = (message: string): OutsideAnswer => ({
  outcome: { status: 'failed', message: truncate(message, 10_000) satisfies Failure['message'] },
});

/** The text of an answer that consists of one text. */
function textOf(content: readonly { readonly type: string }[]): string | undefined {
  const [only, ...others] = content;
  if (others.length > 0 || only?.type !== 'text') return content.length === 0 ? '' : undefined;
  return (only as { readonly type: string; readonly text: string }).text;
}

/** `value` as JSON that a run can store; `undefined` if it is not JSON. */
function toJson(value: unknown): Json | undefined {
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

/** The contents of the resources at `addresses`: parsed JSON, or text. A resource that cannot be read is null. */
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
