import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../main/host/database/index.ts';
import { LISTS_FILE, verify } from '../../../../main/host/runs/index.ts';
import { readManifest, type SweepCode } from '../../../../main/host/sweeps/index.ts';
import { type JobEvent, SweepPart, partFile } from '../../../../main/host/sweeps/part.ts';
import { sweepReaderJob } from '../../../../main/host/sweeps/sweeps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const SERVER = join(import.meta.dirname, '../../../mcp-server.mjs');
const ask = sweepReaderJob(() => Promise.resolve([]));

/** A workspace whose scenario has two variants, of which each calls a server of its own. */
function workspace(server: string): string {
  const folder = temporaryFolder();
  copyFileSync(SERVER, join(folder, 'server.mjs'));
  for (const name of ['scenarios', 'sweeps']) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, 'scenarios/sums.ts'),
    `import { agentUserInterface, mcpApp, scenario, seconds, variants } from 'orrery';
    export default variants({ notes: ['one', 'two'] }, ({ notes }) => scenario({
      name: 'sums', start: '2026-01-05T18:00:00Z', duration: seconds(120),
      apps: () => ({
        user: agentUserInterface(),
        sum: mcpApp({ command: [${JSON.stringify(process.execPath)}, 'server.mjs', 'good', notes + '.txt']${server} }),
      }),
      events({ user, sum }, { oracle }) {
        const ask = user.send_message_to_agent({ content: 'Add.' }).at(seconds(5));
        const two = sum.add({ n: 2 }).after(ask, seconds(1));
        oracle(sum.total({})).after(two, seconds(1));
      },
    }));`,
  );
  return folder;
}

/** Plans a sweep of both variants with two agents, and runs its jobs. */
async function swept(folder: string): Promise<{ readonly sweep: string; readonly events: JobEvent[] }> {
  const file = join(folder, 'sweeps/sums.json');
  const sweep = join(folder, 'sweeps/sums.sweep');
  const asked = {
    name: 'sums',
    scenarios: ['scenarios/sums.ts'],
    variants: 'all',
    agents: ['oracle', 'nobody'],
  };
  writeFileSync(file, JSON.stringify(asked));
  await ask({ kind: 'plan', workspace: folder, file, folder: sweep });
  const { jobs } = await readManifest(sweep);
  const events: JobEvent[] = [];
  using part = await SweepPart.open(sweep, 'local-1');
  await part.runJobs(jobs, [], (event) => void events.push(event));
  return { sweep, events };
}

const callsIn = (folder: string, notes: string): readonly string[] =>
  existsSync(join(folder, notes))
    ? readFileSync(join(folder, notes), 'utf8')
        .split('\n')
        .map((line) => line.trim())
    : [];

const FROZEN = `, server: { name: 'adder', version: '1', tools: {
  add: { description: 'add!', inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }, effect: 'write' },
  total: { description: 'total!', inputSchema: { type: 'object', properties: {} }, effect: 'read' },
  refuse: { description: 'refuse!', inputSchema: { type: 'object', properties: {} }, effect: 'read' },
} } as const`;

it.each([
  ['whose tools are frozen in a file', FROZEN],
  ['whose tools only they know', ''],
])('runs jobs with servers %s, which start in the workspace folder', async (_, server) => {
  const folder = workspace(server);

  const { sweep, events } = await swept(folder);

  const done = events.flatMap((event) => (event.kind === 'done' ? [event.run] : []));
  expect({ events: events.filter(({ kind }) => kind === 'refused'), done: done.length }).toEqual({
    events: [],
    done: 4,
  });
  for (const notes of ['one.txt', 'two.txt'])
    expect(callsIn(folder, notes)).toEqual(['add 2', 'total', 'add 2', '']);
  using database = openDatabase(partFile(sweep, 'local-1'));
  const { store } = database;
  for (const id of done) {
    const run = store.run(id)!;
    expect([run.state, run.notes]).toEqual(['completed', []]);
    expect(store.source(id)!.files.has(LISTS_FILE)).toBe(server === '');
    expect(await verify(store, run)).toMatchObject({ same: run.entries, differs: undefined });
  }
  // The plan is that of this folder, which is part of what is trusted.
  const { header } = await readManifest(sweep);
  expect(header.scenarios).toMatchObject([{ path: 'scenarios/sums.ts', folder }]);
  expect(((await ask({ kind: 'code', folder: sweep })) as SweepCode).hashes.length).toBe(2);
});

it('says that the workspace is not on this machine', async () => {
  const folder = workspace(FROZEN);
  const file = join(folder, 'sweeps/sums.json');
  const sweep = join(temporaryFolder(), 'sums.sweep');
  writeFileSync(file, JSON.stringify({ name: 'sums', scenarios: ['scenarios/sums.ts'] }));
  await ask({ kind: 'plan', workspace: folder, file, folder: sweep });
  const manifest = join(sweep, 'manifest.jsonl');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(folder, '/elsewhere/workspace'));
  const { jobs } = await readManifest(sweep);
  using part = await SweepPart.open(sweep, 'local-1');
  await part.runJobs(jobs, [], () => undefined);
  using database = openDatabase(partFile(sweep, 'local-1'));
  expect(database.store.runs(1)[0]).toMatchObject({
    state: 'interrupted',
    notes: [
      { text: expect.stringContaining('starts in /elsewhere/workspace, which is not here.') as string },
    ],
  });
});
