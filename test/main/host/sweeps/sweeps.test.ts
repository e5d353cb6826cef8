import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, ownName } from '../../../../main/host/database/index.ts';
import { finishedJobs } from '../../../../main/host/sweeps/collect.ts';
import { collectParts, readManifest, runJobs } from '../../../../main/host/sweeps/index.ts';
import { Part, partFile } from '../../../../main/host/sweeps/part.ts';
import { sweepReaderJob } from '../../../../main/host/sweeps/sweeps.ts';
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
    using part = await Part.open(folder, 'local-1');
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

  it('returns the grid of the jobs run so far, before they are collected', async () => {
    const { grid, rows, counts } = (await ask({ kind: 'view', folder })) as SweepView;

    expect(rows).toBe('seed');
    expect(counts.outcomes).toEqual({ passed: 2, failed: 1, missing: 1 });
    expect(grid.columns).toEqual(['oracle', 'nobody']);
    expect(grid.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.rate?.passed)])).toEqual([
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

  it('says that another process of this machine runs it, which nobody else can then', async () => {
    const elsewhere = async (): Promise<boolean | undefined> =>
      ((await ask({ kind: 'list', folders: [folder] })) as readonly SweepLine[])[0]?.elsewhere;
    const runner = join(folder, 'parts/local.runner');
    writeFileSync(runner, ownName());

    expect(await elsewhere()).toBe(true);
    const manifest = await readManifest(folder);
    const quitting = new AbortController().signal;
    const options = { workers: 1, quitting, onProgress: () => undefined };
    await expect(runJobs(folder, manifest, manifest.jobs, 'local', options)).rejects.toThrow('already');
    writeFileSync(runner, '999999999 1');
    expect(await elsewhere()).toBe(false);
    rmSync(runner);
  });

  it('runs a job again whose process was killed before it was judged, and collects only the judged run', async () => {
    const { jobs } = await readManifest(folder);
    const job = jobs.find(({ seed, agent }) => seed === 2 && agent === 1)!;
    const name = 'shard-1';
    const run = async (): Promise<void> => {
      using part = await Part.open(folder, name);
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
