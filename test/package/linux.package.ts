import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PackagedWindow } from './window.ts';

/** Made by `npm run package`. */
const PACKAGES = join(import.meta.dirname, '../../out/packages');
const DEB = join(
  PACKAGES,
  readdirSync(PACKAGES).find((name) => name.endsWith('.deb'))!,
);
const USER = 'orrery-test';
const HOME = `/home/${USER}`;
const PLACE = '/opt/orrery';

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A command of the ordinary user, in their home. */
const asUser = (...command: readonly string[]): readonly string[] => [
  ...['runuser', '--login', USER, '--command', command.map((part) => `'${part}'`).join(' ')],
];

const marks = mkdtempSync(join(tmpdir(), 'orrery-package-'));

beforeAll(() => {
  if (process.getuid?.() !== 0) throw new Error('Only root can install a package. Run this as root.');
  if (existsSync(HOME)) run('userdel', '--remove', USER);
  run('useradd', '--create-home', '--shell', '/bin/sh', USER);
  run('dpkg', '--install', DEB);
});

afterAll(() => {
  run('dpkg', '--purge', 'orrery');
  run('userdel', '--remove', USER);
  rmSync(marks, { recursive: true });
  expect(existsSync(PLACE)).toBe(false);
});

it('a deb has the licences of all packages, a list of them, and its fuses set', async () => {
  const sbom = JSON.parse(readFileSync(join(PLACE, 'sbom.cdx.json'), 'utf8')) as {
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  const texts = readFileSync(join(PLACE, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
  const names = sbom.components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['Electron', 'SQLite', 'better-sqlite3', 'react', 'monaco-editor', 'd3-scale']),
  );
  // The stores of queues, which are loaded on demand.
  expect(names).toEqual(expect.arrayContaining(['bullmq', 'ioredis', 'pg']));
  expect(names).not.toContain('vitest');
  expect(sbom.components.filter(({ name, version }) => !texts.includes(`\n${name} ${version}`))).toEqual([]);

  // As characters in the program's file.
  const fuses = await getCurrentFuseWire(join(PLACE, 'program/orrery'));
  const isOn = (fuse: FuseV1Options): boolean => String.fromCharCode(fuses[fuse]!) === '1';
  expect(isOn(FuseV1Options.RunAsNode)).toBe(true);
  expect(isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false);
  expect(isOn(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false);
});

it('the command of a package runs scenarios and sweeps, for an ordinary user and without Node', () => {
  const [command, ...args] = asUser('env', 'PATH=/usr/bin:/bin', 'orrery', 'demo');
  const demo = spawnSync(command!, args, { encoding: 'utf8' });
  expect(demo.stderr).toBe('');
  expect(demo.status).toBe(0);

  const scenario = `${PLACE}/program/resources/app/resources/sample-workspace/scenarios/table-for-some.ts`;
  const [again, ...sweep] = asUser('orrery', 'run', scenario, '--variant', 'all', '--seeds', '1..2');
  expect(run(again!, ...sweep)).toContain('8 passed');
});

it('a packaged window opens the sample, runs, replays and quits, and stays in its own folders', async () => {
  const before = join(marks, 'before');
  const trace = join(HOME, 'calls');
  writeFileSync(before, '');
  const strace = ['strace', '-f', '-qq', '-e', 'trace=connect,bind,listen,sendto', '-o', trace];
  const env = ['env', `HOME=${HOME}`, `USER=${USER}`, 'XDG_CACHE_HOME='];
  const display = ['xvfb-run', '--auto-servernum'];
  const program = ['orrery-window', '--disable-gpu'];
  const window = new PackagedWindow(
    'runuser',
    ['-u', USER, '--', ...env, ...display, ...strace, ...program],
    HOME,
  );
  await window.opened();
  const scenario = 'document.querySelector(\'[aria-label="Scenarios"]\')';
  await window.click(
    `[...${scenario}?.querySelectorAll('button') ?? []].find(({ textContent }) => textContent === 'invoice-by-noon.ts')`,
  );
  await expect
    .poll(() => window.value("document.querySelector('.monaco-editor .view-line') !== null"))
    .toBe(true);
  await window.click(
    "[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Run')",
  );
  const status = 'document.querySelector(\'[aria-label="Status"]\').innerText';
  await expect.poll(() => window.value(status)).toContain('Passed');
  const playhead = 'document.querySelector(\'[aria-label="Playhead"]\')';
  await window.value(`${playhead}.focus()`);
  await window.press('Home');
  await window.press('ArrowRight');
  await expect.poll(() => window.value(`${playhead}.getAttribute('aria-valuenow')`)).toBe('0');
  expect(await window.quit()).toBe(0);

  const written = run('find', '/', '-xdev', '-newer', before, '-user', USER, '-type', 'f');
  // GTK keeps a note of its own.
  const own = [`${HOME}/.config/Orrery/`, `${HOME}/.cache/orrery/`, `${HOME}/.cache/dconf/`];
  expect(written).toContain(`${own[0]}Sample workspace/`);
  expect(
    written
      .split('\n')
      .filter((file) => file !== '' && file !== trace && !own.some((folder) => file.startsWith(folder))),
  ).toEqual([]);
  const calls = readFileSync(trace, 'utf8');
  expect(calls).toContain('AF_UNIX');
  expect(calls.match(/AF_INET6?/g)).toBeNull();
});
