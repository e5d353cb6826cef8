import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS } from '../../../../preload/limits.ts';
import { Workspace } from '../../../../main/host/workspace/workspace.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const emptyWorkspace = (): Workspace => new Workspace(temporaryFolder());

/** Saves over the file, whether it exists or not. */
const put = async (workspace: Workspace, path: string, text: string): Promise<void> => {
  const replaces = await workspace.readScenario(path).catch(() => null);
  await workspace.saveScenario(path, text, { replaces });
};

describe('Workspace', () => {
  it('refuses a file and a missing folder, and creates no folder', () => {
    const home = temporaryFolder({ kitchen: 'a file' });

    expect(() => new Workspace(join(home, 'kitchen'))).toThrow(
      'kitchen is a file. Open the folder that it is in.',
    );
    expect(() => new Workspace(join(home, 'cellar'))).toThrow(`There is no folder ${join(home, 'cellar')}.`);
    expect(readdirSync(home)).toEqual(['kitchen']);
  });

  it('refuses names that are too long or not valid on every system', async () => {
    const workspace = emptyWorkspace();
    const long = `scenarios/${'a'.repeat(900)}.ts`;

    await expect(workspace.readScenario(long)).rejects.toThrow('is too long: 903 bytes');
    await expect(workspace.createScenario(long, 'soup')).rejects.toThrow('is too long: 903 bytes');
    for (const name of ['My Cab / test', 'test?', 'soup .', 'a:b'])
      await expect(workspace.createScenario(`scenarios/${name}.ts`, 'soup')).rejects.toMatchObject({
        code: 'bad-path',
      });
    await workspace.createScenario(`scenarios/${'a'.repeat(252)}.ts`, 'soup');
    expect(readdirSync(workspace.folder)).toEqual(['scenarios']);
  });

  it('refuses to save over a file that another program has changed', async () => {
    const workspace = emptyWorkspace();
    const file = join(workspace.folder, 'scenarios/soup.ts');
    await put(workspace, 'scenarios/soup.ts', 'onions');
    writeFileSync(file, 'theirs');

    const saving = workspace.saveScenario('scenarios/soup.ts', 'leeks', { replaces: 'onions' });

    await expect(saving).rejects.toMatchObject({ code: 'file-changed' });
    expect(readFileSync(file, 'utf8')).toBe('theirs');
    expect(readdirSync(join(workspace.folder, 'scenarios'))).toEqual(['soup.ts']);
    await workspace.saveScenario('scenarios/soup.ts', 'leeks', { replaces: 'theirs' });
    expect(readFileSync(file, 'utf8')).toBe('leeks');
  });

  it('says of which folders it does not list all files', async () => {
    const traces = Array.from(
      { length: LIMITS.listedFiles },
      (_, nth) => [`traces/${nth}.json`, ''] as const,
    );
    const files = { ...Object.fromEntries(traces), 'scenarios/soup.ts': '' };
    const full = new Workspace(temporaryFolder(files));
    const fuller = new Workspace(temporaryFolder({ ...files, 'traces/more/last.json': '' }));

    expect(await full.files()).not.toHaveProperty('cut');
    expect(await fuller.files()).toMatchObject({ cut: ['traces'] });
  });

  it('lists saved scenarios by path, without symlinks', async () => {
    const workspace = emptyWorkspace();
    await put(workspace, 'scenarios/soup.ts', 'soup');
    await put(workspace, 'scenarios/guests/late.ts', 'sorry');
    symlinkSync('/etc', join(workspace.folder, 'scenarios/etc'));

    const { scenarios } = await workspace.files();

    expect(scenarios.map(({ path, bytes }) => ({ path, bytes }))).toEqual([
      { path: 'scenarios/guests/late.ts', bytes: 5 },
      { path: 'scenarios/soup.ts', bytes: 4 },
    ]);
  });

  it('finds traces, trajectories of any format, and the folder of trajectories, and nothing outside', async () => {
    const folder = temporaryFolder({
      'traces/a.json': '{}',
      'trajectories/swe/b.traj.json': '',
      'trajectories/c.eval': '',
    });
    const workspace = new Workspace(folder);

    expect((await workspace.files()).trajectories.map(({ path }) => path)).toEqual([
      'trajectories/c.eval',
      'trajectories/swe/b.traj.json',
    ]);
    for (const path of ['traces/a.json', 'trajectories/swe/b.traj.json', 'trajectories'])
      expect(await workspace.recording(path)).toBe(join(folder, path));
    for (const path of ['scenarios/soup.ts', 'traces', 'trajectories/../soup', 'trajectories/.hidden'])
      await expect(workspace.recording(path)).rejects.toMatchObject({ code: 'bad-path' });
    const other = temporaryFolder();
    symlinkSync('/etc', join(other, 'trajectories'));
    await expect(new Workspace(other).recording('trajectories')).rejects.toThrow(
      'leads out of the workspace',
    );
  });

  it('marks files without a scenario as shared, until they export one', async () => {
    const workspace = emptyWorkspace();
    await put(workspace, 'scenarios/apps/oven.ts', 'export const oven = app({});');
    await put(workspace, 'scenarios/soup.ts', 'export default scenario({});');
    const shared = async () => (await workspace.files()).scenarios.filter((file) => file.shared);

    expect((await shared()).map(({ path }) => path)).toEqual(['scenarios/apps/oven.ts']);
    await put(
      workspace,
      'scenarios/apps/oven.ts',
      'const bread = scenario({});\nexport { bread as default };',
    );
    expect(await shared()).toEqual([]);
  });

  it('leaves no temporary file after a save', async () => {
    const workspace = emptyWorkspace();
    await put(workspace, 'scenarios/soup.ts', 'onions');
    await put(workspace, 'scenarios/soup.ts', 'leeks');

    expect(await workspace.readScenario('scenarios/soup.ts')).toBe('leeks');
    expect(readdirSync(join(workspace.folder, 'scenarios'))).toEqual(['soup.ts']);
  });

  it('writes nothing below a file and leaves the file', async () => {
    const workspace = emptyWorkspace();
    await put(workspace, 'scenarios/soup.ts', 'onions');

    await expect(put(workspace, 'scenarios/soup.ts/more.ts', 'leeks')).rejects.toMatchObject({
      code: 'bad-path',
    });
    expect(readFileSync(join(workspace.folder, 'scenarios/soup.ts'), 'utf8')).toBe('onions');
  });

  it('names a scenario that does not exist', async () => {
    await expect(emptyWorkspace().readScenario('scenarios/soup.ts')).rejects.toThrow(
      'scenarios/soup.ts: there is no such scenario',
    );
  });

  it('reports new files, also in folders created while it watches', async () => {
    const workspace = emptyWorkspace();
    const changed = vi.fn();
    const watcher = workspace.watch(changed);
    onTestFinished(() => {
      watcher[Symbol.dispose]();
    });

    await put(workspace, 'scenarios/soup.ts', 'onions');
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0);
    changed.mockClear();
    await put(workspace, 'scenarios/guests/late.ts', 'sorry');
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0);
    changed.mockClear();
    await put(workspace, 'scenarios/guests/later.ts', 'sorry');
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0);
  });
});
