import { type Command, Option } from 'commander';
import {
  type Actor,
  appName,
  type Intervention,
  isJsonObject,
  type Json,
  type LogEntry,
  modelAddress,
  type ModelChoice,
  type ModelExchange,
  parsePath,
  readJson,
  RECORDED_AGENT,
  type RequestChange,
  type RunSummary,
  truncate,
  plural,
} from '../../../engine/model/index.ts';
import type { AskedAgain } from '../../../preload/contract.ts';
import { DEFAULT_AGENT_LIMITS } from '../../host/agents/index.ts';
import {
  requestToAmend,
  beginRun,
  judgeEnded,
  prepareAmendment,
  prepareBranch,
  type PreparedRun,
  prepareResumption,
  type ReplayPolicy,
  requestsOf,
  RunExchanges,
  resumingPolicy,
} from '../../host/runs/index.ts';
import { askedAgain } from '../../host/inspect/index.ts';
import { existingDatabase, existingRun, findInWorkspace, printedWaits } from '../files.ts';
import {
  addAgentOptions,
  addAnswerOptions,
  agentOf,
  type AgentOptions,
  processCommand,
  scriptFile,
} from '../agent-options.ts';
import { addModelOptions, hostOption, requireAllowed } from '../model-options.ts';
import { addTrustOption, allowCode } from '../allow-code.ts';
import { wholeNumberParser } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { print, printNote, problemLine } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { drive, playersIn } from './run.ts';
import { printRun, summaryLines } from '../summary.ts';

/** Adds `branch <run>`, which repeats a run up to an entry and continues with one change. */
export function addBranchCommand(program: Command, { ended }: CommandContext): void {
  addTrustOption(addAgentOptions(program.command('branch'), 'change'))
    .description('repeat a run up to an entry, then continue with one change')
    .argument('<run>', 'id of the run, such as r1')
    .option('--at <entry>', 'number of the first entry that may differ', wholeNumberParser(0))
    .addOption(
      new Option(
        '--request <n>',
        'number of a request to the model, counted from 0, from which on it is asked again',
      )
        .argParser(wholeNumberParser(0))
        .conflicts(['at', 'agent', 'script', 'model']),
    )
    .option(
      '--recorded',
      'answer calls of MCP servers from the record only, and stop at a call that it does not have',
    )
    .option(
      '--change <change>',
      `the change, one of: ${CHANGES.join('; ')}; at a request: ${REQUEST_CHANGES.join('; ')}`,
    )
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print one JSON object with the whole log')
    .action(async (run: string, { at, request, ...options }: BranchOptions) => {
      if (request !== undefined) ended(await branchAtRequest(run, { ...options, request, times: 1 }));
      else if (at === undefined) throw new UsageError('Say where the branch begins: with --at or --request.');
      else ended(await branchRun(run, { ...options, at }));
    });
}

/** Adds `ask-again <run>`, which asks a model a recorded request again, and shows what it did next as a distribution. */
export function addAskAgainCommand(program: Command, { ended }: CommandContext): void {
  addTrustOption(program.command('ask-again'))
    .description(
      'ask the model of a run several times again from one of its requests on, each time in a branch, and count what the agent does next',
    )
    .argument('<run>', 'id of the run, such as r1')
    .requiredOption(
      '--request <n>',
      'number of the request to the model, counted from 0',
      wholeNumberParser(0),
    )
    .option('--times <n>', 'number of branches', wholeNumberParser(1), 5)
    .option('--change <change>', `a change in all of them, one of: ${REQUEST_CHANGES.join('; ')}`)
    .addOption(hostOption())
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print what the agent did next as JSON')
    .action(async (run: string, options: RequestOptions) => {
      ended(await branchAtRequest(run, options));
    });
}

interface RequestOptions {
  readonly db: string;
  readonly request: number;
  readonly times: number;
  readonly change?: string | undefined;
  readonly modelHost?: readonly string[] | undefined;
  readonly json?: boolean;
  readonly trust?: boolean;
}

