/**
 * Does what a stock Electron does with `electron <folder>`: runs the app in that folder.
 *
 * Only for the runtime that set-up assembles from the npm registry; it comes without Electron's own default app.
 */
import { app } from 'electron';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const { name, productName, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

app.setAppPath(folder);
app.setName(productName ?? name);
if (version) app.setVersion(version);
try {
  // Awaited: Electron is ready only after its main module has loaded, and an app registers its schemes before that.
  await import(pathToFileURL(join(folder, main ?? 'index.js')).href);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  app.exit(1);
}
