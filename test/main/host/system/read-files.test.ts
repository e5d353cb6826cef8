import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBytes, readText, readTextNow } from '../../../../main/host/system/read-files.ts';
import { writeAtomically } from '../../../../main/host/system/write-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

interface Kitchen {
  /** The folder that files must be in. */
  readonly within: string;
  readonly outside: string;
}

function kitchen(): Kitchen {
  const root = temporaryFolder({ 'kitchen/pots/soup.txt': 'leeks', 'outside/secret.txt': 'secret' });
  return { within: join(root, 'kitchen'), outside: join(root, 'outside') };
}

const pipe = (path: string): void => void execFileSync('mkfifo', [path]);

async function socket(path: string): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
}

/** What a stranger may put in the place of a file, how it is named in a message, and whether reading says so. */
const kinds: readonly (readonly [
  what: string,
  put: (path: string, kitchen: Kitchen) => void | Promise<void>,
  read: string,
  written: string,
])[] = [
  ['a pipe', pipe, 'is a pipe, not a file', 'is a pipe, not a file'],
  ['a socket', socket, 'is a socket, not a file', 'is a socket, not a file'],
  [
    'a folder',
    (path) => {
      mkdirSync(path);
    },
    'is a folder, not a file',
    'is a folder, not a file',
  ],
  [
    'a link to a device',
    (path) => {
      symlinkSync('/dev/zero', path);
    },
    'leads out',
    'leads out',
  ],
  [
    'a link to a file outside',
    (path, { outside }) => {
      symlinkSync(join(outside, 'secret.txt'), path);
    },
    'leads out',
    'leads out',
  ],
  [
    'a relative link to a file outside',
    (path) => {
      symlinkSync('../../outside/secret.txt', path);
    },
    'leads out',
    'leads out',
  ],
  [
    'a link to a link to a file outside',
    (path, { within, outside }) => {
      symlinkSync(outside, join(within, 'step'));
      symlinkSync('../step/secret.txt', path);
    },
    'leads out',
    'leads out',
  ],
  [
    'a link to a folder outside',
    (path, { outside }) => {
      symlinkSync(outside, path);
    },
    'leads out',
    'leads out',
  ],
  [
    'a link to a pipe inside',
    (path, { within }) => {
      pipe(join(within, 'pipe'));
      symlinkSync('../pipe', path);
    },
    'is a pipe',
    'is a pipe',
  ],
  [
    'a link to itself',
    (path) => {
      symlinkSync(path, path);
    },
    'ELOOP',
    'leads out',
  ],
  [
    'a link to nothing',
    (path, { outside }) => {
      symlinkSync(join(outside, 'new.txt'), path);
    },
    'ENOENT',
    'leads out',
  ],
];

describe.each(kinds)('%s', (_what, put, read, written) => {
  it('is not read', async () => {
    const place = kitchen();
    const file = join(place.within, 'pots/stew.txt');
    await put(file, place);
    const readable = { most: 1_000, within: place.within };

    await expect(readText(file, readable)).rejects.toThrow(read);
    await expect(readBytes(file, readable)).rejects.toThrow(read);
    expect(() => readTextNow(file, readable)).toThrow(read);
  });

  it('is neither replaced nor written through', async () => {
    const place = kitchen();
    const file = join(place.within, 'pots/stew.txt');
    await put(file, place);
    const before = readdirSync(join(place.within, 'pots'));

    await expect(writeAtomically(file, 'onions', { within: place.within })).rejects.toThrow(written);

    expect(readdirSync(join(place.within, 'pots'))).toEqual(before);
    expect(readdirSync(place.outside)).toEqual(['secret.txt']);
    expect(readFileSync(join(place.outside, 'secret.txt'), 'utf8')).toBe('secret');
  });
});

describe('a folder that is a link out', () => {
  it.each(['secret.txt', 'new.txt', 'new/one.txt'])('keeps %s from being read or written', async (name) => {
    const { within, outside } = kitchen();
    symlinkSync(outside, join(within, 'away'));
    const file = join(within, 'away', name);

    await expect(readText(file, { most: 1_000, within })).rejects.toThrow(/leads out|ENOENT/);
    await expect(writeAtomically(file, 'onions', { within })).rejects.toThrow('leads out of the folder');

    expect(readdirSync(outside)).toEqual(['secret.txt']);
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });

  it('is not followed where it appears while the file is read or written', async () => {
    for (let ticks = 0; ticks < 12; ticks++) {
      const { within, outside } = kitchen();
      writeFileSync(join(outside, 'soup.txt'), 'secret');
      const file = join(within, 'pots/soup.txt');
      const attempts = [
        readText(file, { most: 1_000, within }),
        writeAtomically(file, 'onions', { within }).then(() => 'onions'),
      ];
      const settled = Promise.allSettled(attempts);
      for (let tick = 0; tick < ticks; tick++) await setImmediate();
      renameSync(join(within, 'pots'), join(within, 'old'));
      symlinkSync(outside, join(within, 'pots'));

      for (const result of await settled)
        expect(['leeks', 'onions', undefined]).toContain('value' in result ? result.value : undefined);
      expect(readFileSync(join(outside, 'soup.txt'), 'utf8')).toBe('secret');
    }
  });
});

describe('a file of the folder', () => {
  it('is read through a link inside, and written where the link leads', async () => {
    const { within } = kitchen();
    symlinkSync('soup.txt', join(within, 'pots/also.txt'));
    const file = join(within, 'pots/also.txt');

    expect(await readText(file, { most: 5, within })).toBe('leeks');
    await writeAtomically(file, 'onions', { within });

    expect(readTextNow(join(within, 'pots/soup.txt'), { most: 6, within })).toBe('onions');
    expect(readdirSync(join(within, 'pots'))).toEqual(['also.txt', 'soup.txt']);
  });

  it('is refused when it is too large', async () => {
    const { within } = kitchen();
    const file = join(within, 'pots/soup.txt');

    await expect(readText(file, { most: 4, within })).rejects.toThrow(
      'soup.txt is too large: 1 MB, of 1 MB at most',
    );
    expect(() => readTextNow(file, { most: 4 })).toThrow('soup.txt is too large');
  });

  it('is replaced beside another name of it, which keeps the old text', async () => {
    const { within, outside } = kitchen();
    linkSync(join(outside, 'secret.txt'), join(within, 'pots/twin.txt'));

    await writeAtomically(join(within, 'pots/twin.txt'), 'onions', { within });

    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });

  it('is written with its folder, whatever has the name of the draft', async () => {
    const { within, outside } = kitchen();
    const traps = Array.from({ length: 400 }, (_, nth) =>
      join(within, `.new.txt.${process.pid}-${nth}.draft`),
    );
    for (const trap of traps) symlinkSync(join(outside, 'secret.txt'), trap);

    await writeAtomically(join(within, 'new.txt'), 'onions', { within });
    await writeAtomically(join(within, 'deep/er/new.txt'), 'onions', { within });

    expect(readFileSync(join(within, 'new.txt'), 'utf8')).toBe('onions');
    expect(readFileSync(join(within, 'deep/er/new.txt'), 'utf8')).toBe('onions');
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });
});
