import { runCli } from './launch/cli.mjs';
import { prepare } from './launch/prepare.mjs';

await prepare({ window: false });
await runCli(process.argv.slice(2));
