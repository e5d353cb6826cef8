import { build } from '../build/build.mjs';
import { setUp } from '../setup/set-up.mjs';
import { orExit } from '../shared/failure.mjs';

/**
 * Sets up and builds whatever is missing, without output on standard output. Ends this process with exit code 1 on failure.
 *
 * @param {{ window: boolean }} options `window`: also prepare to open one
 */
export async function prepare({ window }) {
  const setup = await orExit(setUp({ window }));
  await orExit(build());
  return setup;
}
