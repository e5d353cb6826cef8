import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, readTrace, type Store, writeTrace } from '../../../../engine/index.ts';
import type { LogEntry } from '../../../../engine/model/log-entry.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { exportRunFile, exportRunFiles } from '../../../../main/host/export/export-run.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { prepareBranch } from '../../../../main/host/runs/prepare-stored-run.ts';
import { verify } from '../../../../main/host/runs/verify.ts';
import { SAMPLE_WORKSPACE } from '../../../../main/host/system/installation.ts';
import { areStructure } from '../../../engine/are/are-structure.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { importRuns } from '../../../../main/host/import/import-file.ts';
import { importOne } from '../import/import-one.ts';

const scenarios = ['scenarios', 'traces'].flatMap((folder) =>
  readdirSync(join(SAMPLE_WORKSPACE, folder))
    .filter((name) => name.includes('.'))
    .map((name) => `${folder}/${name}`),
);

function emptyStore(): Store {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
}

async function runOf(path: string, store: Store): Promise<RunSummary> {
  const request = { folder: SAMPLE_WORKSPACE, path, mode: 'oracle' } as const;
  const live = new LiveRun(await prepareRun(request, () => Promise.resolve([])), store);
  while (!live.over) live.advance(() => true);
  return store.run(live.id)!;
}

/** The fields of an entry that the ARE format can hold; nothing for entries without an ARE event, as that of a reminder's alarm. */
function told(entry: LogEntry): object[] {
  const { time, event, kind, outcome } = entry;
  if (kind === 'condition')
    return [{ time, event, kind, attempt: entry.attempt, held: entry.verdict === 'held' }];
  if (!('action' in entry) || entry.action.tool === 'notify_due_reminders') return [];
  const { app, tool, args, resolved = args } = entry.action;
  return [
    { time, event, kind, outcome, oracle: entry.oracle, app, tool, args: resolved, calls: entry.calls },
  ];
}

/** ARE reads the app `user` only under the name of its class. */
const inAre = (entry: object): object =>
  'app' in entry && entry.app === 'user' ? { ...entry, app: 'AgentUserInterface' } : entry;

/** Without what a file of ARE does not have: the ids of the agent's messages, which depend on the app's name, and alarms. */
const withoutUnwritten = (state: unknown): unknown =>
  JSON.parse(JSON.stringify(state), (key, value: object | null) =>
    key === 'time_notified'
      ? null
      : value !== null && typeof value === 'object' && 'sender' in value && value.sender === 'Agent'
        ? { ...value, id: '' }
        : value,
  );

describe('exportRunFile()', () => {
  it.each(scenarios)('writes a run of %s as ARE does, and reads it back', async (path) => {
    const store = emptyStore();
    const run = await runOf(path, store);
    const file = join(temporaryFolder(), 'run.json');

    await exportRunFile(store, run, file, 'are');
    const again = await importOne(store, file);

    expect(() => areStructure.parse(JSON.parse(readFileSync(file, 'utf8')))).not.toThrow();
    expect(store.entries(again.id, 0, 10_000).flatMap(told)).toEqual(
      store.entries(run.id, 0, 10_000).flatMap(told).map(inAre),
    );
    for (const [at, { name, known }] of again.apps.entries())
      if (known)
        expect(withoutUnwritten(store.stateAt(again.id, name, again.entries))).toEqual(
          withoutUnwritten(store.stateAt(run.id, run.apps[at]!.name, run.entries)),
        );
  });

  it.each(scenarios)('writes an identical file from a reimported run of %s', async (path) => {
    const store = emptyStore();
    const [once, twice] = ['once.json', 'twice.json'].map((name) => join(temporaryFolder(), name)) as [
      string,
      string,
    ];
    await exportRunFile(store, await runOf(path, store), once, 'are');

    await exportRunFile(store, await importOne(store, once), twice, 'are');

    expect(readFileSync(twice, 'utf8')).toBe(readFileSync(once, 'utf8'));
  });

  it('notes what the ARE format cannot hold', async () => {
    const store = emptyStore();
    const run = await runOf('scenarios/invoice-by-noon.ts', store);

    const notes = await exportRunFile(store, run, join(temporaryFolder(), 'run.json'), 'are');

    expect(notes).toEqual([
      'apps: user: written as AgentUserInterface, the only name under which ARE reads an AgentUserInterface.',
      'events: 1 event left out: the format has no form for validations.',
      'events: 1 event written without code, interval and time-out.',
      'events: 1 event written with the longest of several delays.',
      'events: 1 event with which ARE does not run the file: it runs only its own conditions, between turns.',
      'completed_events: 59 entries left out: validations.',
    ]);
  });

  it.each(['are', 'orrery'] as const)('notes that a %s file is too large to be imported', async (format) => {
    const store = emptyStore();
    const run = await runOf('scenarios/double-booking.ts', store);
    const file = join(temporaryFolder(), 'run');
    await exportRunFile(store, run, file, format);
    const { length } = readFileSync(file);
    const tooLarge =
      /^The file has 1 MB\. Orrery imports files of up to 1 MB, so it cannot read this one again\.$/;

    expect((await exportRunFile(store, run, file, format, { maxImport: length })).join('\n')).not.toMatch(
      tooLarge,
    );
    expect((await exportRunFile(store, run, file, format, { maxImport: length - 1 })).at(-1)).toMatch(
      tooLarge,
    );
  });

  it('throws file-not-written when the file cannot be written', async () => {
    const store = emptyStore();
    const run = await runOf(scenarios[0]!, store);

    await expect(exportRunFile(store, run, '/no/such/folder/run.json', 'are')).rejects.toMatchObject({
      code: 'file-not-written',
    });
  });
});

