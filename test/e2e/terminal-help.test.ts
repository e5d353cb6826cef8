import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orreryIn, orreryProcessIn } from './orrery.ts';
import { PROJECT, sampleWorkspace } from './sample-workspace.ts';

/** These commands are about runs that differ or do not pass, that were not cut off, or that no model played. */
const ENDS_WITH_1 = /^compare|^judge --all|hasty\.json|^resume|--request /;

/** These serve until their client goes; terminal-mcp.test.ts has clients. */
const SERVES = /^mcp/;

/** One that runs scenario code, beside another process, and one that does not. */
const IN_A_PROCESS = ['run', 'runs'];

/** The sweep of the sample workspace, of three seeds. All ten are run by the commands of docs/sweeps.md. */
const SWEEP = 'sweeps/invoice-agents.json';
const sampleSweep = readFileSync(join(PROJECT, 'resources/sample-workspace', SWEEP), 'utf8');
const shortSweep = JSON.stringify({ ...(JSON.parse(sampleSweep) as object), seeds: '0..2' });

it(
  'shows examples that work, one after the other, the first of some commands in a process of its own',
  { timeout: 180_000 },
  async () => {
    const folder = sampleWorkspace({ [SWEEP]: shortSweep });

    const commands = await commandsIn(folder);
    const examples = await Promise.all(commands.map((command) => examplesOf(folder, command)));
    expect(commands).toEqual(expect.arrayContaining(['run', 'demo']));
    expect(examples).not.toContainEqual([]);
    for (const [at, ofCommand] of examples.entries())
      for (const [nth, example] of ofCommand.entries()) {
        if (SERVES.test(example)) continue;
        const runIn = nth === 0 && IN_A_PROCESS.includes(commands[at]!) ? orreryProcessIn : orreryIn;
        const { code, stderr } = await runIn(folder, words(example));
        expect({ example, code, stderr }).toMatchObject({ code: ENDS_WITH_1.test(example) ? 1 : 0 });
      }
  },
);

async function commandsIn(folder: string): Promise<readonly string[]> {
  const { stdout } = await orreryIn(folder, ['--help']);
  return Array.from(stdout.matchAll(/^ {2}(?!help)([a-z]+) (?:[[<]| )/gm), ([, name]) => name!);
}

async function examplesOf(folder: string, command: string): Promise<readonly string[]> {
  const { stdout } = await orreryIn(folder, [command, '--help']);
  return Array.from(stdout.matchAll(/^ {2}orrery (.+)$/gm), ([, example]) => example!);
}

/** The words of a command as a shell takes them. */
const words = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
