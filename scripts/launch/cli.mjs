import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../shared/places.mjs';

/**
 * Turns this process into the command line, the same engine without a window, so that it gets the signals and sets the exit
 * code.
 *
 * @param {readonly string[]} args
 */
export async function runCli(args) {
  const program = join(ROOT, 'out/main/cli.js');
  process.argv.splice(1, Infinity, program, ...args);
  await import(pathToFileURL(program).href);
}
