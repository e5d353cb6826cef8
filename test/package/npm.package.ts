import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newerNode } from '../../scripts/test/newer-nodes.mjs';
import { commandsOn, wordsOf } from '../e2e/page-commands.ts';
import { connectClient } from '../mcp-client.ts';

const PROJECT = join(import.meta.dirname, '../..');

const installed = mkdtempSync(join(tmpdir(), 'orrery-npm-'));

/** What a person has who ran `npm install` with the package that `npm pack` makes. */
beforeAll(() => {
  const [{ filename }] = JSON.parse(
    npm(PROJECT, 'pack', '--ignore-scripts', '--json', '--pack-destination', installed),
  ) as [{ readonly filename: string }];
  writeFileSync(join(installed, 'package.json'), '{ "private": true }');
  npm(installed, 'install', '--no-audit', '--no-fund', `./${filename}`);
});

afterAll(() => {
  rmSync(installed, { recursive: true });
});

const npm = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The Node that runs these tests, and newer ones. */
const NODES = {
  [process.versions.node]: () => Promise.resolve(process.execPath),
  '22.23.5': () => newerNode('22.23.5'),
  '24.21.0': () => newerNode('24.21.0'),
};

it.each(Object.entries(NODES))(
  'npx runs the commands of the README, a sweep and the server of recordings under Node %s',
  async (version, find) => {
    const node = (await find())!;
    const folder = mkdtempSync(join(installed, `${version}-`));
    const sample = 'resources/sample-workspace';
    cpSync(join(installed, 'node_modules/orrery', sample), join(folder, sample), { recursive: true });
    const options = {
      cwd: folder,
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH']}` },
      encoding: 'utf8',
    } as const;
    const program = join(installed, 'node_modules/.bin/orrery');

    const commands = [
      ...commandsOn('README.md'),
      `run ${sample}/scenarios/table-for-some.ts --variant all --seeds 1..2 --db sweep.db`,
    ];
    for (const command of commands) {
      const { status, stderr } = spawnSync(program, wordsOf(folder, command), options);
      expect({ command, status, stderr }).toMatchObject({ status: command.startsWith('compare') ? 1 : 0 });
    }

    const server = spawn(program, ['mcp', '--recordings', '--db', 'runs.db'], options);
    const client = await connectClient(server.stdin, server.stdout);
    expect((await client.call('list_runs')).content[0]!.text).toContain('invoice-by-noon');
    await client.close();
    server.kill();
  },
);
