import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OrreryError, type Store, StoreError } from '../../../engine/index.ts';
import { kindOfFile } from '../../../engine/model/index.ts';
import type { LogEntry, ModelChoice, OutsideAgent, RunChoices, RunId } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { type OnBlockingWait, type OpenDatabase, openPatiently } from '../database/index.ts';
import {
  storedChoices,
  driveAlone,
  exchangesOf,
  judgedBetweenTurns,
  LISTS_FILE,
  LiveRun,
  type PreparedRun,
  prepareScenario,
  prepareTrace,
  processPlayers,
  RunJudge,
  RunExchanges,
} from '../runs/index.ts';
import {
  type CompiledScenario,
  compileScenario,
  MAX_FILE_SIZE,
  RealmPool,
  useTimers,
} from '../scenarios/index.ts';
import { readText } from '../system/index.ts';
import { type Claim, claimPart, WORKER_PATIENCE } from './part-lock.ts';
import { bundleIn, fileIn } from './sweep-files.ts';
import { type Job, type PlannedAgent, readHeader, requireVersion, type SweepHeader } from './manifest.ts';
import { isUnanswered, type JobUse, modelUse } from './model-use.ts';
import { variantLists } from './swept-servers.ts';

/** Progress of a job. */
export type JobEvent =
  | { readonly kind: 'started'; readonly job: string }
  | { readonly kind: 'done'; readonly job: string; readonly run: RunId; readonly use?: JobUse }
  /** The scenario cannot run with the job's settings. */
  | { readonly kind: 'refused'; readonly job: string; readonly message: string }
  /** Another program has locked the part. */
  | { readonly kind: 'waits'; readonly message: string };

/** Whether `job` waits for processes: because one plays the agent, or answers tool calls of an app. */
const asksProcesses = (
  { scenario, agent }: Job,
  { scenarios, agents }: Pick<SweepHeader, 'scenarios' | 'agents'>,
): boolean => agents[agent]!.kind === 'program' || scenarios[scenario]!.folder !== undefined;

/** Whether `job` runs scenario code under timers: if its scenario is in `watched`, or the job waits for processes. */
export const isUnderTimers = (
  job: Job,
  watched: readonly number[],
  header: Pick<SweepHeader, 'scenarios' | 'agents'>,
): boolean => watched.includes(job.scenario) || asksProcesses(job, header);

/** The database file of one worker, in `parts/` of the sweep's folder. */
export const partFile = (folder: string, name: string): string => fileIn(folder, `parts/${name}.db`);

/** The working folder of the agents of the part `file`. */
const agentFolder = (file: string): string => file.replace(/\.db$/, '.agents');

/** How long jobs are started in the same transaction, in milliseconds. */
const GROUP_MILLISECONDS = 100;

/** One worker's part of a sweep's results, open for writing. */
export class SweepPart implements Disposable {
  readonly #database: OpenDatabase;
  readonly #store: Store;
  readonly #agents: string;
  readonly #runner: JobRunner;
  /** The run of each finished job. */
  readonly #done: Map<string, RunId>;
  /** The runs with recorded requests of interrupted jobs, by job. */
  readonly #cutOff = new Map<string, RunId>();
  readonly #header: SweepHeader;
  readonly #claim: Claim;

  private constructor(
    folder: string,
    header: SweepHeader,
    database: OpenDatabase,
    agents: string,
    claim: Claim,
  ) {
    this.#claim = claim;
    this.#database = database;
    this.#store = database.store;
    this.#agents = agents;
    this.#header = header;
    this.#runner = new JobRunner(folder, header, database.store, agents);
    const { store } = database;
    const runs = store.jobs();
    this.#done = new Map();
    for (const { job, run, ended } of runs) {
      const hasAsked = store.exchanges(run).size > 0;
      if (ended && !(hasAsked && isUnanswered(store, run))) this.#done.set(job, run);
      // Runs whose process was killed, before they were judged, are removed and run again.
      else if (hasAsked) this.#keepCutOff(job, run);
      else store.remove(run);
    }
  }

