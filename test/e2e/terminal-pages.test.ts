import { expect, it } from 'vitest';
import { orreryIn } from './orrery.ts';
import { commandsOn, copySampleFor, wordsOf } from './page-commands.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** These commands are about runs that differ or do not pass. */
const ENDS_WITH_1 = /^compare|^judge|hasty\.json/;

it.each(['README.md', 'docs/terminal.md', 'docs/agents.md', 'docs/portable-file.md', 'docs/sweeps.md'])(
  '%s shows commands that work, one after the other',
  { timeout: 180_000 },
  async (page) => {
    const folder = temporaryFolder();
    copySampleFor(folder);
    // Readers of this page already have this run in their database.
    if (page.includes('portable'))
      await orreryIn(folder, [
        'run',
        'resources/sample-workspace/scenarios/hot-greenhouse.ts',
        '--db',
        'runs.db',
      ]);

    const commands = commandsOn(page);
    expect(commands).not.toEqual([]);
    for (const command of commands) {
      const { code, stderr } = await orreryIn(folder, wordsOf(folder, command));
      expect({ command, code, stderr }).toMatchObject({ code: ENDS_WITH_1.test(command) ? 1 : 0 });
    }
  },
);
