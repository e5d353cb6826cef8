import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder of package.json, found from any folder below it. */
export const PROJECT = folderWith('package.json', import.meta.dirname);

/** The output folder of the build. */
export const BUILT = join(PROJECT, 'out');

/** The folder for data that can be recreated. Deleting it costs only time. */
export const CACHE =
  // An empty XDG_CACHE_HOME counts as none.
  process.env['ORRERY_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'orrery');

/** The folder of a person's settings on this computer, for the window (unless it is started with another one) and the terminal. */
export const settingsFolder = (): string =>
  process.env['ORRERY_SETTINGS'] || join(applicationData(), 'Orrery');

/** The folder in which Electron stores application data. */
function applicationData(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support');
  if (process.platform === 'win32') return process.env['APPDATA'] || join(homedir(), 'AppData/Roaming');
  return process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
}

/** The workspace that is copied when a person starts without one. */
export const SAMPLE_WORKSPACE = join(PROJECT, 'resources/sample-workspace');

/** Templates of new scenarios. */
export const TEMPLATES = join(PROJECT, 'resources/templates');

function folderWith(file: string, start: string): string {
  let folder = start;
  while (!existsSync(join(folder, file))) {
    const above = dirname(folder);
    if (above === folder) throw new Error(`found no ${file} above ${start}`);
    folder = above;
  }
  return folder;
}

/** Reads a file that nobody else writes: of the program, of its cache or of the system. */
export const readTrusted = (file: string): Promise<string> => readFile(file, 'utf8');

/** Reads the bytes of such a file synchronously. */
export const readTrustedNow = (file: string): Buffer => readFileSync(file);

export const VERSION = (
  JSON.parse(readTrustedNow(join(PROJECT, 'package.json')).toString()) as { readonly version: string }
).version;