/**
 * Branches a run at a request to its model, `times` times, and prints what its agent did next in each. Returns whether all
 * completed and did not fail.
 */
async function branchAtRequest(
  id: string,
  { db, request, times, change: text, modelHost, json = false, trust }: RequestOptions,
): Promise<boolean> {
  using database = await existingDatabase(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  const made = requestsOf(store, run.id)[request];
  const asked = made && store.exchange(made.number);
  const { wire } = requestToAmend(store, run, request).player.model;
  const change = text === undefined ? undefined : parseRequestChange(text, asked, wire);
  await allowCode(store, [run], { trust });
  const { folder } = findInWorkspace(db, 'the database file');
  let succeeded = true;
  for (let nth = 1; nth <= times; nth += 1) {
    const amendment = { request, change, ...(times === 1 ? {} : { nth }) };
    const amended = await prepareAmendment(store, run, amendment, {
      turns: DEFAULT_AGENT_LIMITS.turns,
      folder,
    });
    requireModels(id, amended.run, modelHost);
    const heading = `a branch of ${id} at request ${request}`;
    const { run: prepared, given } = amended;
    const branch = await runAgain(prepared, database, {
      db,
      json,
      id,
      heading,
      given,
      isQuiet: json || times > 1,
    });
    succeeded &&= branch.succeeded;
  }
  const again = askedAgain(store, run, request);
  if (json) await print(JSON.stringify(again, null, 2));
  else await print(['', ...againLines(again, request)].join('\n'));
  return succeeded;
}

/**
 * What plays in a branch comes with the database: models are asked where the person allows it, and no command is run.
 *
 * @throws {UsageError} otherwise.
 */
function requireModels(
  id: string,
  { living, choices }: PreparedRun,
  hosts: readonly string[] | undefined,
): void {
  for (const by of living) {
    const { model } = choices[by]!;
    if (model === undefined)
      throw new UsageError(`The ${by} of ${id} was played by a process, which this command does not start.`);
    if (model.wire !== 'gguf') requireAllowed(model.url, hosts);
  }
}

/** What the agent did next, how often, and what came of it. */
const againLines = ({ by, groups }: AskedAgain, request: number): readonly string[] => [
  `after request ${request} the ${by}`,
  ...groups.flatMap(({ next, runs }) => [
    `${String(runs.length).padStart(4)}  ${next}`,
    ...runs.map(
      ({ run, isOriginal, verdict, tokens, requests, change, did }) =>
        `      ${run}  ${verdict?.outcome ?? 'not judged'}, ${plural(requests, 'request')}, ${tokens === undefined ? '' : `${plural(tokens, 'token')}, `}${isOriginal ? 'as recorded' : (change ?? '')}: ${truncate(did, MAX_NEXT)}`,
    ),
  ]),
];

const MAX_NEXT = 160; // characters

interface BranchOptions extends AgentOptions {
  readonly recorded?: boolean;
  readonly db: string;
  readonly at?: number;
  readonly request?: number;
  readonly change?: string;
  readonly json?: boolean;
  readonly trust?: boolean;
}

/**
 * Repeats a run up to an entry and continues with one change or with another agent, which first receives the messages the agent
 * had by then. Returns whether the change took place and the new run completed without a failed verdict.
 */
async function branchRun(
  id: string,
  {
    db,
    at,
    change,
    json = false,
    trust,
    recorded: isRecordedOnly,
    ...options
  }: BranchOptions & { readonly at: number },
): Promise<boolean> {
  const agent = await agentOf(options);
  using database = await existingDatabase(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  const entry = store.entry(run.id, at);
  if (entry === undefined)
    throw new UsageError(
      run.entries === 0
        ? `There is no entry ${at}: nothing has happened in ${id}.`
        : `There is no entry ${at} in ${id}: its entries are 0 to ${run.entries - 1}.`,
    );
  const { intervention, script } = await changeOf(change, options.script, entry);
  await allowCode(store, [run], { trust });
  const { turns = DEFAULT_AGENT_LIMITS.turns } = options;
  const prepared = await prepareBranch(store, run, at, intervention, {
    script,
    agent: agent && { ...agent, turns, folder: findInWorkspace(db, 'the database file').folder },
  });
  requireModels(id, { ...prepared, living: usersIn(prepared) }, options.modelHost);
  const heading = `a branch of ${id} at #${at}`;
  const branch = await runAgain(prepared, database, {
    ...options,
    db,
    json,
    id,
    heading,
    isRecordedOnly,
  });
  const made = !intervention || tookPlace(intervention, store.entry(branch.run.id, at));
  return made && branch.succeeded;
}

/** Adds `resume <run>`, which continues an interrupted run as a new one. */
export function addResumeCommand(program: Command, { ended }: CommandContext): void {
  addTrustOption(addModelOptions(addAnswerOptions(program.command('resume')), ['agent']))
    .description(
      'repeat a run that was cut off, from its record, and go on with its agent: nothing is asked twice',
    )
    .argument('<run>', 'id of the run, such as r1')
    .option('--agent <command>', 'command of the process that played the agent', processCommand)
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print one JSON object with the whole log')
    .action(async (run: string, options: ResumeOptions) => {
      ended(await resumeRun(run, options));
    });
}

interface ResumeOptions extends Omit<AgentOptions, 'script'> {
  readonly db: string;
  readonly json?: boolean;
  readonly trust?: boolean;
}

/** Repeats a run that was cut off in a new run, which goes on with the agent. Returns whether it completed and did not fail. */
async function resumeRun(
  id: string,
  { db, json = false, trust, ...options }: ResumeOptions,
): Promise<boolean> {
  const agent = await agentOf(options);
  using database = await existingDatabase(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  const before = run.state === 'interrupted' ? run.choices?.agent : undefined;
  if (before?.client !== undefined)
    throw new UsageError(
      `${id} was played by an MCP client. Let one go on: orrery mcp --resume ${id} --db ${JSON.stringify(db)}`,
    );
  // The command comes with the database: the person says that it may run.
  if (agent === undefined && before !== undefined)
    throw new UsageError(
      `${id} was played by a process. Name it to go on: --${before.model === undefined ? 'agent' : 'model'} ${JSON.stringify(before.command)}`,
    );
  const { turns = DEFAULT_AGENT_LIMITS.turns } = options;
  await allowCode(store, [run], { trust });
  const prepared = await prepareResumption(
    store,
    run,
    agent && { ...agent, turns, folder: findInWorkspace(db, 'the database file').folder },
  );
  requireModels(id, { ...prepared, living: usersIn(prepared) }, options.modelHost);
  const heading = `goes on where ${id} ended`;
  const again = { ...options, ...resumingPolicy(store, run.id), db, json, id, heading };
  return (await runAgain(prepared, database, again)).succeeded;
}

/** The user among those who play: the agent was named by the person. */
const usersIn = ({ living }: PreparedRun): PreparedRun['living'] => living.filter((by) => by === 'user');

interface AgainOptions
  extends Omit<AgentOptions, 'agent'>, Pick<ReplayPolicy, 'recorded' | 'repeated' | 'given'> {
  readonly db: string;
  readonly json: boolean;
  /** The run that is repeated. */
  readonly id: string;
  readonly heading: string;
  readonly isRecordedOnly?: boolean | undefined;
  /** Whether nothing is printed of the run. */
  readonly isQuiet?: boolean;
}

/** Runs a repetition of a stored run to its end, and prints it. */
async function runAgain(
  prepared: PreparedRun,
  database: Awaited<ReturnType<typeof existingDatabase>>,
  {
    db,
    json,
    id,
    heading,
    isRecordedOnly,
    recorded = [],
    repeated = [],
    given = [],
    isQuiet = false,
    ...limits
  }: AgainOptions,
): Promise<{ readonly run: RunSummary; readonly succeeded: boolean }> {
  const { store } = database;
  for (const problem of prepared.problems) printNote(problemLine(problem, prepared.path));
  const { folder } = findInWorkspace(db, 'the database file');
  const live = await beginRun({ folder, ...prepared }, store, printedWaits());
  if (!json && !isQuiet) await print(`run ${live.id} in ${db}, ${heading}`);
  const exchanges = new RunExchanges(live, store, {
    recorded,
    repeated,
    given,
    limits: prepared.choices.agent?.limits,
  });
  await drive(live, playersIn(live, prepared, { ...limits, exchanges }), isRecordedOnly);
  await judgeEnded(store, live.id);
  const run = store.run(live.id)!;
  const compare = `compare with: orrery compare ${id} ${live.id} --db "${db}"`;
  if (json && !isQuiet) await printRun(run, store);
  else if (!isQuiet) await print([...summaryLines(run, store), compare].join('\n'));
  const loss = database.lost();
  if (loss !== undefined) printNote(loss);
  const succeeded = loss === undefined && run.state === 'completed' && run.verdict?.outcome !== 'failed';
  return { run, succeeded };
}

/**
 * Whether the change took place; prints why if not. A failed call counts, because failing may be intended; a failed state
 * change does not.
 */
function tookPlace({ kind }: Intervention, entry: LogEntry | undefined): boolean {
  const isCall = kind === 'act' || kind === 'argument';
  if ((kind !== 'set' && !isCall) || entry?.outcome.status !== 'failed') return true;
  printNote(`change: #${entry.index} failed: ${entry.outcome.error.message}`);
  return isCall;
}

/** The change of the branch, with the text of a new agent's script. */
async function changeOf(
  change: string | undefined,
  script: string | undefined,
  entry: LogEntry,
): Promise<{ readonly intervention?: Intervention; readonly script?: string | undefined }> {
  if (script !== undefined) return scriptChange(script, entry.index);
  if (change === undefined) return {};
  const intervention = parseChange(change, entry);
  if (intervention.kind !== 'agent' || intervention.script === RECORDED_AGENT) return { intervention };
  return scriptChange(intervention.script, intervention.at);
}

async function scriptChange(
  file: string,
  at: number,
): Promise<{ readonly intervention: Intervention; readonly script: string }> {
  const { name, text } = await scriptFile(file);
  return { intervention: { kind: 'agent', at, script: name }, script: text };
}

const CHANGES = [
  'argument <name>=<value>',
  'leave-out',
  'act <agent|user|environment> <app>.<tool> <arguments>',
  'set <app>.<path>=<value>',
  'mode <oracle|plain>',
  'agent <recorded|script.json>',
] as const;

const REQUEST_CHANGES = [
  'answer <text>',
  'call <tool> <arguments>',
  'message <n>=<text>',
  'system <text>',
  'tool <name>=<description>',
  'parameter <name>=<value>',
  'model <url#name>',
] as const;

/**
 * The change to make at a request to a model that speaks `wire`, from the command line's text.
 *
 * @throws {UsageError} when the text is not a change, or does not fit the request.
 */
export function parseRequestChange(
  text: string,
  asked: ModelExchange | undefined,
  wire: ModelChoice['wire'] = 'chat-completions',
): RequestChange {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*([^]*)$/.exec(text) ?? [];
  const bad = (): never => {
    const form = REQUEST_CHANGES.find((change) => change.split(' ')[0] === word);
    throw new UsageError(
      `--change: "${text}" is not valid. Give ${form ?? `one of: ${REQUEST_CHANGES.join('; ')}`}.`,
    );
  };
  const pair = (): readonly [string, string] => {
    const [, name = bad(), value = bad()] = /^([^=]+?)\s*=\s*([^]*)$/.exec(rest) ?? [];
    return [name, value];
  };
  switch (word) {
    case 'answer':
      return { kind: 'answer', answer: { text: rest, calls: [] } };
    case 'call': {
      const [, name = bad(), args = ''] = /^(\S+)\s*([^]*)$/.exec(rest) ?? [];
      const given = args === '' ? {} : valueOf(args);
      if (!isJsonObject(given))
        throw new UsageError(`change: arguments: ${args} is not a JSON object such as {"to":"Ada"}`);
      const call = { id: asked?.answer?.calls[0]?.id ?? 'call_1', name, args: JSON.stringify(given) };
      return { kind: 'answer', answer: { text: '', calls: [call] } };
    }
    case 'message': {
      const [name, content] = pair();
      const place = Number(name) - 1;
      const message = asked?.request.messages[place];
      if (message === undefined)
        throw new UsageError(
          `change: there is no message ${name}: the request has ${asked?.request.messages.length ?? 0}.`,
        );
      return { kind: 'message', place, message: { ...message, content } };
    }
    case 'system':
      return { kind: 'system', text: rest === '' ? bad() : rest };
    case 'tool': {
      const [tool, description] = pair();
      return { kind: 'tool', tool, description };
    }
    case 'parameter': {
      const [name, value] = pair();
      return value === '' ? { kind: 'parameter', name } : { kind: 'parameter', name, value: valueOf(value) };
    }
    case 'model': {
      const { url, name, isFile } = modelAddress(rest) ?? bad();
      return {
        kind: 'model',
        url,
        name,
        wire: isFile ? 'gguf' : wire === 'gguf' ? 'chat-completions' : wire,
      };
    }
    default:
      return bad();
  }
}

/**
 * The change to make at `entry`, from the command line's text. Values are JSON or plain texts.
 *
 * @throws {UsageError} when the text is not a change.
 */
export function parseChange(text: string, entry: LogEntry): Intervention {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*([^]*)$/.exec(text) ?? [];
  const at = entry.index;
  switch (word) {
    case 'argument': {
      const [name, value] = assignment(text, rest);
      return { kind: 'argument', event: plannedEvent(entry), name, value };
    }
    case 'leave-out':
      return { kind: 'leave-out', event: plannedEvent(entry) };
    case 'act': {
      const [, actor, app, tool, args = ''] =
        /^(agent|user|environment)\s+([^\s.]+)\.(\S+)\s*([^]*)$/.exec(rest) ?? badChange(text);
      const given = args === '' ? {} : valueOf(args);
      if (!isJsonObject(given))
        throw new UsageError(`change: arguments: ${args} is not a JSON object such as {"to":"Ada"}`);
      return {
        kind: 'act',
        at,
        actor: actor as Actor,
        action: { app: appName(app!), tool: tool!, args: given },
      };
    }
    case 'set': {
      const [place, value] = assignment(text, rest);
      const [app, ...path] = parsePath(place);
      return { kind: 'set', at, app: appName(typeof app === 'string' ? app : badChange(text)), path, value };
    }
    case 'mode':
      if (rest !== 'oracle' && rest !== 'plain') return badChange(text);
      return { kind: 'mode', at, mode: rest };
    case 'agent':
      return { kind: 'agent', at, script: rest.trim() || badChange(text) };
    default:
      return badChange(text);
  }
}

function assignment(text: string, rest: string): readonly [string, Json] {
  const [, name, value] = /^([^=]+?)\s*=\s*([^]*)$/.exec(rest) ?? badChange(text);
  return [name!, valueOf(value!)];
}

function valueOf(text: string): Json {
  const read = readJson(text);
  return 'value' in read ? read.value : text;
}

function plannedEvent(entry: LogEntry): LogEntry['event'] {
  if ('action' in entry && entry.direct === undefined) return entry.event;
  throw new UsageError(
    `Entry ${entry.index} is ${'action' in entry ? 'a call made by hand' : `a ${entry.kind}`}. Only an action that the scenario plans can be changed like this.`,
  );
}

function badChange(text: string): never {
  const [word] = text.trim().split(/\s/);
  const form = CHANGES.find((change) => change.split(' ')[0] === word);
  throw new UsageError(`--change: "${text}" is not valid. Give ${form ?? `one of: ${CHANGES.join('; ')}`}.`);
}
