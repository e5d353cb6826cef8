import { type Command, Option } from 'commander';
import { type RunMode, type RunSummary, plural } from '../../../engine/model/index.ts';
import { type AgentLimits, DEFAULT_AGENT_LIMITS } from '../../host/agents/index.ts';
import {
  type AskedChoices,
  beginRun,
  storedChoices,
  driveAlone,
  judgeEnded,
  type LiveRun,
  type Players,
  type PreparedRun,
  prepareRun,
  firstRequest,
  processPlayers,
  RunExchanges,
} from '../../host/runs/index.ts';
import type { CheckTypes } from '../../host/scenarios/index.ts';
import { anyDatabase, printedWaits, scenarioFile } from '../files.ts';
import { addAgentOptions, agentOf, type AgentOptions, modeIn, scriptFile } from '../agent-options.ts';
import {
  addReplayOptions,
  addUserOptions,
  policyOf,
  type ReplayOptions,
  type UserOptions,
  userOf,
} from '../model-options.ts';
import { UsageError } from '../plain-command.ts';
import { addWorkers, parseSeeds, parseShare, wholeNumberParser } from '../options.ts';
import { print, printNote, printStderr, problemLine, progressNotes } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { printRun, summaryLines } from '../summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

export interface RunCommandOptions
  extends Omit<AskedChoices, 'script'>, AgentOptions, UserOptions, ReplayOptions {
  readonly seed?: number;
  readonly mode: RunMode;
  readonly db?: string;
  readonly json?: boolean;
  readonly firstRequest?: boolean;
}

/** The number of worker processes. */
export interface WorkOptions {
  readonly workers: number;
}

/** Options of `orrery run` for several runs. */
export interface GridOptions extends RunCommandOptions, WorkOptions {
  readonly seeds?: string | readonly number[];
}

/** Whether the options ask for several runs. */
const isGrid = ({ seeds, variant, agent = [] }: GridOptions): boolean =>
  seeds !== undefined || variant === 'all' || agent.length > 1;

