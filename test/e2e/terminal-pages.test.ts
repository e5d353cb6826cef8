import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orreryIn } from './orrery.ts';
import { PROJECT } from './sample-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SAMPLE = 'resources/sample-workspace';
const PREFIX = 'npm run -s orrery -- ';

/** These commands are about runs that differ or do not pass. */
const ENDS_WITH_1 = /^compare|^judge|hasty\.json/;

it.each(['README.md', 'docs/terminal.md', 'docs/agents.md', 'docs/portable-file.md', 'docs/sweeps.md'])(
  '%s shows commands that work, one after the other',
  { timeout: 180_000 },
  async (page) => {
    const folder = temporaryFolder();
    cpSync(join(PROJECT, SAMPLE), join(folder, SAMPLE), { recursive: true });
    // Readers of this page already have this run in their database.
    if (page.includes('portable'))
      await orreryIn(folder, ['run', `${SAMPLE}/scenarios/hot-greenhouse.ts`, '--db', 'runs.db']);

    const commands = commandsOn(page);
    expect(commands).not.toEqual([]);
    for (const command of commands) {
      const { code, stderr } = await orreryIn(folder, words(folder, command));
      expect({ command, code, stderr }).toMatchObject({ code: ENDS_WITH_1.test(command) ? 1 : 0 });
    }
  },
);

/** The words of `command` as a shell takes them, which expands `*` and leaves out comments. */
function words(folder: string, command: string): readonly string[] {
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${command}`], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

const commandsOn = (page: string): readonly string[] =>
  readFileSync(join(PROJECT, page), 'utf8')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.startsWith(PREFIX))
    .map((line) => line.slice(PREFIX.length));
