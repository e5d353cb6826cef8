import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder that package.json is in, wherever below it this code runs from. */
export const PROJECT = folderWith('package.json', import.meta.dirname);

/** What the build made. */
export const BUILT = join(PROJECT, 'out');

/** What can be made again: whoever clears it loses time alone. */
export const CACHE =
  process.env['ORRERY_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'orrery');

/** What a person starts with. */
export const SAMPLE_WORKSPACE = join(PROJECT, 'resources/sample-workspace');

/** What new scenarios begin with. */
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

/** The version of this program. */
export const VERSION = (
  JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { readonly version: string }
).version;
