import { describe, expect, it } from 'vitest';
import { NOW } from '../app-under-test.ts';
import { sandboxFiles, fileSystems, treeOf } from './file-systems.ts';

describe.each(Object.entries(fileSystems))('changing the files of %s', (className, app) => {
  it('creates a folder with its parent folders', () => {
    const files = app();

    expect(files.ask('mkdir', { path: '/Music/Jazz/1959' })).toBeNull();

    expect(files.ask('info', { path: 'Music/Jazz/1959' })).toMatchObject({ type: 'directory', created: NOW });
  });

  it('moves into a folder, to a new name and over a file', () => {
    const files = app();

    files.ask('mv', { path1: 'llama.png', path2: 'Music' });
    files.ask('mv', { path1: 'Documents/2025', path2: 'Music/before' });
    files.ask('mv', { path1: 'Documents/plan.txt', path2: 'Music/before/old.md' });
    files.ask('mv', { path1: 'Music', path2: '/Music/' });

    expect(treeOf(files)).toBe(
      [
        '├── Documents',
        '├── Downloads',
        '└── Music',
        '    ├── before',
        '        └── old.md',
        '    └── llama.png',
      ].join('\n'),
    );
    expect(files.ask('cat', { path: 'Music/before/old.md' })).toBe('Soup at noon');
    expect(files.ask('info', { path: 'Music/before/old.md' })).toMatchObject({ mtime: NOW - 21 * 3600 });
  });

  it('removes a file, and a folder with its contents', () => {
    const files = app();

    files.ask('rm', { path: 'llama.png' });
    files.ask('rm', { path: 'Documents', recursive: true });

    expect(files.ask('ls')).toEqual(['/Downloads', '/Music']);
  });

  it('opens a file for reading without a change', () => {
    const { outcome, changes } = app().call('open', { path: 'llama.png' });

    expect(outcome).toEqual({ status: 'done', value: '<file "/llama.png", mode "rb">' });
    expect(changes).toEqual([]);
  });

  it.each([
    ['w', 'Documents/plan.txt', ''],
    ['w+', 'Documents/new.txt', ''],
    ['ab', 'Documents/plan.txt', 'Soup at noon'],
    ['a', 'Documents/new.txt', ''],
    ['xt', 'Documents/new.txt', ''],
    ['rb+', 'Documents/plan.txt', 'Soup at noon'],
  ])('opens a file in mode %s: %s has the expected content', (mode, path, content) => {
    const files = app();

    files.ask('open', { path, mode });

    expect(files.ask('cat', { path })).toBe(content);
  });

  it.each([
    ['mkdir', { path: 'Music' }, 'FileExistsError: "/Music" already exists.'],
    ['mkdir', { path: 'llama.png/x' }, 'NotADirectoryError: "/llama.png" is a file, not a folder.'],
    ['mkdir', { path: 'x/'.repeat(65) }, 'OSError: The path has 65 levels; at most 64 are allowed.'],
    ['mv', { path1: 'soup', path2: 'Music' }, 'FileNotFoundError: There is nothing at "/soup".'],
    ['mv', { path1: 'llama.png', path2: 'x/y' }, 'FileNotFoundError: There is nothing at "/x".'],
    ['mv', { path1: 'Music', path2: 'llama.png' }, 'FileExistsError: "/llama.png" already exists.'],
    ['mv', { path1: '/', path2: 'Music' }, 'shutil.Error: "/" cannot move into "Music", which is inside it.'],
    [
      'mv',
      { path1: 'Documents', path2: 'Documents/2025' },
      'shutil.Error: "Documents" cannot move into "Documents/2025", which is inside it.',
    ],
    [
      'mv',
      { path1: 'llama.png', path2: '../llama.png' },
      'PermissionError: The path "../llama.png" leads out of the root.',
    ],
    ['rm', { path: 'Music' }, 'ValueError: "/Music" is a folder. To remove it, set recursive to true.'],
    ['rm', { path: 'soup' }, 'FileNotFoundError: There is nothing at "/soup".'],
    ['rm', { path: '/', recursive: true }, 'OSError: The root cannot be moved or removed.'],
    ['open', { path: 'soup' }, 'FileNotFoundError: There is nothing at "/soup".'],
    ['open', { path: 'Music', mode: 'w' }, 'IsADirectoryError: "/Music" is a folder, not a file.'],
    ['open', { path: 'x/soup', mode: 'w' }, 'FileNotFoundError: There is nothing at "/x".'],
    ['open', { path: 'llama.png', mode: 'x' }, 'FileExistsError: "/llama.png" already exists.'],
    [
      'open',
      { path: 'llama.png', mode: 'rw' },
      'ValueError: mode must be a mode such as "rb", "w" or "a", not "rw".',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(app().refusal(tool, args)).toBe(refusal);
  });

  it('creates missing parent folders of the target of a move', () => {
    const files = app();
    files.ask('mv', { path1: 'Music', path2: 'Old/2025/Music' });

    expect(files.ask('exists', { path: '/Old/2025/Music' })).toBe(true);
    expect(files.ask('exists', { path: '/Music' })).toBe(false);
  });

  it('creates a file for a path that ends with a slash when nothing exists there', () => {
    const files = app();
    files.ask('open', { path: 'notes/', mode: 'w' });

    expect(files.ask('info', { path: 'notes' })).toMatchObject({ type: 'file' });
    expect(files.refusal('open', { path: 'notes/x', mode: 'r' })).toBe(
      'NotADirectoryError: "/notes" is a file, not a folder.',
    );
    expect(files.refusal('open', { path: 'Music/', mode: 'x' })).toBe(
      'FileExistsError: "/Music" already exists.',
    );
  });

  it('refuses to move a folder to a name that already exists', () => {
    const files = app();
    files.ask('mkdir', { path: 'Music/Downloads' });

    expect(files.refusal('mv', { path1: 'Downloads', path2: 'Music' })).toBe(
      'shutil.Error: "/Music/Downloads" already exists.',
    );
  });

  it('refuses to move a folder deeper than 64 levels', () => {
    const files = app();
    const deep = 'x/'.repeat(40);
    files.ask('mkdir', { path: deep });
    files.ask('mkdir', { path: `Music/${deep}` });

    expect(files.refusal('mv', { path1: 'x', path2: `Music/${deep}` })).toBe(
      'OSError: The path has 81 levels; at most 64 are allowed.',
    );
  });

  it('refuses to create parent folders when the option is off', () => {
    const parents = className === 'VirtualFileSystem' ? 'create_recursive' : 'create_parents';

    expect(app().refusal('mkdir', { path: 'x/y', [parents]: false })).toBe(
      'FileNotFoundError: There is nothing at "/x".',
    );
    expect(app().ask('mkdir', { path: 'x', [parents]: false })).toBeNull();
  });
});

describe('makedirs', () => {
  it('accepts an existing folder only with exist_ok', () => {
    const files = sandboxFiles();

    files.ask('makedirs', { path: 'x/y' });

    expect(files.ask('exists', { path: 'x/y' })).toBe(true);
    expect(files.refusal('makedirs', { path: 'x/y' })).toBe('FileExistsError: "/x/y" already exists.');
    expect(files.ask('makedirs', { path: 'x/y', exist_ok: true })).toBeNull();
    expect(files.refusal('makedirs', { path: 'llama.png', exist_ok: true })).toBe(
      'FileExistsError: "/llama.png" already exists.',
    );
  });
});

describe('open', () => {
  it('refuses compression', () => {
    expect(sandboxFiles().refusal('open', { path: 'llama.png', compression: 'gzip' })).toBe(
      'ValueError: compression must be None, not "gzip".',
    );
  });
});

describe('rmdir', () => {
  it('removes only an empty folder', () => {
    const files = fileSystems['VirtualFileSystem']!();

    expect(files.ask('rmdir', { path: 'Music' })).toBeNull();

    expect(files.ask('exists', { path: 'Music' })).toBe(false);
    expect(files.refusal('rmdir', { path: 'Documents' })).toBe(
      'OSError: "/Documents" is not empty: it has 2 entries.',
    );
    expect(files.refusal('rmdir', { path: 'llama.png' })).toBe(
      'NotADirectoryError: "/llama.png" is a file, not a folder.',
    );
  });
});
