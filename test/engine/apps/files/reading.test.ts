import { describe, expect, it } from 'vitest';
import { fileSystem } from '../../../../engine/apps/files/files.ts';
import { AppUnderTest, NOW } from '../app-under-test.ts';
import { sandboxFiles, fileSystems, PNG } from './file-systems.ts';

describe.each(Object.entries(fileSystems))('reading the files of %s', (_class, app) => {
  it('lists files by name with full paths', () => {
    expect(app().ask('ls')).toEqual(['/Documents', '/Downloads', '/Music', '/llama.png']);
    expect(app().ask('ls', { path: 'Documents' })).toEqual(['/Documents/2025', '/Documents/plan.txt']);
    expect(app().ask('ls', { path: '/llama.png' })).toEqual(['/llama.png']);
  });

  it('lists sizes and times with detail: true', () => {
    expect(app().ask('ls', { path: '/Documents', detail: true })).toEqual([
      { name: '/Documents/2025', size: 0, type: 'directory', created: null, mtime: null, islink: false },
      {
        name: '/Documents/plan.txt',
        size: 12,
        type: 'file',
        created: NOW - 21 * 3600,
        mtime: NOW - 21 * 3600,
        islink: false,
      },
    ]);
  });

  it('returns whether a path exists', () => {
    const there = (path: string) => app().ask('exists', { path });

    expect(there('Documents/../llama.png')).toBe(true);
    expect(there('/')).toBe(true);
    expect(there('Documents/soup.txt')).toBe(false);
    expect(there('llama.png/x')).toBe(false);
    expect(there('~')).toBe(false);
  });

  it('returns the size of a binary file', () => {
    expect(app().ask('info', { path: 'llama.png' })).toMatchObject({ name: '/llama.png', size: 8 });
  });

  it('prints a tree', () => {
    expect(app().ask('tree')).toBe(
      [
        '.',
        '├── Documents',
        '    ├── 2025',
        '        └── old.md',
        '    └── plan.txt',
        '├── Downloads',
        '├── Music',
        '└── llama.png',
        '',
      ].join('\n'),
    );
    expect(app().ask('tree', { path: 'Documents/2025' })).toBe('2025\n└── old.md\n');
    expect(app().ask('tree', { path: '/' })).toMatch(/^\/\n├── Documents\n/);
    expect(app().ask('tree', { path: 'Music' })).toBe('Music\n');
    expect(app().ask('tree', { path: 'Documents/plan.txt' })).toBe('plan.txt\n└── plan.txt\n');
  });

  it('returns text files as text and binary files as base64', () => {
    expect(app().ask('cat', { path: 'Documents/plan.txt' })).toBe('Soup at noon');
    expect(app().ask('cat', { path: 'llama.png' })).toBe(PNG);
  });

  it.each([
    ['ls', 'soup', 'FileNotFoundError: There is nothing at "/soup".'],
    ['info', 'soup', 'FileNotFoundError: There is nothing at "/soup".'],
    ['tree', 'soup', 'FileNotFoundError: There is nothing at "/soup".'],
    ['cat', 'Music', 'IsADirectoryError: "/Music" is a folder, not a file.'],
    ['cat', 'soup', 'FileNotFoundError: There is nothing at "/soup".'],
    ['exists', '..', 'PermissionError: The path ".." leads out of the root.'],
    ['ls', '~/../../..', 'PermissionError: The path "~/../../.." leads out of the root.'],
  ])('%s refuses %s', (tool, path, refusal) => {
    expect(app().refusal(tool, { path })).toBe(refusal);
  });
});

