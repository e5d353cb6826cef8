import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { plannerHere } from '../../main/host/runs/check-scenario.ts';
import { prepareScenario } from '../../main/host/runs/index.ts';
import { fireEvents } from '../../main/host/runs/live-run.ts';
import { compileScenario, RealmPool, useTimers } from '../../main/host/scenarios/index.ts';
import { planSweep } from '../../main/host/sweeps/plan-sweep.ts';
import { readManifest } from '../../main/host/sweeps/manifest.ts';
import { SweepPart } from '../../main/host/sweeps/part.ts';
import { readSweepFile } from '../../main/host/sweeps/sweep-file.ts';
import { machine } from './machine.ts';
import { inOwnProcess, inWorkerProcess } from './own-process.ts';
import { type Sample, sampleOf, sweep } from './sample.ts';
import { headingOf, table } from './tables.ts';

const SCENARIO = 'scenarios/invoice-by-noon.ts';
/** How many further realms are made. */
const FURTHER = 20;
const load = (count: number): string => `scenarios/load-${count}.ts`;

/** A scenario of `count` independent events. */
const loadText = (
  count: number,
): string => `import { app, int, scenario, seconds, str, toolOf } from 'orrery';

const tool = toolOf<{ texts: string[] }>();
const slots = app({
  class: 'Slots',
  initial: () => ({ texts: Array.from({ length: 100 }, () => '') }),
  tools: {
    put: tool({
      summary: 'Put a text into a slot.',
      effect: 'write',
      callers: ['environment'],
      args: { slot: int, text: str },
      apply(state, { slot, text }) {
        state.texts[slot] = text;
      },
    }),
  },
});

export default scenario({
  name: 'load',
  apps: () => ({ shelf: slots() }),
  events({ shelf }) {
    for (let nth = 0; nth < ${count}; nth++)
      shelf.put({ slot: nth % 100, text: 'what event ' + nth + ' has to say' }).at(seconds((nth * 7919) % ${count}));
  },
});
`;

interface Measure {
  readonly what: string;
  readonly unit: 'ms' | 'MB';
  readonly measure: (workspace: string) => Promise<number>;
}

const MEASURES: Readonly<Record<string, Measure>> = {
  check: { what: 'first check of a process', unit: 'ms', measure: firstCheck },
  further: { what: 'plan in a further realm', unit: 'ms', measure: furtherPlan },
  memory: { what: 'memory of a realm, heap', unit: 'MB', measure: memory },
  oracle: inMemory('oracle run in memory', SCENARIO, 3_000),
  events: inMemory('1,000 events in memory', load(1_000), 200),
  'more-events': inMemory('10,000 events in memory', load(10_000), 20),
  'oracle-sweep': inSweep('oracle run in a sweep', SCENARIO, 3_000),
  'events-sweep': inSweep('1,000 events in a sweep', load(1_000), 100),
  'more-events-sweep': inSweep('10,000 events in a sweep', load(10_000), 10),
};

const options = process.argv.slice(2);
const quick = options.includes('--quick');
const [part = '', workspace = ''] = options;
const scale = quick ? 0.01 : 1;
if (part in MEASURES) console.log(JSON.stringify(await MEASURES[part]!.measure(workspace)));
else {
  const rounds = quick ? 1 : 5;
  const flags = quick ? ['--quick'] : [];
  const report = inWorkspace((folder) => {
    const figures = Object.keys(MEASURES).map((name) => [name, [] as number[]] as const);
    for (let round = 0; round < rounds; round++)
      for (const [name, all] of figures)
        // Only this process's settings let garbage be collected at will.
        all.push(
          (name === 'memory' ? inOwnProcess<number> : inWorkerProcess<number>)(name, folder, ...flags),
        );
    const samples = figures.map(([name, all]): readonly [string, Sample] => [name, sampleOf(all)]);
    return { date: new Date().toISOString(), machine: machine(), samples: Object.fromEntries(samples) };
  });
  console.log(options.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));
}

