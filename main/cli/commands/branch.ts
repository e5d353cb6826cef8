import type { Command } from 'commander';
import {
  type Actor,
  appName,
  type Intervention,
  isJsonObject,
  type Json,
  type LogEntry,
  type OutsideAgent,
  parsePath,
  readJson,
  RECORDED_AGENT,
  type RunSummary,
} from '../../../engine/model/index.ts';
import { DEFAULT_AGENT_LIMITS } from '../../host/agents/index.ts';
import {
  beginRun,
  judgeEnded,
  prepareBranch,
  type PreparedRun,
  prepareResumption,
  RunExchanges,
  unansweredIn,
} from '../../host/runs/index.ts';
import { existingDatabase, existingRun, printedWaits } from '../files.ts';
import {
  addAgentOptions,
  addAnswerOptions,
  agentOf,
  type AgentOptions,
  processCommand,
  scriptFile,
} from '../agent-options.ts';
import { addModelOptions } from '../model-options.ts';
import { addTrustOption, allowCode } from '../foreign-code.ts';
import { wholeNumber } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { print, printNote, problemLine } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { drive, programIn } from './run.ts';
import { printRun, summaryLines } from '../summary.ts';

/** Adds `branch <run>`. */
export function addBranch(program: Command, { ended }: CommandContext): void {
  addTrustOption(addAgentOptions(program.command('branch'), 'change'))
    .description('repeat a run up to an entry, then continue with one change')
    .argument('<run>', 'id of the run, such as r1')
    .requiredOption('--at <entry>', 'number of the first entry that may differ', wholeNumber(0))
    .option(
      '--recorded',
      'answer calls of MCP servers from the record only, and stop at a call that it does not have',
    )
    .option('--change <change>', `the change, one of: ${CHANGES.join('; ')}`)
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print one JSON object with the whole log')
    .action(async (run: string, options: BranchOptions) => {
      ended(await branchRun(run, options));
    });
}

interface BranchOptions extends AgentOptions {
  readonly recorded?: boolean;
  readonly db: string;
  readonly at: number;
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
  { db, at, change, json = false, trust, recorded: isRecordedOnly, ...options }: BranchOptions,
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
    agent: agent && { ...agent, turns },
  });
  const heading = `a branch of ${id} at #${at}`;
  const branch = await runAgain(prepared, database, {
    ...options,
    db,
    json,
    id,
    heading,
    agent,
    isRecordedOnly,
  });
  const made = !intervention || tookPlace(intervention, store.entry(branch.run.id, at));
  return made && branch.succeeded;
}

/** Adds `resume <run>`. */
export function addResume(program: Command, { ended }: CommandContext): void {
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
  const prepared = await prepareResumption(store, run, agent && { ...agent, turns });
  const heading = `goes on where ${id} ended`;
  const recorded = unansweredIn(store, run.id);
  const again = { ...options, db, json, id, heading, agent, recorded };
  return (await runAgain(prepared, database, again)).succeeded;
}

interface AgainOptions extends Omit<AgentOptions, 'agent'> {
  readonly db: string;
  readonly json: boolean;
  /** The run that is repeated. */
  readonly id: string;
  readonly heading: string;
  readonly agent: OutsideAgent | undefined;
  readonly isRecordedOnly?: boolean | undefined;
  /** The exchanges that answer the agent's first requests to its model. */
  readonly recorded?: readonly number[];
}

/** Runs a repetition of a stored run to its end, and prints it. */
async function runAgain(
  prepared: PreparedRun,
  database: Awaited<ReturnType<typeof existingDatabase>>,
  { db, json, id, heading, agent, isRecordedOnly, recorded = [], ...limits }: AgainOptions,
): Promise<{ readonly run: RunSummary; readonly succeeded: boolean }> {
  const { store } = database;
  for (const problem of prepared.problems) printNote(problemLine(problem, prepared.path));
  const live = await beginRun(prepared, store, printedWaits());
  if (!json) await print(`run ${live.id} in ${db}, ${heading}`);
  const exchanges = new RunExchanges(live, store, { recorded, limits: agent?.limits });
  await drive(live, agent && programIn(live, prepared, agent, { ...limits, exchanges }), isRecordedOnly);
  await judgeEnded(store, live.id);
  const run = store.run(live.id)!;
  const compare = `compare with: orrery compare ${id} ${live.id} --db "${db}"`;
  if (json) await printRun(run, store);
  else await print([...summaryLines(run, store), compare].join('\n'));
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
  if (script !== undefined) return following(script, entry.index);
  if (change === undefined) return {};
  const intervention = parseChange(change, entry);
  if (intervention.kind !== 'agent' || intervention.script === RECORDED_AGENT) return { intervention };
  return following(intervention.script, intervention.at);
}

async function following(
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
      return { kind: 'argument', event: planned(entry), name, value };
    }
    case 'leave-out':
      return { kind: 'leave-out', event: planned(entry) };
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

function planned(entry: LogEntry): LogEntry['event'] {
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
