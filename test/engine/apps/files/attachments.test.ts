import { describe, expect, it } from 'vitest';
import { readFile, writeFile } from '../../../../engine/apps/files/attachments.ts';
import { appName } from '../../../../engine/model/values/ids.ts';
import type { JsonObject } from '../../../../engine/model/values/json.ts';
import { seededRandom } from '../../../../engine/model/values/random.ts';
import { parseInstant, toSeconds } from '../../../../engine/model/values/time.ts';
import { app, type FileState } from '../../../../engine/world/app.ts';
import { str } from '../../../../engine/world/arguments.ts';
import { refuse, toolOf } from '../../../../engine/world/tool.ts';
import { World } from '../../../../engine/world/world.ts';
import { NOW } from '../app-under-test.ts';

const PNG = 'iVBORw0KGgo=';
const HELLO = 'SGVsbG8=';

const cupboard = app({
  class: 'Cupboard',
  keeps: 'files',
  initial: ({ text }: { text: string }): FileState => ({
    files: {
      name: '',
      type: 'directory',
      children: [
        { name: 'note.txt', type: 'file', text },
        { name: 'llama.jpg', type: 'file' },
        { name: 'attic', type: 'directory', children: [] },
      ],
    },
    tmpdir: '',
  }),
  tools: {},
});

const tool = toolOf<object>();

const guest = app({
  class: 'Guest',
  initial: () => ({}),
  tools: {
    read: tool({
      summary: 'Read a file.',
      effect: 'read',
      callers: ['agent'],
      args: { path: str },
      apply: (_state, { path }, context) => {
        const files = context.files();
        return files === undefined ? 'no files' : readFile(files, path);
      },
    }),
    write: tool({
      summary: 'Write a file, and fail where it is told to.',
      effect: 'write',
      callers: ['agent'],
      args: { path: str, base64: str },
      apply(_state, { path, base64 }, context) {
        writeFile(context.files()!, path, base64, toSeconds(context.now));
        if (path.includes('torn')) refuse('ValueError', 'torn');
        return null;
      },
    }),
  },
});

const worldOf = (apps: ConstructorParameters<typeof World>[0]): World =>
  new World(apps, { now: () => parseInstant('2026-01-05T09:00:00Z'), random: seededRandom(1) });

function houseWith(text = 'Hello'): {
  world: World;
  call: (tool: string, args: JsonObject) => ReturnType<World['call']>;
} {
  const world = worldOf({ guest: guest(), first: cupboard({ text }), second: cupboard({ text: 'Other' }) });
  return { world, call: (tool, args) => world.call({ app: appName('guest'), tool, args }) };
}

const first = appName('first');

describe('the files that a world offers to other apps', () => {
  it('come from the first app that keeps files', () => {
    const { outcome } = houseWith().call('read', { path: 'note.txt' });

    expect(outcome).toEqual({ status: 'done', value: HELLO });
  });

  it('are missing in a world without an app that keeps files', () => {
    const world = worldOf({ guest: guest() });

    const { outcome } = world.call({ app: appName('guest'), tool: 'read', args: { path: 'x' } });

    expect(outcome).toEqual({ status: 'done', value: 'no files' });
  });

  it('can be written by another app, and its call has the changes', () => {
    const { world, call } = houseWith();

    const { changes } = call('write', { path: '/attic/old/llama.png', base64: PNG });

    expect(changes).toEqual([
      {
        op: 'splice',
        app: 'first',
        path: ['files', 'children', 2, 'children'],
        at: 0,
        remove: 0,
        insert: [{ name: 'old', type: 'directory', children: [], created: NOW, modified: NOW }],
      },
      {
        op: 'splice',
        app: 'first',
        path: ['files', 'children', 2, 'children', 0, 'children'],
        at: 0,
        remove: 0,
        insert: [{ name: 'llama.png', type: 'file', base64: PNG, created: NOW, modified: NOW }],
      },
    ]);
    expect(JSON.stringify(world.state(first))).toContain(PNG);
  });

  it('keep text files as text', () => {
    const { world, call } = houseWith('Old');

    call('write', { path: 'note.txt', base64: HELLO });

    expect(world.state(first)).toMatchObject({
      files: { children: [{ name: 'note.txt', type: 'file', text: 'Hello', modified: NOW }, {}, {}] },
    });
  });

  it('are restored when a call fails after a write', () => {
    const { world, call } = houseWith();
    const before = JSON.stringify(world.state(first));

    const { outcome, changes } = call('write', { path: 'torn/note.txt', base64: HELLO });

    expect(outcome).toMatchObject({ status: 'failed', error: { message: 'torn' } });
    expect(changes).toEqual([]);
    expect(JSON.stringify(world.state(first))).toBe(before);
  });

  it.each([
    ['read', 'soup.txt', 'FileNotFoundError', 'There is nothing at "/soup.txt".'],
    ['read', 'note.txt/x', 'NotADirectoryError', '"/note.txt" is a file, not a folder.'],
    ['read', 'attic', 'IsADirectoryError', '"/attic" is a folder, not a file.'],
    ['read', 'llama.jpg', 'FileNotFoundError', 'The recording does not have the content of "/llama.jpg".'],
    [
      'read',
      'attic/../../etc/passwd',
      'PermissionError',
      'The path "attic/../../etc/passwd" leads out of the root.',
    ],
    ['write', 'attic', 'IsADirectoryError', '"/attic" is a folder, not a file.'],
    ['write', 'attic/', 'IsADirectoryError', '"attic/" is the path of a folder, not of a file.'],
    ['write', 'note.txt/x', 'NotADirectoryError', '"/note.txt" is a file, not a folder.'],
    ['write', 'x/'.repeat(64) + 'y', 'OSError', 'The path has 65 levels; at most 64 are allowed.'],
  ])('fail to %s %s', (name, path, type, message) => {
    const base64 = name === 'write' ? { base64: HELLO } : {};

    expect(houseWith().call(name, { path, ...base64 }).outcome).toEqual({
      status: 'failed',
      error: { type, message },
    });
  });

  it('refuse content that is not base64', () => {
    expect(houseWith().call('write', { path: 'x', base64: '?' }).outcome).toMatchObject({
      error: { type: 'ValueError', message: 'The content of "x" is not base64.' },
    });
  });
});
