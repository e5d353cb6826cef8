import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../shared/places.mjs';

/**
 * Becomes the command line: the same engine without a window, in this very process, so that signals and the exit code are
 * its own.
 *
 * @param {readonly string[]} args
 */
export async function runCli(args) {
  const program = join(ROOT, 'out/main/cli.js');
  process.argv.splice(1, Infinity, program, ...args);
  await import(pathToFileURL(program).href);
}