/** Adds `run <scenario>`, which runs a scenario or a trace once, or several times as a sweep. */
export function addRunCommand(program: Command, { checkTypes, ended }: CommandContext): void {
  addReplayOptions(addUserOptions(addAgentOptions(program.command('run'), 'mode')))
    .description(
      'run a scenario and print the outcome; with several seeds, variants or agents, run all combinations and print a table',
    )
    .argument(
      '<scenario>',
      'a scenario in TypeScript, or a scenario or trace of ARE in JSON; the nearest parent folder that contains scenarios/ is its workspace',
    )
    .option('--seed <n>', 'random seed (default: from the scenario)', wholeNumberParser(0))
    .addOption(
      new Option('--seeds <list>', 'run with each of these seeds, such as 1..30 or 1,5,9')
        .argParser(parseSeeds)
        .conflicts('seed'),
    )
    .addOption(
      new Option('--mode <mode>', 'who plays the agent: the scenario’s oracle, or nobody (plain)')
        .choices(['oracle', 'plain'])
        .default('oracle'),
    )
    .option('--variant <name>', 'variant to run, or "all" (default: the first)')
    .option(
      '--tool-failures <share>',
      'share of the agent’s calls that fail at random, from 0 to 1',
      parseShare,
    )
    .option('--noise <n>', 'random emails, messages and offers per simulated minute', wholeNumberParser(0))
    .option('--noise-seed <n>', 'random seed of the noise', wholeNumberParser(0))
    .addOption(
      new Option('--verbosity <level>', 'how many notifications the agent gets (default: medium)').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option('--first-request', 'print the first request to the model, and ask nothing')
    .option('--db <file>', 'store the run in this database file; created if it does not exist')
    .option('--json', 'print one JSON object with the log; for several runs, a list of results')
    .addOption(addWorkers())
    .action(async (file: string, options: GridOptions) => {
      const run = isGrid(options) ? (await import('./sweep.ts')).runGrid : runScenario;
      if (options.model !== undefined && isGrid(options))
        throw new UsageError('--model plays one run. Give one seed and one variant.');
      if (options.userModel !== undefined && isGrid(options))
        throw new UsageError('--user-model plays one run. Give one seed, one variant and one agent.');
      ended(await run(file, options, checkTypes));
    });
}

/** Runs a scenario to its end. Returns whether the run completed and did not fail. */
export async function runScenario(
  file: string,
  options: RunCommandOptions,
  checkTypes: CheckTypes,
): Promise<boolean> {
  const place = scenarioFile(file);
  const { seed, db, json = false } = options;
  const mode = modeIn(options);
  const agent = await agentOf(mode === undefined ? options : { ...options, agent: [] });
  const script = options.script === undefined ? undefined : await scriptFile(options.script);
  const user = await userOf(options);
  const isOracle = agent === undefined && script === undefined && (mode ?? options.mode) === 'oracle';
  if (user !== undefined && isOracle)
    throw new UsageError('--user-model needs an agent: give --model, --agent or --mode plain.');
  const choices = storedChoices({ ...options, script: script?.name }, agent, user);
  const scripts = new Map(script === undefined ? [] : [[script.name, script.text]]);
  const { turns = DEFAULT_AGENT_LIMITS.turns } = options;
  const playing = { from: 0, turns, isOther: false };
  const showsRequest = options.firstRequest === true;
  const living = { agent: agent && playing, user: showsRequest ? undefined : user && playing };
  const prepared = await prepareRun(
    { ...place, mode: mode ?? options.mode, seed, choices, scripts, turns: living },
    checkTypes,
  );
  for (const problem of prepared.problems) printNote(problemLine(problem, place.path));

  if (showsRequest) {
    if (agent?.model === undefined) throw new UsageError('--first-request needs a model in --model');
    await print(JSON.stringify(await firstRequest(prepared, agent, place.folder), null, 2));
    return true;
  }
  using database = await anyDatabase(db);
  const { store } = database;
  const live = await beginRun(prepared, store, printedWaits());
  if (db !== undefined && !json) await print(`run ${live.id} in ${db}`);
  const exchanges = new RunExchanges(live, store, {
    ...policyOf(store, db, options),
    limits: agent?.limits,
  });
  await drive(live, playersIn(live, prepared, { ...options, exchanges }));
  await judgeEnded(store, live.id);

  const run = store.run(live.id)!;
  const lost = database.lost();
  if (json) await printRun(run, store);
  else
    await print(
      [...summaryLines(run, store), ...(lost === undefined ? [whereToLook(run, db)] : [])].join('\n'),
    );
  if (lost !== undefined) printNote(lost);
  return lost === undefined && run.state === 'completed' && run.verdict?.outcome !== 'failed';
}

const whereToLook = (run: RunSummary, db: string | undefined): string =>
  db === undefined
    ? 'not stored. Give --db FILE to store the run.'
    : `stored in ${db}; see orrery log ${run.id} --db "${db}"`;

const PROGRESS_MILLISECONDS = 500;

/** Drives a run to its end. An agent that fails ends it, and so does Ctrl+C; everything reported is on disk. */
export const drive = (live: LiveRun, players: Players = {}, isRecordedOnly?: boolean): Promise<void> =>
  untilInterrupted(async (quitting) => {
    let written = 0;
    const report = progressNotes(PROGRESS_MILLISECONDS);
    await driveAlone(live, {
      ...players,
      isRecordedOnly,
      quitting,
      onLogged: (entries) => {
        // An agent takes its time, and says itself what it does.
        if (Object.keys(players).length > 0) return;
        written += entries.length;
        report(() => `${plural(written, 'entry', 'entries')} on disk`);
      },
      onWait: printNote,
      onLeft: (by, why) => {
        printNote(`${by}: ${why}`);
      },
    });
  });

/** The processes that play in `live`. Their standard error is printed and kept. */
export const playersIn = (
  live: LiveRun,
  prepared: PreparedRun,
  {
    agentTimeout,
    exchanges,
  }: Pick<Partial<AgentLimits>, 'agentTimeout'> & { readonly exchanges: RunExchanges },
): Players => {
  const onStderr = (text: string): Promise<void> => {
    live.agentStderr.add(text);
    return printStderr(text);
  };
  return processPlayers(prepared, { agentTimeout, recorder: exchanges, onStderr });
};