const states = (store: Store, { id, apps }: RunSummary, at: number): unknown[] =>
  apps.map(({ name }) => store.stateAt(id, name, at));

describe('exportRunFile() in the portable format', () => {
  it.each(scenarios)('writes a run of %s, and an import reproduces it exactly', async (path) => {
    const [from, to] = [emptyStore(), emptyStore()];
    const run = await runOf(path, from);
    const [once, twice] = ['once', 'twice'].map((name) => join(temporaryFolder(), name)) as [string, string];

    await exportRunFile(from, run, once, 'orrery');
    const again = await importOne(to, once);
    await exportRunFile(to, again, twice, 'orrery');

    expect(again).toEqual(run);
    expect(to.entries(again.id, 0, 10_000)).toEqual(from.entries(run.id, 0, 10_000));
    for (const at of [-1, Math.floor(run.entries / 2), run.entries])
      expect(states(to, again, at)).toEqual(states(from, run, at));
    expect(readFileSync(twice, 'utf8')).toBe(readFileSync(once, 'utf8'));
    expect(await verify(to, again)).toEqual({ recorded: 0, same: run.entries, differs: undefined });
  });

  it.each(['clay_delivery_time.trace.json'])(
    'writes the imported trace %s, and an import reproduces it exactly',
    async (name) => {
      const [from, to] = [emptyStore(), emptyStore()];
      const run = await importOne(from, join(SAMPLE_WORKSPACE, 'traces', name));
      const file = join(temporaryFolder(), 'trace.orrery');
      await exportRunFile(from, run, file, 'orrery');

      const again = await importOne(to, file);

      expect(again).toEqual(run);
      expect([...writeTrace(to, again)]).toEqual([...writeTrace(from, run)]);
    },
  );

  it('writes a branch of a trace, and the import verifies without a difference', async () => {
    const [from, to] = [emptyStore(), emptyStore()];
    const trace = await importOne(from, join(SAMPLE_WORKSPACE, 'traces/studio_visit_two_turns.trace.json'));
    const live = new LiveRun(await prepareBranch(from, trace, 3, undefined), from);
    while (!live.over) live.advance(() => true);
    const file = join(temporaryFolder(), 'branch.orrery');
    await exportRunFile(from, from.run(live.id)!, file, 'orrery');

    const again = await importOne(to, file);

    expect(again).toMatchObject({ logHash: from.run(live.id)!.logHash, origin: { recorded: 3 } });
    expect(await verify(to, again)).toEqual({ recorded: 3, same: 9, differs: undefined });
  });

  it('refuses a run that has not ended', async () => {
    const store = emptyStore();
    const request = { folder: SAMPLE_WORKSPACE, path: scenarios[0]!, mode: 'oracle' } as const;
    const live = new LiveRun(await prepareRun(request, () => Promise.resolve([])), store);

    const refused = exportRunFile(store, store.run(live.id)!, join(temporaryFolder(), 'run'), 'orrery');

    await expect(refused).rejects.toThrow('Run r1 has not ended: stop it, or wait for its end');
  });
});

describe('exportRunFile() in the ARE format', () => {
  it('writes the verdict as an annotation', async () => {
    const store = emptyStore();
    const file = join(temporaryFolder(), 'run.json');
    await exportRunFile(store, await runOf(scenarios[0]!, store), file, 'are');

    const { extras } = readTrace(readFileSync(file, 'utf8'), 'run.json');

    expect(extras.document).toMatchObject({ metadata: { annotation: { validation_decision: 'Valid' } } });
  });
});

describe('exportRunFiles() of originals', () => {
  it('writes a log that several runs came from once, byte for byte', async () => {
    const store = emptyStore();
    const log = new URL('../../../engine/formats/trajectories/examples/inspect-limits.json', import.meta.url);
    const [one, ...others] = await importRuns(store, { file: fileURLToPath(log) });
    const folder = join(temporaryFolder(), 'out');

    const notes = await exportRunFiles(store, [one!, ...others], folder, 'original');

    expect(others.length).toBeGreaterThan(0);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readFileSync(join(folder, readdirSync(folder)[0]!))).toEqual(readFileSync(log));
    expect(notes).toEqual(others.map(({ id }) => `${id}: its original is that of r1.`));
  });

  it('leaves the other exports of the run in the folder as they are', async () => {
    const store = emptyStore();
    const log = new URL('../../../engine/formats/trajectories/examples/atif-tokens.json', import.meta.url);
    const [run] = await importRuns(store, { file: fileURLToPath(log) });
    const folder = join(temporaryFolder(), 'out');

    for (const format of ['are', 'atif', 'otlp', 'orrery', 'markdown'] as const)
      await exportRunFiles(store, [run!], folder, format);
    await exportRunFiles(store, [run!], folder, 'original');

    expect(readdirSync(folder)).toHaveLength(6);
    const [original] = readdirSync(folder).filter((name) => name.includes('.original.'));
    expect(readFileSync(join(folder, original!))).toEqual(readFileSync(log));
  });
});
