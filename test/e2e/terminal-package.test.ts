import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT, sampleWorkspace } from './sample-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

it('the package that npm pack makes runs scenarios and sweeps with Node alone', () => {
  const folder = temporaryFolder();
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const [{ filename, files }] = JSON.parse(packed) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ];
  execFileSync('tar', ['xzf', filename], { cwd: folder });
  // npm would install these packages: they are here already.
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'package/node_modules'), 'junction');

  const scenario = ['run', 'scenarios/table-for-some.ts', '--variant', 'all', '--seeds', '1..2'];
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(folder, 'package/scripts/npx.mjs'), ...scenario],
    { cwd: sampleWorkspace(), encoding: 'utf8' },
  );

  expect(stdout).toContain('oracle: 8 jobs: 8 passed');
  expect(status).toBe(0);
  expect(files.map(({ path }) => path).filter((path) => /^(test|renderer|engine|main)\//.test(path))).toEqual(
    [],
  );
});
