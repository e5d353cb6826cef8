import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { LogEntry } from '../../engine/model/index.ts';
import { prepareScenario } from '../../main/host/runs/index.ts';
import { fireEvents } from '../../main/host/runs/live-run.ts';
import { compileScenario, RealmPool, useTimers } from '../../main/host/scenarios/index.ts';
import { planSweep } from '../../main/host/sweeps/plan-sweep.ts';
import { readManifest } from '../../main/host/sweeps/manifest.ts';
import { SweepPart } from '../../main/host/sweeps/part.ts';
import { readSweepFile } from '../../main/host/sweeps/sweep-file.ts';
import { openDatabase } from '../open-database.ts';
import { emptyRows, insertRows } from './runs.ts';
import { machine, type Machine } from './machine.ts';
import { inOwnProcess, inWorkerProcess } from './own-process.ts';
import { headingOf, table } from './tables.ts';

export interface SweepReport {
  readonly date: string;
  readonly machine: Machine;
  readonly plan: PlanReport;
  /** The speed on one core, by the player of the agent. */
  readonly runs: readonly RunsReport[];
  readonly yardsticks: YardsticksReport;
  readonly cores: CoresReport;
}

interface PlanReport {
  readonly jobs: number;
  readonly seconds: number;
  /** The most memory that planning took. */
  readonly megabytes: number;
}

interface RunsReport {
  readonly agent: string;
  readonly runs: number;
  /** Recorded runs for each second of processor time. */
  readonly perSecond: number;
  /** Bytes in the database for each run. */
  readonly bytes: number;
}

/** What the speed of a machine makes of the same runs, so that figures of two machines can be compared. */
interface YardsticksReport {
  /** Runs with the oracle that are not recorded, for each second of processor time. */
  readonly unrecorded: number;
  /** The same for bare rows of 311 characters in SQLite, as many for each run as it has entries. */
  readonly bareRows: number;
}

/** The same jobs of all scenarios of the sample on one core, to which they are bound, and on two: wall-clock seconds. */
interface CoresReport {
  readonly jobs: number;
  readonly one: number;
  readonly two: number;
}

const WORKSPACE = resolve('resources/sample-workspace');
const SCENARIO = 'scenarios/invoice-by-noon.ts';
/** Scenarios of the sample. */
const SCENARIOS = 5;
const AGENTS = ['oracle', { name: 'hasty', script: 'agents/hasty.json' }];

const options = process.argv.slice(2);
const quick = options.includes('--quick');
const [part = '', ...given] = options;
if (part === 'plan') console.log(JSON.stringify(await measurePlan(Number(given[0]))));
else if (part === 'runs') console.log(JSON.stringify(await measureRuns(Number(given[0]), Number(given[1]))));
else if (part === 'yardsticks') console.log(JSON.stringify(await measureYardsticks(Number(given[0]))));
else {
  const coreJobs = quick ? 10 : 10_000;
  const seeds = coreJobs / SCENARIOS;
  const report: SweepReport = {
    date: new Date().toISOString(),
    machine: machine(),
    plan: inOwnProcess('plan', quick ? 100 : 300_000),
    runs: AGENTS.map((_, at) => inWorkerProcess<RunsReport>('runs', at, quick ? 10 : 10_000)),
    yardsticks: inWorkerProcess('yardsticks', quick ? 10 : 10_000),
    cores: { jobs: coreJobs, one: secondsOf(seeds, 1), two: secondsOf(seeds, 2) },
  };
  console.log(options.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));
}

/** Calls `work` with a temporary folder. */
async function inFolder<Answer>(work: (folder: string) => Answer | Promise<Answer>): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function plan(folder: string, agents: readonly unknown[], seeds: number): Promise<void> {
  const file = join(folder, 'sweep.json');
  const asked = { name: 'bench', scenarios: [SCENARIO], seeds: `1..${seeds}`, agents };
  writeFileSync(file, JSON.stringify(asked));
  const unchecked = (): Promise<readonly []> => Promise.resolve([]);
  await planSweep(WORKSPACE, await readSweepFile(file), folder, unchecked);
}

function measurePlan(jobs: number): Promise<PlanReport> {
  return inFolder(async (folder) => {
    const began = performance.now();
    await plan(folder, AGENTS, jobs / AGENTS.length);
    const seconds = (performance.now() - began) / 1_000;
    return { jobs, seconds, megabytes: process.resourceUsage().maxRSS / 1_024 };
  });
}

