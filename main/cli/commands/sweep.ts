import { spawnSync } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { compareSweeps, jobLines, jobRow, sweepGrid, sweepStatistics } from '../../../engine/index.ts';
import { plural, DEFAULT_THINKING } from '../../../engine/model/index.ts';
import type { ReportedSweep } from '../../../preload/contract.ts';
import { saveSweepReport } from '../../host/export/index.ts';
import type { CheckTypes } from '../../host/scenarios/index.ts';
import {
  type AgentChoice,
  AT_ONCE,
  type Collected,
  collectParts,
  collectSweep,
  type JobsProgress,
  largestArray,
  type LocalRunOptions,
  type LostJob,
  type Manifest,
  planSweep,
  type QueueAction,
  type QueueProgress,
  type QueueWorkOptions,
  readManifest,
  readSweepFile,
  runJobs,
  runSweep,
  serveSweep,
  slurmScripts,
  steerQueue,
  sweepFolder,
  SweepReader,
  type SweepRequest,
  sweepResults,
  workOnQueue,
} from '../../host/sweeps/index.ts';
import { DEFAULT_AGENT_LIMITS } from '../../host/agents/index.ts';
import { isNoProcess, scriptFile } from '../agent-options.ts';
import { anyDatabase, existingFile, printedWait, scenarioFile } from '../files.ts';
import { addRaw, addWorkers, formulasFor, judgedOnly, wholeNumberParser } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { print, printData, printNote, problemLine, progressNotes } from '../print.ts';
import type { CommandContext } from '../program.ts';
import type { GridOptions, WorkOptions } from './run.ts';
import { untilInterrupted, writingUntilInterrupted } from '../until-interrupted.ts';
import { baselineLines, basisOf, resultLines, type ShowOptions } from './sweep-lines.ts';

interface PlanOptions {
  readonly out?: string;
}

interface PartOptions extends WorkOptions {
  readonly shard?: Shard;
  readonly queue?: string;
  readonly lease: number;
}

interface ServeOptions {
  readonly queue: string;
  readonly batch?: number;
}

/** A share of a sweep's jobs: every `of`th, starting with number `nth`, counted from 1. */
interface Shard {
  readonly nth: number;
  readonly of: number;
}

