/**
 * What a stock Electron does with `electron <folder>`: becomes the app in that folder.
 *
 * Only for the runtime that set-up assembles from the npm registry; it comes without Electron's own default app.
 */
const { app } = require('electron');
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const { name, productName, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

app.setAppPath(folder);
app.setName(productName ?? name);
if (version) app.setVersion(version);
import(pathToFileURL(join(folder, main ?? 'index.js')).href).catch((error) => {
  console.error(error);
  app.exit(1);
});