describe('fileSystem()', () => {
  it.each(['~/notes.txt', '~notes.txt'])('places %s in the user’s home folder', (path) => {
    expect(fileSystem({ files: { [path]: 'Hi' } }).state).toEqual(
      fileSystem({ files: { 'home/userhome/notes.txt': 'Hi' } }).state,
    );
  });

  it.each([
    [{ 'a.txt': '', '/a.txt': '' }, 'Two entries have the path "/a.txt".'],
    [{ 'a.txt': '', 'a.txt/b': '' }, '"/a.txt" is a file, not a folder.'],
    [{ 'a/': '' }, '"a/" is the path of a folder, not of a file.'],
    [{ a: { base64: '?' } }, 'The content of "a" is not base64.'],
    [{ '../a': '' }, 'The path "../a" leads out of the root.'],
  ])('refuses %j', (files, refusal) => {
    expect(() => fileSystem({ files })).toThrow(refusal);
  });

  it('refuses to read a folder recursively', () => {
    const files = sandboxFiles();
    files.ask('mkdir', { path: 'Music/Live' });

    expect(files.refusal('cat', { path: 'Music', recursive: true })).toBe(
      'IsADirectoryError: "/Music" is a folder, not a file.',
    );
    expect(files.refusal('cat', { path: 'Music', recursive: true, on_error: 'omit' })).toBe(
      'TypeError: "Music" is a folder. Only one file can be read.',
    );
    expect(sandboxFiles().ask('cat', { path: 'llama.png', recursive: true, on_error: 'omit' })).toBe(PNG);
  });

  it('returns from display whether the file exists', () => {
    expect(sandboxFiles().ask('display', { path: 'llama.png' })).toBe(true);
    expect(sandboxFiles().ask('display', { path: '/' })).toBe(true);
    expect(sandboxFiles().ask('display', { path: 'soup' })).toBe(false);
    expect(sandboxFiles().refusal('display', { path: '../soup' })).toMatch(/^PermissionError: /);
  });
});

describe('read_document', () => {
  const ofLines = (count: number): string =>
    Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

  const read = (name: string, content: string, args = {}) =>
    new AppUnderTest(fileSystem({ files: { [name]: content } })).ask('read_document', {
      file_path: name,
      ...args,
    });

  it.each(['plan.txt', 'plan.md', 'plan.csv', 'plan.json', 'plan'])('returns the content of %s', (name) => {
    expect(read(name, '{"a": 1}\n')).toBe('{"a": 1}\n');
  });

  it('truncates after the requested number of lines, with a notice', () => {
    expect(read('a.txt', ofLines(21))).toBe(`${ofLines(20)}\n\n[Document truncated. Showing 20 of 21 lines]`);
    expect(read('a.txt', ofLines(20))).toBe(ofLines(20));
    expect(read('a.txt', ofLines(300), { max_lines: null })).toBe(ofLines(300));
    expect(read('a.txt', ofLines(300), { max_lines: 0 })).toBe(ofLines(300));
  });

  it('converts HTML to text, with the page title as a heading', () => {
    expect(read('a.html', '<title>Soup</title><p>At <b>noon</b>.')).toBe('# Soup\n\nAt noon.');
    expect(read('a.htm', '<p>Soup')).toBe('Soup');
  });

  it.each([
    ['llama.png', '"/llama.png" is not a text document.'],
    ['Music', '"/Music" is a folder, not a file.'],
    ['soup', 'There is nothing at "/soup".'],
  ])('refuses %s', (file_path, message) => {
    expect(sandboxFiles().refusal('read_document', { file_path })).toBe(`FileNotFoundError: ${message}`);
  });

  it('refuses a path outside the root', () => {
    expect(sandboxFiles().refusal('read_document', { file_path: '../x' })).toBe(
      'PermissionError: The path "../x" leads out of the root.',
    );
  });

  it('refuses an empty file and a PDF file that contains text', () => {
    const app = new AppUnderTest(fileSystem({ files: { 'a.txt': ' \n', 'a.pdf': '%PDF-1.4' } }));

    expect(app.refusal('read_document', { file_path: 'a.txt' })).toBe(
      'FileNotFoundError: "/a.txt" is empty.',
    );
    expect(app.refusal('read_document', { file_path: 'a.pdf' })).toBe(
      'FileNotFoundError: "/a.pdf" is not a text document.',
    );
  });
});
