import { describe, expect, it } from 'vitest';
import { fromRecorded } from '../../../../engine/apps/catalogue.ts';
import type { Json } from '../../../../engine/model/values/json.ts';
import { AppUnderTest } from '../app-under-test.ts';

const root = (children: Json): Json => ({ files: { name: '', type: 'directory', children }, tmpdir: '/box' });

const file = (name: string): Json => ({ name, type: 'file' });

const nested = (levels: number): Json =>
  levels === 0 ? [] : [{ name: 'x', type: 'directory', children: nested(levels - 1) }];

describe('recorded files', () => {
  it('have no content, and reading a file says so', () => {
    const app = new AppUnderTest(fromRecorded('Files', root([file('llama.jpg'), file('a.txt')]))!);

    expect(app.ask('ls')).toEqual(['/a.txt', '/llama.jpg']);
    expect(app.ask('info', { path: 'llama.jpg' })).toMatchObject({ size: null, mtime: null });
    expect(app.refusal('cat', { path: 'llama.jpg' })).toBe(
      'FileNotFoundError: The recording does not have the content of "/llama.jpg".',
    );
    expect(app.refusal('read_document', { file_path: 'a.txt' })).toContain('does not have the content');
  });

  it('keep their position in the folder when they are written', () => {
    const app = new AppUnderTest(fromRecorded('Files', root([file('b'), file('a')]))!);

    app.ask('open', { path: 'b', mode: 'w' });

    expect(app.state).toMatchObject({ files: { children: [{ name: 'b', text: '' }, { name: 'a' }] } });
  });

  it.each<[string, Json]>([
    ['SandboxLocalFileSystem.files: ', {}],
    ['SandboxLocalFileSystem.files.children[0].name: ".." is not the name of a file.', root([file('..')])],
    ['SandboxLocalFileSystem.files.children[0].name: "a/b" is not the name of a file.', root([file('a/b')])],
    ['SandboxLocalFileSystem.files.children: Two entries have the same name.', root([file('a'), file('a')])],
    [
      'SandboxLocalFileSystem.files.children[0].base64: "?" is not base64.',
      root([{ name: 'a', type: 'file', base64: '?' }]),
    ],
    ['SandboxLocalFileSystem: The path has 65 levels; at most 64 are allowed.', root(nested(65))],
  ])('are refused with the message %s', (message, state) => {
    expect(() => fromRecorded('SandboxLocalFileSystem', state)).toThrow(message);
  });
});
