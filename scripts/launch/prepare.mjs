import { build } from '../build/build.mjs';
import { setUp } from '../setup/set-up.mjs';
import { orExit } from '../shared/failure.mjs';

/**
 * Sets up and builds what is missing, silent on standard output; ends this process with 1 where that fails.
 *
 * @param {{ window: boolean }} options `window`: also what it takes to open one
 */
export async function prepare({ window }) {
  const setup = await orExit(setUp({ window }));
  await orExit(build());
  return setup;
}
