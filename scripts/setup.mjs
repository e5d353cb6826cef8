import { orExit } from './shared/failure.mjs';
import { setUp } from './setup/set-up.mjs';

const { electron, electronVersion } = await orExit(setUp({ window: true, thorough: true }));
process.stderr.write(`orrery: ready, Electron ${electronVersion} at ${electron}\n`);
