import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PersistedPreferences } from '../../../../main/host/settings/settings.ts';
import { KnownFolders, Trust } from '../../../../main/host/settings/trust.ts';
import { withWorkspace } from '../../../../main/shell/command-line.ts';
import { createPreferencesStore } from '../../../../renderer/stores/settings.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const fileIn = (text?: string): string => {
  const file = join(temporaryFolder(), 'kept.json');
  if (text !== undefined) writeFileSync(file, text);
  return file;
};

describe('KnownFolders and Trust', () => {
  it('list the last ten opened folders, the newest first, without duplicates', async () => {
    const known = new KnownFolders(fileIn());

    for (let nth = 0; nth < 12; nth++) await known.noteOpened(`/home/nora/${nth}`);
    await known.noteOpened('/home/nora/5');

    expect(known.recent.slice(0, 3)).toEqual(['/home/nora/5', '/home/nora/11', '/home/nora/10']);
    expect(known.recent).toHaveLength(10);
  });

  it('trust a folder in every window once trust was given, not its subfolders', async () => {
    const file = fileIn('{"trusted": "everything", "recent": [1]}');
    const trust = new Trust('/home/nora', new KnownFolders(file), false);
    expect(() => {
      trust.require();
    }).toThrow('Trust the folder /home/nora to run its code.');

    await trust.give();

    expect(trust.given).toBe(true);
    expect(new Trust('/home/nora', new KnownFolders(file), false).given).toBe(true);
    expect(new Trust('/home/nora/kitchen', new KnownFolders(file), false).given).toBe(false);
  });

  it('open another folder with this window’s arguments but without its trust', () => {
    const args = ['.', '--workspace', '/a', '--trust', '--user-data-dir=/b'];

    expect(withWorkspace(args, '/c')).toEqual(['.', '--user-data-dir=/b', '--workspace=/c']);
    expect(withWorkspace(['.', '--workspace=/a'], '/c')).toEqual(['.', '--workspace=/c']);
  });
});

describe('PersistedPreferences', () => {
  it('reads the valid preferences of a file and ignores the rest', () => {
    const { now } = new PersistedPreferences(fileIn('{"theme": "dark", "fontSize": 900, "hat": true}'));

    expect(now).toEqual({ theme: 'dark' });
  });

  it.each([undefined, '', 'null', '[', '"dark"'])(
    'returns no preferences for a file that holds %s',
    (text) => {
      expect(new PersistedPreferences(fileIn(text)).now).toEqual({});
    },
  );

  it('writes the preferences for the next start', async () => {
    const file = fileIn();
    const changed = { ...createPreferencesStore().getState(), keys: { 'run.go': ['F9'] } };

    await new PersistedPreferences(file).write(changed);

    expect(new PersistedPreferences(file).now).toEqual(changed);
    expect(readFileSync(file, 'utf8')).toContain('F9');
  });

  it('keeps a change in memory and rejects when the file cannot be written', async () => {
    const file = join(temporaryFolder({ kept: 'a file' }), 'kept/preferences.json');
    const kept = new PersistedPreferences(file);

    const writing = kept.write({ ...createPreferencesStore().getState(), theme: 'dark' });

    await expect(writing).rejects.toThrow(`${file}: could not be written (`);
    expect(kept.now.theme).toBe('dark');
  });
});