function measureRuns(agent: number, runs: number): Promise<RunsReport> {
  return inFolder(async (folder) => {
    const warm = Math.ceil(runs / 10);
    await plan(folder, [AGENTS[agent]], warm + runs);
    const { header, jobs } = await readManifest(folder);
    using worker = await SweepPart.open(folder, 'bench');
    await worker.runJobs(jobs.slice(0, warm), [], () => undefined);
    const before = process.cpuUsage();
    await worker.runJobs(jobs.slice(warm), [], () => undefined);
    const { user, system } = process.cpuUsage(before);
    const { size } = statSync(join(folder, 'parts/bench.db'));
    return {
      agent: header.agents[0]!.name,
      runs,
      perSecond: runs / ((user + system) / 1e6),
      bytes: size / (warm + runs),
    };
  });
}

async function measureYardsticks(runs: number): Promise<YardsticksReport> {
  const compiled = await compileScenario(WORKSPACE, SCENARIO);
  const realms = new RealmPool();
  useTimers(false);
  let entries = 0;
  const run = (seed: number): void => {
    const prepared = prepareScenario(compiled, { mode: 'oracle', seed }, realms);
    const fired: LogEntry[] = [];
    while (!fireEvents(prepared, fired, () => true));
    prepared.release();
    entries = fired.length;
  };
  const unrecorded = perSecond(runs, () => {
    for (let nth = 0; nth < runs; nth++) run(nth);
  });
  return inFolder((folder) => {
    const db = openDatabase(join(folder, 'rows.db'));
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    emptyRows(db);
    const bareRows = perSecond(runs, () => {
      insertRows(db, entries * runs);
    });
    db.close();
    return { unrecorded, bareRows };
  });
}

/** Of the `runs` that `work` does, those in a second of processor time. */
function perSecond(runs: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return runs / ((user + system) / 1e6);
}

/** Runs the sample's scenarios as a person would, and collects the results. Returns seconds. */
function secondsOf(seeds: number, cores: number): number {
  process.stderr.write(`bench: ${seeds * SCENARIOS} jobs, ${cores} at a time\n`);
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const bound = cores === 1 && process.platform === 'linux' ? ['taskset', '-c', '0'] : [];
  const orrery = (...args: readonly string[]): Buffer => {
    const [program = '', ...rest] = [...bound, process.execPath, 'scripts/orrery.mjs', 'sweep', ...args];
    return execFileSync(program, rest, { stdio: 'pipe' });
  };
  try {
    // In a copy: a file written to the sample itself would have everything built again, while the time is taken.
    const workspace = join(folder, 'workspace');
    cpSync(WORKSPACE, workspace, { recursive: true });
    const file = join(workspace, 'sweeps/bench.json');
    writeFileSync(
      file,
      JSON.stringify({
        name: 'bench',
        scenarios: ['scenarios/*.ts'],
        seeds: `1..${seeds}`,
        agents: ['oracle'],
      }),
    );
    orrery('plan', file, '--out', join(folder, 'sweep'));
    const began = performance.now();
    orrery('run', join(folder, 'sweep'), '--workers', String(cores));
    return (performance.now() - began) / 1_000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportText({ plan: planned, runs, yardsticks, cores, ...taken }: SweepReport): string {
  const { jobs, one, two } = cores;
  const count = (number: number): string => number.toLocaleString('en-US');
  return [
    ...headingOf(taken),
    '',
    `${count(planned.jobs)} jobs planned in ${planned.seconds.toFixed(1)} s with ${planned.megabytes.toFixed(0)} MB.`,
    '',
    ...table(
      ['runs of invoice-by-noon', 'runs', 'a second and core', 'bytes for a run'],
      runs.map((row) => [row.agent, count(row.runs), row.perSecond.toFixed(0), row.bytes.toFixed(0)]),
    ),
    '',
    `For comparison, ${yardsticks.unrecorded.toFixed(0)} oracle runs a second and core that are not recorded, and the bare rows of ${yardsticks.bareRows.toFixed(0)} runs.`,
    '',
    `${count(jobs)} oracle runs, collected: ${one.toFixed(1)} s on one core, ${two.toFixed(1)} s on two, ${(one / two).toFixed(2)} times as fast.`,
  ].join('\n');
}