/** Adds `sweep`, which runs a grid of runs on all cores or in shards. It succeeds when all jobs left a run. */
export function addSweepCommand(program: Command, { checkTypes, ended }: CommandContext): void {
  const sweep = program
    .command('sweep')
    .description('run every combination of scenarios, variants, seeds, agents and settings');
  sweep
    .command('plan')
    .description('write the jobs of a sweep and the files they need to a folder; run nothing')
    .argument('<file>', 'the sweep file, in JSON; docs/sweeps.md describes its fields')
    .option('-o, --out <folder>', 'folder for the planned sweep (default: the file’s name without .json)')
    .action(async (file: string, options: PlanOptions) => {
      await plan(file, options, checkTypes);
    });

  sweep
    .command('run')
    .description('run all jobs that have no run yet, collect the runs and show the results')
    .argument('<sweep>', 'a sweep file, which is planned first, or the folder of a planned sweep')
    .option('-o, --out <folder>', 'folder for the planned sweep (default: the file’s name without .json)')
    .addOption(addWorkers())
    .action(async (target: string, options: PlanOptions & WorkOptions) => {
      const folder = isFolder(target) ? target : await plan(target, options, checkTypes);
      ended(await runAll(folder, options));
    });

  sweep
    .command('work')
    .description('run one shard of a planned sweep, or the batches that a queue hands out')
    .argument('<folder>', 'the folder of a planned sweep')
    .option('--shard <i/n>', 'part of the jobs to run; 3/8 is the third of eight', shardOf)
    .addOption(queueOption())
    .option(
      '--lease <seconds>',
      'how long a worker of a queue may be silent before others get its batches',
      wholeNumberParser(1),
      15,
    )
    .addOption(addWorkers())
    .action(async (folder: string, options: PartOptions, command: Command) => {
      if (options.shard !== undefined && command.getOptionValueSource('queue') === 'cli')
        throw new UsageError('--shard and --queue exclude each other: give one of them');
      ended(await runPart(folder, options));
    });

  sweep
    .command('serve')
    .description(
      'hand out the jobs of a planned sweep through a queue, collect the runs and show the results',
    )
    .argument('<folder>', 'the folder of a planned sweep, on a disk that all workers share')
    .addOption(queueOption().makeOptionMandatory())
    .option(
      '--batch <n>',
      'jobs in a batch (default: 50, or 1 if processes play agents)',
      wholeNumberParser(1),
    )
    .action(async (folder: string, options: ServeOptions) => {
      ended(await serve(folder, options));
    });

  sweep
    .command('queue')
    .description('pause, resume or cancel a sweep that a queue hands out')
    .addArgument(new Argument('<action>', 'what to do').choices(['pause', 'resume', 'cancel']))
    .argument('<folder>', 'the folder of the sweep')
    .addOption(queueOption().makeOptionMandatory())
    .action(async (action: QueueAction, folder: string, { queue }: { queue: string }) => {
      await steerQueue(resolve(folder), queue, action, printNote);
      await print(`${folder}: ${QUEUE_ACTION_WORDS[action]}`);
    });

  sweep
    .command('slurm')
    .description('write the scripts that run a planned sweep as a Slurm array and then collect it')
    .argument('<folder>', 'the folder of a planned sweep, on a disk that the whole cluster shares')
    .option(
      '--tasks <n>',
      'how many Slurm tasks share the jobs (default: 100, or the number of jobs if that is less)',
      wholeNumberParser(1),
    )
    .option(
      '--at-once <n>',
      'most tasks at the same time (default: the cluster’s limit)',
      wholeNumberParser(1),
    )
    .option('--cpus <n>', 'cores of a task', wholeNumberParser(1), 1)
    .option(
      '--time <limit>',
      'time limit of a task, such as 01:00:00; unfinished jobs continue in a new task',
    )
    .action(writeSlurmScripts);

  sweep
    .command('collect')
    .description('copy the runs of all shards into results.db and compare runs of the same job')
    .argument('<folder>', 'the folder of a planned sweep')
    .action(async (folder: string) => {
      ended(await collectIntoResults(folder, await readManifest(folder)));
    });

  sweep
    .command('show')
    .description('show pass rates by scenario and agent, with the reasons for failures')
    .argument('<folder>', 'the folder of a planned sweep')
    .addOption(new Option('--compare <agents...>', 'two agents to compare, task by task and seed by seed'))
    .option('--attempts <k>', 'show pass@k and pass^k for 1 to k attempts', wholeNumberParser(1), 1)
    .option('--json', 'print a JSON list with the result of each job')
    .addOption(new Option('--jsonl', 'print the result of each job as one line of JSON').conflicts('json'))
    .addOption(
      new Option('--csv', 'print the result of each job as comma-separated values').conflicts([
        'json',
        'jsonl',
      ]),
    )
    .addOption(addRaw())
    .addOption(
      new Option('--statistics', 'print the statistics as a JSON object').conflicts(['json', 'jsonl', 'csv']),
    )
    .option('--baseline <folder>', 'compare with an earlier sweep; exits with 1 if a job passed only there')
    .addOption(judgedOnly())
    .action(async (folder: string, options: ShowOptions) => {
      ended(await showResults(folder, options));
    });

  sweep
    .command('report')
    .description('write a web page that shows the results and works offline')
    .argument('<folder>', 'the folder of a planned sweep')
    .requiredOption(
      '-o, --out <file.html>',
      'output file; replaces an existing one, but no database and no source code',
    )
    .option('--baseline <folder>', 'an earlier sweep to compare with')
    .action(async (folder: string, { out, baseline }: { out: string; baseline?: string }) => {
      const before = baseline === undefined ? undefined : await reportedSweep(baseline);
      const sweep = await reportedSweep(folder);
      await writingUntilInterrupted(out, () => saveSweepReport({ sweep, before }, resolve(out)));
      await print(`${folder} in ${out}`);
    });
}

/** The option for the address of a queue. */
const queueOption = (): Option =>
  new Option(
    '--queue <url>',
    'the Redis or PostgreSQL that holds the queue, such as redis://HOST:PORT or postgres://USER@HOST/DATABASE',
  ).env('ORRERY_QUEUE');

