import { headless } from './launch/headless.mjs';
import { prepare } from './launch/prepare.mjs';

await prepare({ window: false });
await headless(process.argv.slice(2));
