import { type Command, Option } from 'commander';
import { dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Store } from '../../../engine/index.ts';
import { type ThinkingTime, plural, DEFAULT_THINKING } from '../../../engine/model/index.ts';
import { DEFAULT_AGENT_LIMITS } from '../../host/agents/index.ts';
import {
  clientAgent,
  listenOnHttp,
  listServer,
  McpAgent,
  type McpAgentOptions,
  passOn,
  serveStream,
  SocketListener,
  type StreamConnection,
} from '../../host/mcp/index.ts';
import { Recordings } from '../../host/recordings/index.ts';
import {
  type AskedChoices,
  beginRun,
  storedChoices,
  driveAlone,
  judgeEnded,
  prepareBranch,
  type PreparedRun,
  prepareRun,
  prepareResumption,
  processPlayers,
  RunExchanges,
} from '../../host/runs/index.ts';
import type { CheckTypes } from '../../host/scenarios/index.ts';
import { makeFolder, writeAtomically } from '../../host/system/index.ts';
import { addAnswerOptions } from '../agent-options.ts';
import { requireAllowed } from '../model-options.ts';
import {
  anyDatabase,
  databaseToLookAt,
  existingDatabase,
  existingRun,
  findInWorkspace,
  printedWaits,
  scenarioFile,
} from '../files.ts';
import { addTrustOption, allowCode } from '../allow-code.ts';
import { wholeNumberParser } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { oneLine, print, printNote, printStderr, problemLine } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { describeOutcome } from '../summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

interface McpOptions extends Pick<AskedChoices, 'variant' | 'verbosity'> {
  readonly db: string;
  readonly seed?: number;
  readonly resume?: string;
  readonly branch?: string;
  readonly at?: number;
  readonly thinking?: ThinkingTime;
  readonly turns?: number;
  readonly agentTimeout?: number;
  readonly trust?: boolean;
  readonly listen?: 'socket' | 'http';
  readonly connect?: string;
  readonly recordings?: boolean;
  readonly notes?: boolean;
}

