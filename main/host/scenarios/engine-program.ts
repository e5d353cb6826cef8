import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, readTrustedNow } from '../system/index.ts';
import { bundleProgram } from './bundle-program.ts';
import type { RealmProgram } from './realm.ts';

/** The built program, which the build puts beside this file. */
const BUILT = join(import.meta.dirname, 'realm-program.js');

let program: RealmProgram | undefined;

/** The engine as the program of a scenario's realm: from the build or, when the sources run, bundled now. */
export function engineProgram(): RealmProgram {
  program ??= existsSync(BUILT)
    ? readTrustedNow(BUILT).toString('utf8')
    : bundleProgram(join(PROJECT, 'engine/realm/program.ts'));
  return program;
}
