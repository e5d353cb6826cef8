import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Workspace } from '../../../../main/host/workspace/workspace.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const emptyWorkspace = (): Workspace => new Workspace(join(temporaryFolder(), 'kitchen'));

describe('a workspace', () => {
  it('is made when its folder is not there', async () => {
    const workspace = emptyWorkspace();

    expect(workspace.name).toBe('kitchen');
    expect(await workspace.files()).toEqual({ scenarios: [], traces: [], programs: [], scripts: [] });
  });

  it('needs a folder', () => {
    const home = temporaryFolder({ kitchen: 'a file' });

    expect(() => new Workspace(join(home, 'kitchen'))).toThrow(
      /kitchen: found no folder .* wanted a workspace/,
    );
  });

  it('lists what was saved, by path, and leaves links and drafts out', async () => {
    const workspace = emptyWorkspace();
    await workspace.saveScenario('scenarios/soup.ts', 'soup');
    await workspace.saveScenario('scenarios/guests/late.ts', 'sorry');
    symlinkSync('/etc', join(workspace.folder, 'scenarios/etc'));

    const { scenarios } = await workspace.files();

    expect(scenarios).toEqual([
      { path: 'scenarios/guests/late.ts', bytes: 5 },
      { path: 'scenarios/soup.ts', bytes: 4 },
    ]);
  });

  it('tells what scenarios share from scenarios, also when a file becomes one', async () => {
    const workspace = emptyWorkspace();
    await workspace.saveScenario('scenarios/apps/oven.ts', 'export const oven = app({});');
    await workspace.saveScenario('scenarios/soup.ts', 'export default scenario({});');
    const shared = async () => (await workspace.files()).scenarios.filter((file) => file.shared);

    expect((await shared()).map(({ path }) => path)).toEqual(['scenarios/apps/oven.ts']);
    await workspace.saveScenario(
      'scenarios/apps/oven.ts',
      'const bread = scenario({});\nexport { bread as default };',
    );
    expect(await shared()).toEqual([]);
  });

  it('saves in one go: no draft stays behind', async () => {
    const workspace = emptyWorkspace();
    await workspace.saveScenario('scenarios/soup.ts', 'onions');
    await workspace.saveScenario('scenarios/soup.ts', 'leeks');

    expect(await workspace.readScenario('scenarios/soup.ts')).toBe('leeks');
    expect(readdirSync(join(workspace.folder, 'scenarios'))).toEqual(['soup.ts']);
  });

  it('says so when a file cannot be written, and leaves what is there', async () => {
    const workspace = emptyWorkspace();
    await workspace.saveScenario('scenarios/soup.ts', 'onions');

    await expect(workspace.saveScenario('scenarios/soup.ts/more.ts', 'leeks')).rejects.toMatchObject({
      code: 'file-not-written',
    });
    expect(readFileSync(join(workspace.folder, 'scenarios/soup.ts'), 'utf8')).toBe('onions');
  });

  it('says what is missing', async () => {
    await expect(emptyWorkspace().readScenario('scenarios/soup.ts')).rejects.toThrow(
      'scenarios/soup.ts: found nothing, wanted a scenario',
    );
  });

  it('tells of files that come, also in folders that came after it began to look', async () => {
    const workspace = emptyWorkspace();
    const changed = vi.fn();
    const watcher = workspace.watch(changed);
    onTestFinished(() => {
      watcher[Symbol.dispose]();
    });

    await workspace.saveScenario('scenarios/soup.ts', 'onions');
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0);
    changed.mockClear();
    await workspace.saveScenario('scenarios/guests/late.ts', 'sorry');
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0);
    changed.mockClear();
    await workspace.saveScenario('scenarios/guests/later.ts', 'sorry');
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0);
  });
});