/** Adds `mcp [scenario]`, a server whose tools are those of a world or of recorded runs, and `mcp types <command>`, which writes the tools of a server to a file. */
export function addMcpCommand(program: Command, { checkTypes, ended }: CommandContext): void {
  const mcp = addTrustOption(addAnswerOptions(program.command('mcp')));
  mcp
    .command('types')
    .description('freeze the tools of an MCP server into a file, for mcpApp() in scenarios')
    .argument('<command...>', 'the program of the server, and its arguments')
    .requiredOption('-o, --out <file>', 'the TypeScript file to write, such as scenarios/servers/memory.ts')
    .action(async (command: readonly string[], { out }: { readonly out: string }) => {
      await print(`wrote ${out}: ${plural(await freezeTools(command, out), 'tool')}`);
    });
  mcp
    .description(
      'serve a world to an agent that speaks the Model Context Protocol (MCP), over standard input and output; docs/mcp.md has what to paste into such agents',
    )
    .argument('[scenario]', 'the scenario to run, when the client first calls a tool')
    .option('--seed <n>', 'random seed (default: from the scenario)', wholeNumberParser(0))
    .option('--variant <name>', 'variant to run (default: the first)')
    .addOption(
      new Option('--verbosity <level>', 'how many notifications the agent gets (default: medium)').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option('--resume <run>', 'go on with this run, whose client has gone; nothing is asked twice')
    .addOption(
      new Option('--branch <run>', 'repeat this run up to an entry, from where the client plays').conflicts(
        'resume',
      ),
    )
    .option('--at <entry>', 'the entry of --branch', wholeNumberParser(0))
    .addOption(
      new Option(
        '--recordings',
        'serve the recorded runs of the database instead, read-only: to find out what went wrong in them',
      ).conflicts(['listen', 'resume', 'branch', 'seed', 'variant', 'verbosity', 'thinking', 'turns']),
    )
    .addOption(
      new Option(
        '--listen <how>',
        'serve at an address of this machine instead, which is printed: a Unix socket, or HTTP that only this machine can reach',
      ).choices(['socket', 'http']),
    )
    .option('--connect <address>', 'connect to a run that listens at this address')
    .option('--notes', 'with --recordings: let the client add notes and labels, marked as its own')
    .option('--db <file>', 'the database file; created if it does not exist (required)')
    .action(
      async (scenario: string | undefined, asked: Omit<McpOptions, 'db'> & { readonly db?: string }) => {
        if (asked.connect !== undefined) {
          await passOn(asked.connect, process.stdin, process.stdout);
          return;
        }
        if (asked.db === undefined) throw new UsageError('orrery mcp needs --db <file>: the database file');
        const options = { ...asked, db: asked.db };
        const { recordings, notes } = options;
        if (notes && !recordings) throw new UsageError('--notes needs --recordings');
        if (recordings && scenario !== undefined)
          throw new UsageError('--recordings serves the runs of the database. Give no scenario.');
        ended(recordings ? await serveRecordings(options) : await serveWorld(scenario, options, checkTypes));
      },
    );
}

/** Writes the tools of a server into `file`. Returns their number. */
async function freezeTools(command: readonly string[], file: string): Promise<number> {
  const list = await listServer({ command });
  const head = `// The tools of ${oneLine(list.name)} ${oneLine(list.version)}. Written by orrery mcp types: run it again when the server changes.`;
  makeFolder(dirname(resolve(file)));
  await writeAtomically(
    resolve(file),
    `${head}\nexport default ${JSON.stringify(list, null, 2)} as const;\n`,
  );
  return Object.keys(list.tools).length;
}

/** Serves the recordings of a database to the client at standard input and output, until it has gone. */
async function serveRecordings({ db, notes = false }: Pick<McpOptions, 'db' | 'notes'>): Promise<boolean> {
  using database = notes ? await existingDatabase(db) : databaseToLookAt(db);
  using recordings = new Recordings(database, { canWrite: notes });
  await untilInterrupted(async (quitting) => {
    const connection = serveStream(() => recordings.server(), process.stdin, process.stdout);
    quitting.addEventListener('abort', () => void connection.close());
    await connection.closed;
  });
  return true;
}

/** Serves one run to the client at standard input and output. Returns whether the run completed and did not fail. */
async function serveWorld(
  scenario: string | undefined,
  options: McpOptions,
  checkTypes: CheckTypes,
): Promise<boolean> {
  const { thinking = DEFAULT_THINKING, agentTimeout } = options;
  const isStored = options.resume !== undefined || options.branch !== undefined;
  using database = isStored ? await existingDatabase(options.db) : await anyDatabase(options.db);
  const { store } = database;
  const prepared = await preparedFor(scenario, options, store, checkTypes);
  for (const problem of prepared.problems) printNote(problemLine(problem, prepared.path));
  return await untilInterrupted((quitting) => {
    const how = { thinking, agentTimeout, quitting };
    if (options.listen === undefined) return playOver(process.stdin, process.stdout, prepared, store, how);
    const onAddress = (address: string): void => {
      printNote(
        options.listen === 'http'
          ? `Clients connect to ${address}`
          : `Clients connect with: orrery mcp --connect ${address}`,
      );
    };
    return playAt(options.listen, prepared, store, { ...how, onAddress });
  });
}

/**
 * Serves the run `prepared` to the client at the other end of two streams, until it has gone. The run begins with its first call:
 * a client that only lists the tools leaves no run. Returns whether the run completed and did not fail.
 */
export async function playOver(
  input: Readable,
  output: Writable,
  prepared: PreparedRun,
  store: Store,
  { quitting, ...options }: PlayOptions,
): Promise<boolean> {
  const agent = new McpAgent(prepared.plan, options);
  const connection = serveStream(() => agent.server(), input, output);
  return play(agent, connection, prepared, store, { ...options, quitting });
}

/** Serves the run `prepared` at an address, which `onAddress` gets, to one client after the other until it ends. */
export async function playAt(
  how: 'socket' | 'http',
  prepared: PreparedRun,
  store: Store,
  { onAddress, ...options }: PlayOptions & { readonly onAddress: (address: string) => void },
): Promise<boolean> {
  const agent = new McpAgent(prepared.plan, options);
  const server = (): ReturnType<McpAgent['server']> => agent.server();
  const listener = how === 'http' ? await listenOnHttp(server) : new SocketListener(server);
  onAddress(listener.address);
  const connection = {
    // Clients come and go.
    closed: new Promise<string>(() => undefined),
    close: () => listener.close(),
  };
  return play(agent, connection, prepared, store, { ...options, isShared: true });
}

type PlayOptions = McpAgentOptions & { readonly quitting: AbortSignal };

async function play(
  agent: McpAgent,
  connection: StreamConnection,
  prepared: PreparedRun,
  store: Store,
  { quitting, isShared = false, ...options }: PlayOptions & { readonly isShared?: boolean },
): Promise<boolean> {
  const interrupted = new Promise<undefined>((resolve) => {
    quitting.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
  void connection.closed.then((why) => {
    agent.leave(`The MCP client has gone. ${why}`);
  });
  const client = await Promise.race([agent.begun, connection.closed, interrupted]);
  if (typeof client !== 'object') {
    await connection.close();
    return true;
  }

  const choices = { ...prepared.choices, agent: clientAgent(client, options.thinking) };
  const model = prepared.living.includes('user') ? choices.user?.model : undefined;
  if (model !== undefined && model.wire !== 'gguf') requireAllowed(model.url);
  const live = await beginRun({ ...prepared, choices }, store, printedWaits());
  printNote(`run ${live.id}`);
  // A run that goes on may have a model as its user.
  const { user } = processPlayers(
    { ...prepared, choices, living: prepared.living.filter((by) => by === 'user') },
    {
      recorder: new RunExchanges(live, store),
      onStderr: (text) => {
        live.agentStderr.add(text);
        return printStderr(text);
      },
    },
  );
  await driveAlone(live, { agent, user, quitting, onWait: printNote });
  await judgeEnded(store, live.id);
  const run = store.run(live.id)!;
  printNote(`${live.id}: ${describeOutcome(run)}`);
  // Until the client goes, each of its calls is answered that the run has ended.
  if (!isShared) await Promise.race([connection.closed, interrupted]);
  await connection.close();
  return run.state === 'completed' && run.verdict?.outcome !== 'failed';
}

async function preparedFor(
  scenario: string | undefined,
  {
    resume,
    branch,
    at,
    seed,
    turns = DEFAULT_AGENT_LIMITS.turns,
    thinking = DEFAULT_THINKING,
    ...options
  }: McpOptions,
  store: Store,
  checkTypes: CheckTypes,
): Promise<PreparedRun> {
  const of = resume ?? branch;
  if ((of === undefined) === (scenario === undefined))
    throw new UsageError('Give a scenario, or a run in --resume or --branch.');
  if ((branch === undefined) !== (at === undefined))
    throw new UsageError('--branch and --at belong together.');
  const agent = clientAgent({}, thinking);
  if (scenario !== undefined) {
    const request = {
      ...scenarioFile(scenario),
      mode: 'plain',
      seed,
      choices: storedChoices(options, agent),
    } as const;
    return prepareRun({ ...request, turns: { agent: { from: 0, turns, isOther: false } } }, checkTypes);
  }
  const run = existingRun(store, of!, options.db);
  if (at !== undefined && store.entry(run.id, at) === undefined)
    throw new UsageError(`There is no entry ${at} in ${run.id}: it has ${run.entries} entries.`);
  await allowCode(store, [run], options);
  const { folder } = findInWorkspace(options.db, 'the database file');
  const prepared = await (at === undefined
    ? prepareResumption(store, run, { ...agent, turns })
    : prepareBranch(store, run, at, undefined, { agent: { ...agent, turns } }));
  return { ...prepared, folder };
}
