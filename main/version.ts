import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './places.ts';

/** The version of this program. */
export const VERSION = (
  JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { readonly version: string }
).version;