  /** @throws {ProblemError} when the sweep was planned by another version of Orrery, or another process writes this part. */
  static async open(folder: string, name: string, onWait?: OnBlockingWait): Promise<SweepPart> {
    const header = await readHeader(folder);
    requireVersion(folder, header);
    const claim = claimPart(folder, name, WORKER_PATIENCE);
    try {
      const file = partFile(folder, name);
      const agents = agentFolder(file);
      rmSync(agents, { recursive: true, force: true });
      return new SweepPart(folder, header, await openPatiently(file, onWait), agents, claim);
    } catch (thrown) {
      claim[Symbol.dispose]();
      throw thrown;
    }
  }

  /**
   * Runs the jobs that have no result in this part yet; jobs with scenarios in `watched` run under timers. A job counts as done
   * or refused when its run is on disk, which may be after later jobs have started.
   */
  async runJobs(
    jobs: readonly Job[],
    watched: readonly number[],
    tell: (event: JobEvent) => void,
  ): Promise<void> {
    const start = (job: Job): void => {
      useTimers(isUnderTimers(job, watched, this.#header));
      tell({ kind: 'started', job: job.id });
    };
    let left = jobs;
    /** The number of jobs to run one by one, because they could not be written together. */
    let apart = 0;
    try {
      while (left.length > 0) {
        const ended: JobEvent[] = [];
        try {
          await this.#runGroup(apart > 0 ? left.slice(0, 1) : left, start, ended);
        } catch (thrown) {
          if (!(thrown instanceof OrreryError)) throw thrown;
          if (apart === 0 && ended.length > 0) {
            apart = ended.length + 1;
            continue;
          }
          ended.splice(0, Infinity, { kind: 'refused', job: left[0]!.id, message: thrown.message });
        }
        for (const event of ended) {
          if (event.kind === 'done') this.#done.set(event.job, event.run);
          tell(event);
        }
        left = left.slice(ended.length);
        apart = Math.max(0, apart - 1);
      }
    } finally {
      useTimers(true);
    }
  }

  /** Runs the first of `jobs`: as many short ones as fit in one transaction, or one that waits for processes. Adds them to `ended`. */
  async #runGroup(jobs: readonly Job[], start: (job: Job) => void, ended: JobEvent[]): Promise<void> {
    const [first] = jobs;
    if (asksProcesses(first!, this.#header)) {
      start(first!);
      ended.push(await this.#runJob(first!));
      return;
    }
    using transaction = this.#store.openTransaction();
    const until = performance.now() + GROUP_MILLISECONDS;
    for (const job of jobs) {
      if (ended.length > 0 && (performance.now() > until || asksProcesses(job, this.#header))) break;
      start(job);
      ended.push(await this.#runJob(job));
    }
    transaction.commit();
  }

  /** @throws {StoreError} when the run could not be written. */
  async #runJob(job: Job): Promise<JobEvent> {
    const { id } = job;
    try {
      const run = this.#done.get(id) ?? (await this.#continued(job));
      const use = this.#isPlayedByModel(job) ? { use: modelUse(this.#store, run) } : {};
      return { kind: 'done', job: id, run, ...use };
    } catch (thrown) {
      if (!(thrown instanceof OrreryError) || thrown instanceof StoreError) throw thrown;
      return { kind: 'refused', job: id, message: thrown.message };
    }
  }

  /** Keeps, of two runs of `job` that were cut off, the one that asked more: the other may have been cut off while it repeated that. */
  #keepCutOff(job: string, run: RunId): void {
    const other = this.#cutOff.get(job);
    const asked = (one: RunId): number => exchangesOf(this.#store, one).length;
    const [kept, removed] = other !== undefined && asked(other) > asked(run) ? [other, run] : [run, other];
    this.#cutOff.set(job, kept);
    if (removed !== undefined) this.#store.remove(removed);
  }

  /** Runs `job`. What it asked of its model before it was cut off is not asked again. */
  async #continued(job: Job): Promise<RunId> {
    const before = this.#cutOff.get(job.id);
    const run = await this.#runner.run(job, before);
    if (before !== undefined) this.#store.remove(before);
    this.#cutOff.delete(job.id);
    return run;
  }

  #isPlayedByModel({ agent }: Job): boolean {
    const player = this.#header.agents[agent]!;
    return player.kind === 'program' && (player.model !== undefined || player.user !== undefined);
  }

  [Symbol.dispose](): void {
    rmSync(this.#agents, { recursive: true, force: true });
    this.#database[Symbol.dispose]();
    this.#claim[Symbol.dispose]();
  }
}

/** The number of entries written in one transaction. */
const MAX_AT_ONCE = 2_000;

/** The maximum number of entries of a run that stay in memory for the judge. */
const MAX_KEPT = 10_000;

/** A signal that is never aborted: a job is cancelled by killing its process. */
const NEVER = new AbortController().signal;

/** The source of a scenario, which can be run any number of times. */
type Source =
  /** With the tools of its servers, by variant. */
  | { readonly compiled: CompiledScenario; readonly lists: string | undefined }
  | { readonly path: string; readonly trace: string };

/** The agent in the form in which runs store it. */
const outsideAgent = ({ command, thinking, model }: PlannedAgent & { kind: 'program' }): OutsideAgent => ({
  command,
  thinking,
  // Read from JSON.
  ...(model === undefined ? {} : { model: model as ModelChoice }),
});

/** Runs jobs of a sweep into a database. Reads each script and compiles each scenario once. */
class JobRunner {
  readonly #folder: string;
  readonly #header: SweepHeader;
  readonly #store: Store;
  readonly #sources = new Map<number, Promise<Source>>();
  readonly #scripts = new Map<number, Promise<ReadonlyMap<string, string>>>();
  readonly #realms = new RealmPool();
  readonly #agents: string;
  /** Caches oracle runs for later jobs. */
  readonly #judge: RunJudge;

  /**
   * @param folder the folder of the sweep
   * @param agents the folder for copies of agents' files, so that a worker does not see files that another worker's agent writes
   */
  constructor(folder: string, header: SweepHeader, store: Store, agents: string) {
    this.#folder = folder;
    this.#header = header;
    this.#store = store;
    this.#agents = agents;
    this.#judge = new RunJudge(store);
  }

  /**
   * Runs `job`. An agent that fails ends its run, which is stored. Requests to its model are answered from the run `before`, as long
   * as they are the same. Returns the run.
   *
   * @throws {ScenarioError | TraceError} when the scenario cannot run.
   */
  async run(job: Job, before?: RunId): Promise<RunId> {
    const agent = this.#header.agents[job.agent]!;
    const prepared = await judgedBetweenTurns(await this.#prepare(job, agent));
    const begin = (): LiveRun =>
      new LiveRun(prepared, this.#store, {
        id: job.id,
        sweep: this.#header.name,
        agent: agent.name,
        settings: this.#header.settings[job.settings]!.name,
        repeat: job.repeat,
      });
    const log: LogEntry[] = [];
    const isAlone = !asksProcesses(job, this.#header);
    const run = isAlone
      ? // All of it or nothing: what is cut off is run again anyway.
        this.#store.transaction(() => runToEnd(begin(), log))
      : await this.#play(begin(), prepared, agent, before);
    prepared.release();
    if (run.awaitsJudge) {
      const isWhole = isAlone && log.length <= MAX_KEPT;
      await this.#judge.judgeEnded(run.id, { ...prepared, log: isWhole ? log : undefined });
    }
    return run.id;
  }

  async #play(
    live: LiveRun,
    prepared: PreparedRun,
    agent: PlannedAgent,
    before: RunId | undefined,
  ): Promise<LiveRun> {
    if (agent.kind !== 'program') {
      await driveAlone(live, { quitting: NEVER });
      return live;
    }
    const { agentTimeout } = agent;
    const onStderr = (text: string): void => {
      live.agentStderr.add(text);
    };
    const folder = agent.folder ?? (agent.bundle === undefined ? undefined : this.#agentFolder(agent.bundle));
    const recorded = before === undefined ? [] : exchangesOf(this.#store, before);
    const recorder = new RunExchanges(live, this.#store, { recorded });
    const players = processPlayers(prepared, { agentTimeout, folder, recorder, onStderr });
    await driveAlone(live, { ...players, quitting: NEVER });
    return live;
  }

  async #prepare(job: Job, agent: PlannedAgent): Promise<PreparedRun> {
    const source = await this.#source(job.scenario);
    const mode = agent.kind === 'oracle' ? 'oracle' : 'plain';
    const scripts = await this.#scriptsOf(job.agent, agent);
    const isLiving = agent.kind === 'program';
    const playing = isLiving ? { from: 0, turns: agent.turns, isOther: false } : undefined;
    const turns = isLiving ? { agent: playing, user: agent.user && playing } : undefined;
    const options = { mode, seed: job.seed, choices: this.#choices(job, agent), scripts, turns } as const;
    if ('trace' in source) return prepareTrace(source.trace, source.path, options);
    // A process takes long, so that its run has a realm of its own.
    const realms = asksProcesses(job, this.#header) ? undefined : this.#realms;
    const lists = source.lists && variantLists(source.lists, job.variant);
    const prepared = prepareScenario(source.compiled, { ...options, lists }, realms);
    const { folder } = this.#header.scenarios[job.scenario]!;
    return { ...prepared, ...(folder === undefined ? {} : { folder }) };
  }

  #choices({ variant, settings }: Job, agent: PlannedAgent): RunChoices {
    const script = agent.kind === 'script' ? agent.script : undefined;
    const process = agent.kind === 'program' ? outsideAgent(agent) : undefined;
    const user = agent.kind === 'program' ? agent.user : undefined;
    return storedChoices(
      { ...this.#header.settings[settings]!, variant, script },
      process,
      // Read from JSON.
      user && { ...user, model: user.model as ModelChoice },
    );
  }

  #source(at: number): Promise<Source> {
    const known = this.#sources.get(at);
    if (known !== undefined) return known;
    const { path, bundle } = this.#header.scenarios[at]!;
    const folder = bundleIn(this.#folder, bundle);
    const source: Promise<Source> =
      kindOfFile(path) === 'trace'
        ? readText(join(folder, path), { most: LIMITS.importBytes, within: folder }).then((trace) => ({
            path,
            trace,
          }))
        : compileScenario(folder, path).then(async (compiled) => ({
            compiled,
            lists: existsSync(join(folder, LISTS_FILE))
              ? await readText(join(folder, LISTS_FILE), { most: LIMITS.importBytes, within: folder })
              : undefined,
          }));
    this.#sources.set(at, source);
    return source;
  }

  /** The script of the agent, by its path. */
  #scriptsOf(at: number, agent: PlannedAgent): Promise<ReadonlyMap<string, string>> {
    const known = this.#scripts.get(at);
    if (known !== undefined) return known;
    const read = async (): Promise<ReadonlyMap<string, string>> => {
      if (agent.kind !== 'script') return new Map();
      const { script, bundle } = agent;
      const folder = bundleIn(this.#folder, bundle);
      const text = await readText(join(folder, script), { most: MAX_FILE_SIZE, within: folder });
      return new Map([[script, text]]);
    };
    const scripts = read();
    this.#scripts.set(at, scripts);
    return scripts;
  }

  #agentFolder(bundle: string): string {
    const folder = join(this.#agents, bundle);
    if (!existsSync(folder)) cpSync(bundleIn(this.#folder, bundle), folder, { recursive: true });
    return folder;
  }
}

/** Runs `live` to its end. Adds the first entries to `log`: all, if there are at most {@link MAX_KEPT}. */
function runToEnd(live: LiveRun, log: LogEntry[] = []): LiveRun {
  while (!live.over) {
    let fired = 0;
    const entries = live.advance(() => ++fired < MAX_AT_ONCE);
    if (log.length <= MAX_KEPT) log.push(...entries);
  }
  return live;
}
