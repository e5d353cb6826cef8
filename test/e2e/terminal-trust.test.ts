import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { foreignRun } from './foreign-run.ts';
import { type Answer, jsonOf, orreryIn } from './orrery.ts';
import { PROJECT } from './sample-workspace.ts';

const DB = ['--db', 'runs.db'];
const FOREIGN = 'The code of scenarios/hot-greenhouse.ts of r1 came from elsewhere and never ran here.';

/** Runs the command line in a terminal of its own, in which a person types `answer`. */
async function inTerminal(folder: string, args: readonly string[], answer: string): Promise<Answer> {
  const command = [process.execPath, join(PROJECT, 'out/main/cli.js'), ...args].join(' ');
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: folder,
  });
  const output: string[] = [];
  terminal.stdout.setEncoding('utf8').on('data', (shown: string) => {
    output.push(shown);
    if (shown.includes('[y/N]')) terminal.stdin.write(`${answer}\n`);
  });
  const [stderr, code] = await Promise.all([
    text(terminal.stderr),
    once(terminal, 'close').then(([status]) => status as number | null),
  ]);
  return { code, stdout: output.join(''), stderr };
}

describe('a run that somebody else recorded', () => {
  it('is looked at without a question, and run by no command where nobody can be asked, but with --trust, and then by all', async () => {
    const { folder } = await foreignRun();
    for (const args of [
      ['log', 'r1'],
      ['state', 'r1'],
      ['transcript', 'r1'],
      ['compare', 'r1', 'r1'],
      ['probe', 'r1', 'apps.greenhouse.celsius'],
      ['report', 'r1', '--out', 'r1.html'],
      ['export', 'r1', '--format', 'orrery', '--out', 'r1.orrery'],
    ])
      expect(await orreryIn(folder, [...args, ...DB]), args[0]).toMatchObject({ code: 0 });

    const commands = [
      ['verify', 'r1'],
      ['judge', 'r1'],
      ['judge', '--all'],
      ['branch', 'r1', '--at', '0'],
    ];

    for (const args of commands)
      expect(await orreryIn(folder, [...args, ...DB]), args.join(' ')).toMatchObject({
        code: 2,
        stdout: '',
        stderr: `${FOREIGN} Give --trust to run it.\n`,
      });
    expect(await jsonOf<unknown[]>(folder, ['runs', ...DB, '--json'])).toHaveLength(1);

    expect(await orreryIn(folder, ['verify', 'r1', ...DB, '--trust'])).toMatchObject({ code: 0, stderr: '' });
    // On a busy machine they also say how far they are.
    for (const args of commands)
      expect(await orreryIn(folder, [...args, ...DB]), args.join(' ')).toMatchObject({ code: 0 });
  });

  it.runIf(process.platform === 'linux')('is asked about on a terminal', async () => {
    const { folder } = await foreignRun();

    const declined = await inTerminal(folder, ['verify', 'r1', ...DB], 'n');
    expect(declined.stdout).toContain(`${FOREIGN} Run it? [y/N]`);
    expect(declined.code).toBe(2);

    const allowed = await inTerminal(folder, ['verify', 'r1', ...DB], 'y');
    expect(allowed.stdout).toContain('entries identical');
    expect(allowed.code).toBe(0);
    expect((await inTerminal(folder, ['verify', 'r1', ...DB], 'n')).stdout).not.toContain('Run it?');
  });
});
