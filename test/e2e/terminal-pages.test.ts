import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from './sample-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SAMPLE = 'resources/sample-workspace';
const PREFIX = 'npm run -s orrery -- ';

/** These commands are about runs that differ or do not pass. */
const ENDS_WITH_1 = /^compare|^judge|hasty\.json/;

it.each(['README.md', 'docs/terminal.md', 'docs/agents.md', 'docs/portable-file.md', 'docs/sweeps.md'])(
  '%s shows commands that work, one after the other',
  { timeout: 180_000 },
  (page) => {
    const folder = temporaryFolder();
    cpSync(join(PROJECT, SAMPLE), join(folder, SAMPLE), { recursive: true });
    const orrery = `"${process.execPath}" "${join(PROJECT, 'out/main/cli.js')}"`;
    // Readers of this page already have this run in their database.
    if (page.includes('portable'))
      shell(folder, `${orrery} run ${SAMPLE}/scenarios/hot-greenhouse.ts --db runs.db`);

    const commands = commandsOn(page);
    expect(commands).not.toEqual([]);
    for (const command of commands) {
      const { status, stderr } = shell(folder, `${orrery} ${command}`);
      expect({ command, status, stderr }).toMatchObject({ status: ENDS_WITH_1.test(command) ? 1 : 0 });
    }
  },
);

const shell = (cwd: string, command: string): { readonly status: number | null; readonly stderr: string } =>
  spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' });

const commandsOn = (page: string): readonly string[] =>
  readFileSync(join(PROJECT, page), 'utf8')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.startsWith(PREFIX))
    .map((line) => line.slice(PREFIX.length));
