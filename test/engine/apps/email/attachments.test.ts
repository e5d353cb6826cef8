import { describe, expect, it } from 'vitest';
import { fromRecorded } from '../../../../engine/apps/catalogue.ts';
import { emailClient } from '../../../../engine/apps/email/email.ts';
import type { MailState } from '../../../../engine/apps/email/state.ts';
import { fileSystem } from '../../../../engine/apps/files/files.ts';
import { appName } from '../../../../engine/model/values/ids.ts';
import type { Json, JsonObject } from '../../../../engine/model/values/json.ts';
import { seededRandom } from '../../../../engine/model/values/random.ts';
import { parseInstant } from '../../../../engine/model/values/time.ts';
import type { FileState } from '../../../../engine/world/app.ts';
import { type CallResult, World } from '../../../../engine/world/world.ts';
import { NOW } from '../app-under-test.ts';
import { PNG } from '../files/file-systems.ts';
import { ADA, ME } from './mailbox.ts';

const SOUP = 'c291cA==';

/** A world with a mailbox and a file system that contains two files named menu.txt and an image. */
class Office {
  readonly #world: World;

  constructor(attachments: Readonly<Record<string, string>> = {}) {
    const mail = emailClient({
      user_email: ME,
      inbox: [{ email_id: 'new', sender: ADA, attachments }],
      sent: [{ email_id: 'asked', recipients: [ADA] }],
    });
    const files = fileSystem({
      files: { 'Documents/menu.txt': 'soup', 'llama.png': { base64: PNG }, 'old/menu.txt': '' },
    });
    this.#world = new World(
      { mail, files },
      { now: () => parseInstant('2026-01-05T09:00:00Z'), random: seededRandom(1) },
    );
  }

  call(tool: string, args: JsonObject): CallResult {
    return this.#world.call({ app: appName('mail'), tool, args });
  }

  newestIn(folder: 'INBOX' | 'SENT'): Json {
    const { folders } = this.#world.state(appName('mail')) as unknown as MailState;
    return folders[folder].emails[0]!.attachments;
  }

  get files(): FileState['files'] {
    return (this.#world.state(appName('files')) as unknown as FileState).files;
  }
}

describe('email attachments', () => {
  it.each([
    ['send_email', { recipients: [ADA] }, 'SENT'],
    ['reply_to_email', { email_id: 'new' }, 'SENT'],
    ['reply_to_email_from_user', { sender: ADA, email_id: 'asked' }, 'INBOX'],
  ] as const)('contain the files given to %s', (tool, args, folder) => {
    const office = new Office();

    const { outcome } = office.call(tool, {
      ...args,
      attachment_paths: ['/Documents/menu.txt', 'llama.png'],
    });

    expect(outcome.status).toBe('done');
    expect(office.newestIn(folder)).toEqual({ 'menu.txt': SOUP, 'llama.png': PNG });
  });

  it('are saved to a new folder', () => {
    const office = new Office({ 'menu.txt': SOUP, 'llama.png': PNG });

    const { outcome, changes } = office.call('download_attachments', { email_id: 'new' });

    expect(outcome).toEqual({ status: 'done', value: ['Downloads/menu.txt', 'Downloads/llama.png'] });
    expect(new Set(changes.map(({ app }) => app))).toEqual(new Set(['files']));
    const dates = { created: NOW, modified: NOW };
    expect(office.files.children.at(-1)).toEqual({
      name: 'Downloads',
      type: 'directory',
      children: [
        { name: 'menu.txt', type: 'file', text: 'soup', ...dates },
        { name: 'llama.png', type: 'file', base64: PNG, ...dates },
      ],
      ...dates,
    });
  });

  it.each([
    ['', 'menu.txt'],
    ['Documents', 'Documents/menu.txt'],
    ['/', '/menu.txt'],
  ])('are saved to "%s"', (path_to_save, path) => {
    const { outcome } = new Office({ 'menu.txt': SOUP }).call('download_attachments', {
      email_id: 'new',
      path_to_save,
    });

    expect(outcome).toEqual({ status: 'done', value: [path] });
  });

  it('are saved to the chosen folder even when their names contain a path', () => {
    const { outcome } = new Office({ '../../etc/menu.txt': SOUP }).call('download_attachments', {
      email_id: 'new',
    });

    expect(outcome).toEqual({ status: 'done', value: ['Downloads/menu.txt'] });
  });

  it.each([
    ['send_email', { attachment_paths: ['soup.txt'] }, 'ValueError', 'There is nothing at "/soup.txt".'],
    ['send_email', { attachment_paths: ['../x'] }, 'PermissionError', 'leads out of the root'],
    [
      'send_email',
      { attachment_paths: ['Documents/menu.txt', 'old/menu.txt'] },
      'ValueError',
      'Two attachments are called "menu.txt".',
    ],
    [
      'download_attachments',
      { email_id: 'new', path_to_save: '../' },
      'PermissionError',
      'leads out of the root',
    ],
    [
      'download_attachments',
      { email_id: 'new', path_to_save: 'llama.png' },
      'NotADirectoryError',
      '"/llama.png" is a file, not a folder.',
    ],
  ])('are refused without changes: %s %j', (tool, args, type, message) => {
    const office = new Office({ 'menu.txt': SOUP });

    const { outcome, changes } = office.call(tool, args);

    expect(outcome).toMatchObject({ status: 'failed', error: { type } });
    expect(JSON.stringify(outcome)).toContain(JSON.stringify(message).slice(1, -1));
    expect(changes).toEqual([]);
  });

  it('are refused when they are not base64', () => {
    const { outcome } = new Office({ 'a.txt': SOUP, 'b.txt': '?' }).call('download_attachments', {
      email_id: 'new',
    });

    expect(outcome).toMatchObject({
      error: { message: 'The content of "Downloads/b.txt" is not base64.' },
    });
  });

  it.each(['EmailClientApp', 'Mail'])('can be added from the file system in %s too', (className) => {
    const mail = fromRecorded(className, { folders: {} })!;
    const world = new World(
      { mail, files: fileSystem({ files: { 'menu.txt': 'soup' } }) },
      { now: () => parseInstant('2026-01-05T09:00:00Z'), random: seededRandom(1) },
    );

    world.call({ app: appName('mail'), tool: 'send_email', args: { attachment_paths: ['menu.txt'] } });

    expect(world.state(appName('mail'))).toMatchObject({
      folders: { SENT: { emails: [{ attachments: { 'menu.txt': SOUP } }] } },
    });
  });
});