const QUEUE_ACTION_WORDS: Readonly<Record<QueueAction, string>> = {
  pause: 'paused; workers end the batches they have',
  resume: 'resumed',
  cancel: 'cancelled; runs that have ended are kept',
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function shardOf(text: string): Shard {
  const [, nth, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (nth === undefined || of === undefined || nth < 1 || nth > of)
    throw new InvalidArgumentError('two whole numbers such as 3/8, the first from 1 to the second');
  return { nth, of };
}

/** Plans the sweep in `file`. Returns its folder. */
async function plan(file: string, { out }: PlanOptions, checkTypes: CheckTypes): Promise<string> {
  const absolute = existingFile(file, 'the path of a sweep file');
  const { folder: workspace } = scenarioFile(absolute);
  const sweep = await readSweepFile(absolute);
  const folder = out ?? sweepFolder(absolute);
  const { header } = await planSweep(workspace, sweep, resolve(folder), checkTypes);
  const { scenarios, agents, settings, jobs } = header;
  const parts = [
    plural(scenarios.length, 'scenario'),
    plural(agents.length, 'agent'),
    plural(settings.length, 'kind of settings', 'kinds of settings'),
  ];
  await print(`planned ${plural(jobs, 'job')} in ${folder}: ${parts.join(', ')}`);
  return folder;
}

async function runAll(folder: string, { workers }: WorkOptions): Promise<boolean> {
  const place = resolve(folder);
  const manifest = await readManifest(place);
  const ran = await untilInterrupted(async (quitting) => {
    const ran = await runSweep(place, manifest, { workers, quitting, ...printedProgress() });
    return { collected: ran.collected, whole: isWhole(ran) && !quitting.aborted };
  });
  const same = await printCollected(folder, ran.collected);
  await showResults(folder, { attempts: 1 });
  return ran.whole && same;
}

async function runPart(folder: string, { shard, queue, lease, workers }: PartOptions): Promise<boolean> {
  const manifest = await readManifest(folder);
  if (shard === undefined) {
    if (queue === undefined) throw new UsageError('Give --shard, such as --shard 3/8, or --queue.');
    return workForQueue(folder, manifest, { url: queue, lease, workers });
  }
  const { nth, of } = shard;
  const jobs = manifest.jobs.filter((_, index) => index % of === nth - 1);
  const isWhole = await runReporting(folder, { ...manifest, jobs }, workers, `shard-${nth}-of-${of}`);
  if (isWhole) await print(`shard ${nth}/${of} is done: ${plural(jobs.length, 'job')}`);
  return isWhole;
}

/** Runs what the queue hands out until the sweep is over. Returns whether all jobs run here left a run. */
async function workForQueue(
  folder: string,
  manifest: Manifest,
  options: Pick<QueueWorkOptions, 'url' | 'lease' | 'workers'>,
): Promise<boolean> {
  const report = progressNotes(PROGRESS_MILLISECONDS, 'at-once');
  let lost = 0;
  await untilInterrupted((quitting) =>
    workOnQueue(resolve(folder), manifest, {
      ...options,
      quitting,
      onNote: printNote,
      onProgress: (over, lostNow) => {
        lost = lostNow;
        const failures = lost === 0 ? '' : `, ${lost} without a run`;
        report(() => `${plural(over, 'job')} done here${failures}`);
      },
    }),
  );
  return lost === 0;
}

/** Hands out the jobs, collects their runs and shows them. Returns whether every job left one, always with the same log. */
async function serve(folder: string, { queue, batch }: ServeOptions): Promise<boolean> {
  const place = resolve(folder);
  const manifest = await readManifest(place);
  const report = progressNotes(PROGRESS_MILLISECONDS, 'at-once');
  let reported = '';
  const onProgress = ({ batches, over, active, workers, isPaused }: QueueProgress): void => {
    const paused = isPaused ? `, paused: orrery sweep queue resume ${folder}` : '';
    const now = `${over.toLocaleString('en-US')} of ${plural(batches, 'batch', 'batches')}, ${active} running, ${plural(workers, 'worker')}${paused}`;
    if (now === reported) return;
    report(() => (reported = now));
  };
  const { ended, failures } = await untilInterrupted((quitting) =>
    serveSweep(place, manifest, {
      url: queue,
      batch,
      quitting,
      onProgress,
      onNote: printNote,
      onWait: printedWait(),
    }),
  );
  for (const why of failures.slice(0, 10)) printNote(`A batch failed: ${why}`);
  if (ended === 'interrupted') {
    printNote(
      'The queue stays as it is, and its workers go on. Serve the sweep again to collect their runs.',
    );
    return false;
  }
  if (ended === 'cancelled') printNote('The sweep was cancelled. Serve it again to run what is missing.');
  const same = await collectIntoResults(folder, manifest);
  await showResults(folder, { attempts: 1 });
  const whole = (await reportedSweep(folder)).results.every(({ run }) => run !== undefined);
  return whole && failures.length === 0 && same;
}

interface SlurmOptions {
  readonly tasks?: number;
  readonly atOnce?: number;
  readonly cpus: number;
  readonly time?: string;
}

/** Default number of tasks: enough for most clusters, few enough for their limits. */
const USUAL_TASKS = 100;

async function writeSlurmScripts(
  folder: string,
  { tasks: asked, atOnce, cpus, time }: SlurmOptions,
): Promise<void> {
  const { header } = await readManifest(folder);
  const most = largestArray(slurmConfiguration());
  if (asked !== undefined && asked > most)
    throw new UsageError(`--tasks: This cluster lets an array have ${most} tasks at most.`);
  const tasks = Math.min(asked ?? USUAL_TASKS, header.jobs, most);
  const place = resolve(folder);
  const orrery = [process.execPath, ...process.execArgv, process.argv[1]!];
  const scripts = slurmScripts({ folder: place, name: header.name, orrery, tasks, atOnce, cpus, time });
  await mkdir(join(place, 'slurm'), { recursive: true });
  for (const [name, text] of Object.entries(scripts)) await writeFile(join(place, 'slurm', name), text);
  await print(
    `${plural(tasks, 'task')} for ${plural(header.jobs, 'job')}. Start them with: sh ${join(place, 'slurm/submit.sh')}`,
  );
}

/** The configuration of this machine's cluster; empty if it belongs to none. */
function slurmConfiguration(): string {
  const { status, stdout } = spawnSync('scontrol', ['show', 'config'], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? stdout : '';
}

const PROGRESS_MILLISECONDS = 1_000;

/** Runs the jobs of `manifest` that have no run yet. Returns whether all have one afterwards. */
async function runReporting(
  folder: string,
  manifest: Manifest,
  workers: number,
  part: string,
): Promise<boolean> {
  return untilInterrupted(async (quitting) => {
    const options = { workers, quitting, ...printedProgress() };
    const ran = await runJobs(resolve(folder), manifest, manifest.jobs, part, options);
    return isWhole(ran) && !quitting.aborted;
  });
}

/** Prints progress once a second, and at first how many jobs have a run from before. */
function printedProgress(): Pick<LocalRunOptions, 'onProgress' | 'onWait'> {
  const began = performance.now();
  const report = progressNotes(PROGRESS_MILLISECONDS);
  const onProgress = ({ jobs, before, over, lost }: JobsProgress): void => {
    if (over === 0 && before > 0) printNote(`${plural(before, 'job')} done before`);
    report(() => {
      const rate = Math.round((over / (performance.now() - began)) * 1000);
      const failures = lost === 0 ? '' : `, ${lost} without a run`;
      return `${over.toLocaleString('en-US')} of ${plural(jobs - before, 'job')}, ${rate} a second${failures}`;
    });
  };
  return { onProgress, onWait: printedWait() };
}

/** Prints why jobs have no run. Returns whether all have one. */
function isWhole({ lost, limit }: Pick<Awaited<ReturnType<typeof runJobs>>, 'lost' | 'limit'>): boolean {
  const isFound = printLost(lost);
  if (limit === undefined) return isFound;
  printNote(
    `The sweep was ended at its limit of ${limit}. To run the other jobs, raise or remove the limit in the sweep file and run it again.`,
  );
  return false;
}

/** Prints why the first jobs of `lost` left no run. Returns whether there are none. */
function printLost(lost: readonly LostJob[]): boolean {
  for (const { job, message } of lost.slice(0, 10)) printNote(`${job}: ${message}`);
  return lost.length === 0;
}

/** Runs one scenario with several seeds, variants or agents, as a sweep. Returns false when a run or a check failed. */
export async function runGrid(file: string, options: GridOptions, checkTypes: CheckTypes): Promise<boolean> {
  const { folder: workspace, path } = scenarioFile(file);
  const { db, workers, json = false } = options;
  const asked = await gridOf(path, options);
  const folder = mkdtempSync(join(tmpdir(), 'orrery-sweep-'));
  try {
    const { warnings } = await planSweep(workspace, asked, folder, checkTypes);
    for (const warning of warnings) printNote(problemLine(warning, path));
    const manifest = await readManifest(folder);
    const whole = await runReporting(folder, manifest, workers, 'run');
    using database = await anyDatabase(db);
    collectParts(folder, manifest.jobs, database.store);
    const results = sweepResults(folder, manifest, database.store);
    const where = db === undefined ? 'not stored. Give --db FILE to store the runs.' : `stored in ${db}`;
    await print(
      json
        ? JSON.stringify(results.map(jobRow))
        : [...resultLines(results, { attempts: 1 }), '', where].join('\n'),
    );
    return whole && results.every(({ outcome }) => outcome === 'passed' || outcome === 'not-judged');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function gridOf(path: string, options: GridOptions): Promise<SweepRequest> {
  const { seed, variant, verbosity, toolFailures, noise, noiseSeed } = options;
  return {
    name: basename(path),
    scenarios: [path],
    variants: variant === undefined ? 'first' : variant === 'all' ? 'all' : [variant],
    seeds: (options.seeds as SweepRequest['seeds'] | undefined) ?? (seed === undefined ? 'own' : [seed]),
    agents: await agentsOf(options),
    settings: [{ name: 'default', verbosity, toolFailures, noise, noiseSeed }],
    repeats: 1,
    exclude: [],
    limits: { seconds: RUN_TIMEOUT, memory: 1_024, atOnce: AT_ONCE },
  };
}

/** A person waits for these runs, so only a very high limit ends them. */
const RUN_TIMEOUT = 7 * 24 * 3600; // seconds

async function agentsOf(options: GridOptions): Promise<readonly AgentChoice[]> {
  const { agent = [], script, mode } = options;
  if (script !== undefined) {
    const { name, text } = await scriptFile(script);
    return [{ name, script: name, text }];
  }
  if (agent.length === 0) return [mode === 'oracle' ? 'oracle' : 'nobody'];
  const { thinking = DEFAULT_THINKING, turns, agentTimeout } = { ...DEFAULT_AGENT_LIMITS, ...options };
  const playing = { folder: process.cwd(), thinking, turns, agentTimeout };
  return agent.map((command) => (isNoProcess(command) ? command : { name: command, command, ...playing }));
}

/** Copies the runs of all parts into the results. Returns whether every job that was run twice has the same log. */
async function collectIntoResults(folder: string, { jobs }: Manifest): Promise<boolean> {
  return await printCollected(folder, await collectSweep(resolve(folder), jobs, printedWait()));
}

/** Prints what was collected. Returns whether every job that was run twice has the same log. */
async function printCollected(folder: string, { added, known, divergences }: Collected): Promise<boolean> {
  await print(
    `collected ${plural(added, 'run')} into ${join(folder, 'results.db')}${known === 0 ? '' : `; ${plural(known, 'run')} known before`}`,
  );
  for (const { job, run, entry } of divergences)
    await print(`not deterministic: ${job} (${run}) was run twice and differs from entry ${entry} on`);
  return divergences.length === 0;
}

/** The sweep in `folder` with what was collected. */
async function reportedSweep(folder: string): Promise<ReportedSweep> {
  existingFile(
    join(folder, 'results.db'),
    'the folder of a sweep that was run, or run "orrery sweep collect" first',
  );
  return new SweepReader(resolve(folder)).reported();
}

/** Prints the results. Returns whether no job passed only in the baseline. */
async function showResults(folder: string, options: ShowOptions): Promise<boolean> {
  const { json, jsonl, csv, raw, statistics, baseline, attempts } = options;
  const basis = basisOf(options);
  const { results } = await reportedSweep(folder);
  const before = baseline === undefined ? undefined : await reportedSweep(baseline);
  const compared = before && compareSweeps(before.results, results, 'task', 'contender', basis);
  if (csv) await printData([...jobLines(results, 'csv', formulasFor(raw))].join('\n'));
  else if (jsonl) await print([...jobLines(results, 'jsonl')].join('\n'));
  else if (json) await print(JSON.stringify(results.map(jobRow)));
  else if (statistics) {
    const grid = sweepGrid(results, 'task', 'contender');
    const found = { grid, ...sweepStatistics(results, basis, attempts === 1 ? undefined : attempts) };
    await print(JSON.stringify({ basis, ...found, ...(compared && { baseline: compared }) }));
  } else
    await print(
      [
        ...resultLines(results, options),
        ...(compared ? baselineLines(before.name, compared, basis) : []),
      ].join('\n'),
    );
  return (compared?.regressions ?? 0) === 0;
}
