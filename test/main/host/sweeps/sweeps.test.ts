import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../main/host/database/index.ts';
import { claimPart } from '../../../../main/host/sweeps/part-lock.ts';
import { finishedJobs } from '../../../../main/host/sweeps/collect.ts';
import {
  collectParts,
  collectSweep,
  readManifest,
  runJobs,
  runSweep,
  type SweepCode,
} from '../../../../main/host/sweeps/index.ts';
import { isTrustedCode } from '../../../../main/host/system/index.ts';
import { SweepPart, partFile } from '../../../../main/host/sweeps/part.ts';
import { sweepReaderJob } from '../../../../main/host/sweeps/sweeps.ts';
import { SweepReader } from '../../../../main/host/sweeps/results.ts';
import type { SweepJobs, SweepLine, SweepView } from '../../../../preload/contract.ts';
import {
  type JobResult,
  NOT_JUDGED_YET,
  type Problem,
  type RunSummary,
} from '../../../../engine/model/index.ts';
import type { CheckTypes } from '../../../../main/host/scenarios/index.ts';
import { copySample } from '../../../e2e/sample-workspace.ts';

describe('sweepReaderJob()', () => {
  const home = mkdtempSync(join(tmpdir(), 'orrery-sweeps-'));
  const workspace = join(home, 'workspace');
  const folder = join(workspace, 'sweeps/invoice.sweep');
  const database = join(home, 'runs.db');
  const typeError: Problem = {
    severity: 'error',
    message: "Type 'string' is not assignable to type 'number'.",
    place: { file: 'scenarios/no-number.ts', line: 1, column: 1 },
  };
  const checkTypes: CheckTypes = (_, path) =>
    Promise.resolve(path === typeError.place!.file ? [typeError] : []);
  const ask = sweepReaderJob(checkTypes);
  const axes = { rows: 'seed', columns: 'contender' } as const;

  beforeAll(async () => {
    copySample(workspace);
    const file = join(workspace, 'sweeps/invoice.json');
    const scenarios = ['scenarios/invoice-by-noon.ts'];
    writeFileSync(
      file,
      JSON.stringify({ name: 'invoice', scenarios, seeds: '1..2', agents: ['oracle', 'nobody'] }),
    );
    await ask({ kind: 'plan', workspace, file, folder });
    const { jobs } = await readManifest(folder);
    using part = await SweepPart.open(folder, 'local-1');
    await part.runJobs(jobs.slice(0, 3), [], () => undefined);
  });
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('plans no scenario that has type errors', async () => {
    const [scenario, file] = [
      join(workspace, typeError.place!.file),
      join(workspace, 'sweeps/no-number.json'),
    ];
    copyFileSync(join(workspace, 'scenarios/invoice-by-noon.ts'), scenario);
    writeFileSync(file, JSON.stringify({ name: 'no number', scenarios: [typeError.place!.file] }));
    const planned = ask({ kind: 'plan', workspace, file, folder: join(workspace, 'sweeps/no-number.sweep') });

    await expect(planned).rejects.toThrow(typeError.message);
  });

  /** Plans a sweep of the sample's invoice with `fields`, and returns its number of jobs. */
  async function planned(name: string, fields: object): Promise<number> {
    const file = join(workspace, 'sweeps', `${name}.json`);
    writeFileSync(file, JSON.stringify({ name, scenarios: ['scenarios/invoice-by-noon.ts'], ...fields }));
    const into = join(workspace, 'sweeps', `${name}.sweep`);
    await ask({ kind: 'plan', workspace, file, folder: into });
    return (await readManifest(into)).jobs.length;
  }

  it('takes no files of an agent from outside the workspace, and writes none outside the sweep', async () => {
    writeFileSync(join(home, 'outside.txt'), 'soup');
    const agents = [{ name: 'a', command: 'true', files: ['../outside.txt'] }];

    await expect(planned('outside', { agents })).rejects.toThrow(
      '../outside.txt: It is outside the workspace. Agents of a sweep get files of the workspace only.',
    );
    expect(existsSync(join(workspace, 'sweeps/outside.sweep/outside.txt'))).toBe(false);
    expect(existsSync(join(workspace, 'sweeps/outside.sweep/bundles/outside.txt'))).toBe(false);
  });

  it('says which field of an agent is missing', async () => {
    const agents = [{ name: 'a', command: 'node agents/forwarder.mjs' }];

    await expect(planned('fields', { agents })).rejects.toThrow('agents[0].files: A list is missing.');
  });

  it('makes the command of a program, and has no program but those in agents/', async () => {
    await planned('program', { agents: [{ name: 'a', program: 'agents/forwarder.mjs' }] });

    const { header } = await readManifest(join(workspace, 'sweeps/program.sweep'));
    expect(header.agents).toMatchObject([{ kind: 'program', command: 'node agents/forwarder.mjs' }]);
    for (const program of ['touch\tX', 'agents/../agents/forwarder.mjs', 'node agents/forwarder.mjs'])
      await expect(planned('none', { agents: [{ name: 'a', program }] })).rejects.toThrow(
        `There is no agent "${program}" here. Choose agents/forwarder.mjs`,
      );
  });

  it('names the code that it runs, which is trusted once it is planned here', async () => {
    await planned('code', { agents: [{ name: 'a', program: 'agents/forwarder.mjs' }, 'oracle'] });

    const code = (await ask({ kind: 'code', folder: join(workspace, 'sweeps/code.sweep') })) as SweepCode;

    expect(code).toMatchObject({
      scenarios: ['scenarios/invoice-by-noon.ts'],
      commands: ['node agents/forwarder.mjs'],
    });
    expect(code.hashes.map(isTrustedCode)).toEqual([true, true]);
  });

  it.each<readonly [string, (file: string) => void]>([
    [
      'another text',
      (file) => {
        writeFileSync(file, 'process.exit(7)');
      },
    ],
    [
      'a link',
      (file) => {
        rmSync(file);
        symlinkSync('/etc/hostname', file);
      },
    ],
    [
      'one file more',
      (file) => {
        writeFileSync(`${file}.mjs`, '');
      },
    ],
  ])('has no code to trust when a bundle has %s', async (what, change) => {
    const name = what.replaceAll(' ', '-');
    await planned(name, { agents: [{ name: 'a', program: 'agents/forwarder.mjs' }] });
    const into = join(workspace, 'sweeps', `${name}.sweep`);
    const [agent] = (await readManifest(into)).header.agents;
    const bundle = agent?.kind === 'program' ? agent.bundle! : '';
    change(join(into, 'bundles', bundle, 'agents/forwarder.mjs'));

    await expect(ask({ kind: 'code', folder: into })).rejects.toThrow(
      'The files are not those that were planned. Plan the sweep again.',
    );
  });

  it('finds scenarios by patterns with very many asterisks', async () => {
    copyFileSync(
      join(workspace, 'scenarios/invoice-by-noon.ts'),
      join(workspace, `scenarios/${'a'.repeat(60)}.ts`),
    );

    await expect(planned('none', { scenarios: [`scenarios/${'*a'.repeat(25)}*b.ts`] })).rejects.toThrow(
      'No scenario',
    );
    expect(await planned('some', { scenarios: [`scenarios/${'*a'.repeat(25)}*.ts`] })).toBe(1);
    expect(await planned('one', { scenarios: ['scenarios/*voice*noon*.ts'] })).toBe(1);
    await expect(planned('twice', { scenarios: ['scenarios/invoice-by-noon*noon.ts'] })).rejects.toThrow(
      'No scenario',
    );
  });

  it('leaves out what any of very many rules excludes', async () => {
    const exclude = Array.from({ length: 100_000 }, (_, seed) => ({ seed }));

    expect(await planned('most', { seeds: '0..100001', exclude })).toBe(2);
    expect(
      await planned('few', {
        seeds: '0..3',
        agents: ['oracle', 'nobody'],
        exclude: [{}, { agent: 'nobody', seed: 1 }, { seed: 2, scenario: 'scenarios/other.ts' }],
      }),
    ).toBe(7);
  });

  it('refuses a plan whose jobs refer to what it does not have', async () => {
    await planned('referring', {});
    const into = join(workspace, 'sweeps/referring.sweep');
    const manifest = join(into, 'manifest.jsonl');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"scenario":0', '"scenario":9'));

    await expect(readManifest(into)).rejects.toThrow(
      'referring.sweep/manifest.jsonl, line 2: scenario: There is no number 9 in the plan’s first line.',
    );
  });

  it('runs no job whose files are missing, and says so', async () => {
    await planned('incomplete', {});
    const into = join(workspace, 'sweeps/incomplete.sweep');
    rmSync(join(into, 'bundles'), { recursive: true });
    const { jobs } = await readManifest(into);
    using part = await SweepPart.open(into, 'local-1');
    const told: string[] = [];

    await part.runJobs(jobs, [], (event) => {
      told.push('message' in event ? event.message : event.kind);
    });

    expect(told).toEqual([
      'started',
      expect.stringMatching(
        /: The files of this job are missing\. Copy the sweep with its whole folder, or plan/,
      ),
    ]);
  });

  it('runs each job as if it were the only one, also if their code leaves marks', async () => {
    const text = readFileSync(join(workspace, 'scenarios/invoice-by-noon.ts'), 'utf8');
    const counting = "'Soup number ' + (globalThis.soups = (globalThis.soups ?? 0) + 1)";
    writeFileSync(join(workspace, 'scenarios/soups.ts'), text.replace("'Soup today'", counting));
    await planned('soups', { scenarios: ['scenarios/soups.ts'], seeds: '1..4' });
    const into = join(workspace, 'sweeps/soups.sweep');
    const { jobs } = await readManifest(into);
    using part = await SweepPart.open(into, 'local-1');

    await part.runJobs(jobs, [], () => undefined);
    using database = openDatabase(partFile(into, 'local-1'));
    const logs = database.store.runs().map(({ id }) => JSON.stringify(database.store.entries(id, 0, 100)));

    expect(logs).toHaveLength(jobs.length);
    for (const log of logs) expect(log).toContain('"Soup number 1"');
  });

  it('refuses a sweep of too many jobs', async () => {
    await expect(planned('many', { seeds: '0..999999999', repeats: 1000 })).rejects.toThrow(
      'many: It has 1,000,000,000,000 jobs, of 1,000,000 at most. Split it into several sweeps.',
    );
  });

  it.each([
    { limits: { seconds: 1e9 } },
    { agents: [{ name: 'a', command: 'true', files: ['agents'], agentTimeout: 1e7 }] },
  ])('refuses a time that no timer takes: %j', async (fields) => {
    await expect(planned('long', fields)).rejects.toThrow('1000000');
  });

  it('returns the grid of the jobs run so far, before they are collected', async () => {
    const { grid, rows, counts } = (await ask({ kind: 'view', folder })) as SweepView;

    expect(rows).toBe('seed');
    expect(counts.outcomes).toEqual({ passed: 2, failed: 1, missing: 1 });
    expect(grid.columns).toEqual(['oracle', 'nobody']);
    expect(
      grid.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.rates.all?.passed)]),
    ).toEqual([
      ['1', 1, 0],
      ['2', 1, undefined],
    ]);
  });

  it('returns the jobs of a cell with the reasons for their failures', async () => {
    const cell = { ...axes, row: '1', column: 'nobody', from: 0 };
    const { jobs, reasons } = (await ask({ kind: 'jobs', folder, ...cell })) as SweepJobs;

    expect(jobs.map(({ seed, agent, outcome }) => [seed, agent, outcome])).toEqual([[1, 'nobody', 'failed']]);
    expect(reasons).toEqual([{ reason: jobs[0]!.reason, jobs: 1 }]);
    const passing = await ask({ kind: 'passing', folder, job: jobs[0]!.job });
    expect(passing).toMatchObject({ seed: 1, agent: 'oracle', outcome: 'passed' });
  });

  it('copies the run of a job into the database only once', async () => {
    const { jobs } = (await ask({ kind: 'jobs', folder, ...axes, from: 0 })) as SweepJobs;
    const { job, logHash } = jobs[0]!;
    const first = (await ask({ kind: 'copy', folder, job, database })) as RunSummary;
    const again = (await ask({ kind: 'copy', folder, job, database })) as RunSummary;

    expect(first).toMatchObject({ logHash, job: { id: job } });
    expect(again.id).toBe(first.id);
    using opened = openDatabase(database);
    expect(opened.store.count()).toBe(1);
  });

  it('refuses to copy a job that has no run', async () => {
    const { jobs } = (await ask({ kind: 'jobs', folder, ...axes, row: '2', from: 0 })) as SweepJobs;
    const missing = jobs.find(({ outcome }) => outcome === 'missing')!;

    await expect(ask({ kind: 'copy', folder, job: missing.job, database })).rejects.toThrow('left no run');
  });

  it('is saved as a table with a row for each job', async () => {
    const file = join(home, 'jobs');
    await ask({ kind: 'save', folder, format: 'csv', file });
    const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
    await ask({ kind: 'save', folder, format: 'jsonl', file });
    const objects = readFileSync(file, 'utf8').trimEnd().split('\n');

    expect(head).toMatch(/^job,scenario,variant,seed,agent,/);
    expect(rows).toHaveLength(4);
    expect(objects.map((line) => (JSON.parse(line) as JobResult).outcome).sort()).toEqual([
      ...['failed', 'missing', 'passed', 'passed'],
    ]);
    expect(JSON.parse(objects[0]!)).toMatchObject({ agent: 'oracle', calls: 2, tokens: null });
  });

  it('is read without the entries of its runs, until somebody asks for the calls of agents', async () => {
    const reader = new SweepReader(folder);
    const ofOracle = (results: readonly JobResult[]) => results.find(({ agent }) => agent === 'oracle');
    expect(ofOracle(await reader.results())).not.toHaveProperty('calls');
    expect(ofOracle((await reader.reported()).results)).toMatchObject({ calls: 2 });
  });

  it('says that a process runs it, which nobody else can then', async () => {
    const elsewhere = async (): Promise<boolean | undefined> =>
      ((await ask({ kind: 'list', folders: [folder] })) as readonly SweepLine[])[0]?.elsewhere;
    const manifest = await readManifest(folder);
    const options = { workers: 1, quitting: new AbortController().signal, onProgress: () => undefined };
    {
      using _ = claimPart(folder, 'local');
      expect(await elsewhere()).toBe(true);
      const refused = `${folder}: This sweep is already being run by process ${process.pid} on `;
      await expect(runSweep(folder, manifest, options)).rejects.toThrow(refused);
      await expect(runJobs(folder, manifest, manifest.jobs, 'local', options)).rejects.toThrow(refused);
      await expect(collectSweep(folder, manifest.jobs)).rejects.toThrow(refused);
    }
    expect(await elsewhere()).toBe(false);
  });

  it('runs a job again whose process was killed before it was judged, and collects only the judged run', async () => {
    const { jobs } = await readManifest(folder);
    const job = jobs.find(({ seed, agent }) => seed === 2 && agent === 1)!;
    const name = 'shard-1';
    const run = async (): Promise<void> => {
      using part = await SweepPart.open(folder, name);
      await part.runJobs([job], [], () => undefined);
    };
    await run();
    const file = partFile(folder, name);
    using target = openDatabase(join(home, 'collected.db'));
    const collected = (): readonly (string | undefined)[] => {
      collectParts(folder, [job], target.store);
      return target.store.runs().map(({ verdict }) => verdict?.judge?.sentence);
    };
    let judged: string | undefined;
    {
      using part = openDatabase(file);
      const [{ id, verdict } = {}] = part.store.runs();
      judged = verdict!.judge!.sentence;
      part.store.setVerdict(id!, { ...verdict!, judge: NOT_JUDGED_YET });
    }

    expect(finishedJobs(folder, name)).toEqual(new Set());
    expect(collected()).toEqual([]);
    await run();
    expect(finishedJobs(folder, name)).toEqual(new Set([job.id]));
    expect(collected()).toEqual([judged]);
    using part = openDatabase(file);
    expect(part.store.count()).toBe(1);
  });
});
