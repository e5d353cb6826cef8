import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that contains this script. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folder in which set-up stores its results for this checkout; it is deleted with node_modules. */
export const STATE = join(ROOT, 'node_modules/.cache/orrery');

/** The folder for runtimes and bindings of all checkouts of this user. */
export const CACHE =
  process.env.ORRERY_CACHE ?? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'orrery');
