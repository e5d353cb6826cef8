import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout this script belongs to. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What set-up remembers about this checkout; gone when node_modules is. */
export const STATE = join(ROOT, 'node_modules/.cache/orrery');

/** Where runtimes and bindings are kept for every checkout of this user. */
export const CACHE =
  process.env.ORRERY_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'orrery');