/** Calls `work` with a temporary copy of the sample workspace that has the loads, too. */
function inWorkspace<Answer>(work: (folder: string) => Answer): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  try {
    cpSync(resolve('resources/sample-workspace'), folder, { recursive: true });
    for (const count of [1_000, 10_000]) writeFileSync(join(folder, load(count)), loadText(count));
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of processor time of all threads since `before`. */
function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function firstCheck(folder: string): Promise<number> {
  const compiled = await compileScenario(folder, SCENARIO);
  const before = process.cpuUsage();
  await plannerHere.plan(compiled, undefined, folder);
  return since(before);
}

async function furtherPlan(folder: string): Promise<number> {
  const compiled = await compileScenario(folder, SCENARIO);
  prepareScenario(compiled, { mode: 'oracle' }, new RealmPool());
  const times = Array.from({ length: FURTHER }, () => {
    const before = process.cpuUsage();
    prepareScenario(compiled, { mode: 'oracle' }, new RealmPool());
    return since(before);
  });
  return sampleOf(times).median;
}

async function memory(folder: string): Promise<number> {
  const compiled = await compileScenario(folder, SCENARIO);
  const prepare = (): unknown => prepareScenario(compiled, { mode: 'oracle' }, new RealmPool());
  const kept = [prepare()];
  sweep();
  const before = process.memoryUsage().heapUsed;
  while (kept.length <= FURTHER) kept.push(prepare());
  sweep();
  return (process.memoryUsage().heapUsed - before) / FURTHER / 1e6;
}

function inMemory(what: string, scenario: string, runs: number): Measure {
  const measure = async (folder: string): Promise<number> => {
    const compiled = await compileScenario(folder, scenario);
    const realms = new RealmPool();
    useTimers(false);
    const run = (nth: number): void => {
      const prepared = prepareScenario(compiled, { mode: 'oracle', seed: nth }, realms);
      while (!fireEvents(prepared, [], () => true));
      prepared.release();
    };
    const times = Math.ceil(runs * scale);
    for (let nth = 0; nth < times / 10; nth++) run(nth);
    const before = process.cpuUsage();
    for (let nth = 0; nth < times; nth++) run(nth);
    return since(before) / times;
  };
  return { what, unit: 'ms', measure };
}

function inSweep(what: string, scenario: string, runs: number): Measure {
  const measure = async (workspace: string): Promise<number> => {
    const times = Math.ceil(runs * scale);
    const warm = Math.ceil(times / 10);
    const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
    try {
      const file = join(folder, 'sweep.json');
      const asked = { name: 'bench', scenarios: [scenario], seeds: `1..${warm + times}`, agents: ['oracle'] };
      writeFileSync(file, JSON.stringify(asked));
      await planSweep(workspace, await readSweepFile(file), folder, () => Promise.resolve([]));
      const { jobs } = await readManifest(folder);
      using worker = await SweepPart.open(folder, 'bench');
      await worker.runJobs(jobs.slice(0, warm), [], () => undefined);
      const before = process.cpuUsage();
      await worker.runJobs(jobs.slice(warm), [], () => undefined);
      return since(before) / times;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return { what, unit: 'ms', measure };
}

interface RealmReport {
  readonly date: string;
  readonly machine: ReturnType<typeof machine>;
  readonly samples: Readonly<Record<string, Sample>>;
}

function reportText({ samples, ...taken }: RealmReport): string {
  const figure = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1));
  return [
    ...headingOf(taken),
    '',
    ...table(
      ['what', 'median', 'least', 'most'],
      Object.entries(samples).map(([name, { median, low, high }]) => {
        const { what, unit } = MEASURES[name]!;
        return [`${what}, ${unit}`, figure(median), figure(low), figure(high)];
      }),
    ),
  ].join('\n');
}
