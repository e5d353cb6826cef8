import { build } from './build/build.mjs';
import { setUp } from './setup/set-up.mjs';
import { orExit } from './shared/failure.mjs';

await orExit(setUp({ window: false }));
await orExit(build({ verbose: true }));
