import { runCli } from './launch/cli.mjs';
import { ROOT } from './shared/places.mjs';
import { prepare } from './launch/prepare.mjs';
import { show } from './shared/run.mjs';
import { electronArgs, hasDisplay } from './shared/system.mjs';

const window = hasDisplay();
const { electron } = await prepare({ window });
if (window && electron) {
  // A terminal inside another Electron app may have this variable, which would start Electron as plain Node.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: undefined };
  const args = [...electronArgs(), ROOT, ...process.argv.slice(2)];
  process.exitCode = await show(electron, args, { env });
} else {
  console.log('No display here, so this is the demo in the terminal instead of the window.');
  await runCli(['demo']);
}
