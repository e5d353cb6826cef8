import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tries } from '../tries.ts';
import {
  CANARY,
  compileAttacks,
  type CompileAttack,
  type Outside,
  OUTSIDE_FILES,
} from './suite/compile-attacks.ts';
import { openWorkspace } from './suite/open-workspaces.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** A folder for a test, with the folder that nothing may open. */
function testFolder(): { readonly root: string; readonly outside: Outside } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-')));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  writeFiles(join(root, 'outside'), OUTSIDE_FILES);
  return { root, outside: { absolute: join(root, 'outside'), relative: '../../outside' } };
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function writeAttack(folder: string, { files, links = {} }: CompileAttack): string {
  mkdirSync(join(folder, 'scenarios'), { recursive: true });
  writeFiles(folder, files);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  return folder;
}

const NAMES = [...compileAttacks({ absolute: '', relative: '' }).keys()];

/** `count` of all attacks: of each kind, and in each place. */
const some = (count: number): readonly string[] =>
  Array.from({ length: Math.min(count, NAMES.length) }, (_, nth) => NAMES[(nth * STEP) % NAMES.length]!);

/** Has no divisor in common with the number of attacks, so that each is met once. */
const STEP = 7;

describe('opening, checking and compiling a workspace', () => {
  it.each(some(tries(NAMES.length, 10)))('shows nothing from outside of it: %s', async (name) => {
    const { root, outside } = testFolder();
    const folder = writeAttack(join(root, 'workspace'), compileAttacks(outside).get(name)!);

    const { said, code } = await openWorkspace(folder);

    expect(said.join('\n') + code).not.toContain(CANARY);
    expect(said.join('\n')).not.toContain('root:x:0');
  });

  it('finds an error at its place whatever comments say of other places', async () => {
    const { root, outside } = testFolder();
    const comments = [...compileAttacks(outside)].filter(([name]) =>
      /^(?:a|two) (?:source map|name)/.test(name),
    );

    const step = Math.ceil(comments.length / tries(comments.length, 8));
    for (const [nth, [name, { files }]] of comments.filter((_, at) => at % step === 0).entries()) {
      const [path, text] = Object.entries(files).at(-1)!;
      const folder = writeAttack(join(root, String(nth)), {
        files: { ...files, [path]: `${text}\nlet twice = 1;\nlet twice = 2;\n` },
      });
      const line = text.split('\n').length + 2;
      expect((await openWorkspace(folder)).said.at(-1), name).toMatch(
        // Both the one that an HTML comment hides from a part of the code, and the one that is declared twice.
        new RegExp(`"file":"${path}","line":(?:${line}|[12]),`),
      );
    }
  });

  const strace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']);
  const reason =
    strace.error === undefined && strace.status === 0 ? '' : ' (skipped: strace cannot run here)';

  it.skipIf(reason !== '')(`opens no file outside of it${reason}`, async () => {
    const { root, outside } = testFolder();
    const attacks = compileAttacks(outside);
    const program = join(PROJECT, `out/test/open-workspaces-${randomUUID()}.js`);
    onTestFinished(() => {
      rmSync(program);
    });
    await build({
      entryPoints: [join(import.meta.dirname, 'suite/open-workspaces.ts')],
      outfile: program,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
    });
    const opened = (name: string, folders: readonly string[]): ReadonlySet<string> => {
      const [list, log] = [join(root, `${name}.json`), join(root, `${name}.log`)];
      writeFileSync(list, JSON.stringify(folders));
      execFileSync(
        'strace',
        [
          '-f',
          '-qq',
          '-s',
          '4096',
          '-e',
          'trace=open,openat,openat2',
          '-o',
          log,
          process.execPath,
          program,
          list,
        ],
        { env: { ...process.env, ORRERY_CACHE: join(root, 'cache') } },
      );
      const calls = readFileSync(log, 'utf8').matchAll(
        / open(?:at2?)?\((?<folder>[^",]+, )?"(?<path>[^"]*)"/g,
      );
      return new Set(Array.from(calls, ({ groups }) => groups!['path']!));
    };
    const harmless = {
      files: {
        'scenarios/first.ts': "import './second.js';\nexport const x: string = 1;",
        'scenarios/second.js': '',
      },
    };
    const usual = opened('usual', [
      writeAttack(join(root, 'usual'), harmless),
      writeAttack(join(root, 'wrong'), { files: { 'scenarios/first.ts': 'let x = 1; let x = 2;' } }),
    ]);

    const folders = some(tries(100, 10)).map((name, nth) =>
      writeAttack(join(root, `ws/${nth}`), attacks.get(name)!),
    );
    const elsewhere = [...opened('hostile', folders)].filter(
      (path) =>
        !usual.has(path) &&
        // Node and its memory sometimes ask the kernel about the machine.
        !/^\/(?:proc\/)?sys\//.test(path) &&
        !folders.some((folder) => path.startsWith(`${folder}/`)) &&
        !path.startsWith(`${PROJECT}/`),
    );

    expect(usual.size).toBeGreaterThan(10);
    expect(elsewhere).toEqual([join(root, 'hostile.json')]);
  });
});
