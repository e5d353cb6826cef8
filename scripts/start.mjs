import { headless } from './launch/headless.mjs';
import { ROOT } from './shared/places.mjs';
import { prepare } from './launch/prepare.mjs';
import { show } from './shared/run.mjs';
import { hasDisplay, sandboxArgs } from './shared/system.mjs';

const window = hasDisplay();
const { electron } = await prepare({ window });
if (window && electron) {
  // A terminal inside another Electron app may carry the variable that turns ours into a plain Node.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: undefined };
  process.exitCode = await show(electron, [...sandboxArgs(), ROOT, ...process.argv.slice(2)], { env });
} else {
  console.log('No display here, so this is the demo in the terminal instead of the window.');
  await headless(['demo']);
}
