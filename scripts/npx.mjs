#!/usr/bin/env -S node --min-semi-space-size=12 --max-semi-space-size=64
import { runCli } from './launch/cli.mjs';
import { checkNode } from './setup/node-version.mjs';
import { sqliteBinding } from './setup/sqlite-binding.mjs';
import { orExit } from './shared/failure.mjs';
import { Progress } from './shared/progress.mjs';

// Runs the command of the package that `npm pack` makes: built already, and without a window.
await orExit(
  (async () => {
    checkNode(process.versions.node);
    const napi = Number(process.versions.napi);
    await new Progress().step('sqlite', (note) => sqliteBinding(note, [napi]));
  })(),
);
await runCli(process.argv.slice(2));
