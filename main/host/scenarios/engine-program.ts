import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, readTrustedNow } from '../system/index.ts';
import { bundleProgram } from './bundle-program.ts';
import type { Program } from './realm.ts';

/** The build puts it beside this file. */
const BUILT = join(import.meta.dirname, 'realm-program.js');

let program: Program | undefined;

/** The engine as the program of a scenario's realm: as it was built or, where the sources run, bundled now. */
export function engineProgram(): Program {
  program ??= existsSync(BUILT)
    ? readTrustedNow(BUILT).toString('utf8')
    : bundleProgram(join(PROJECT, 'engine/realm/program.ts'));
  return program;
}
