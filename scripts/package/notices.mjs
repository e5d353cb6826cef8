import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../shared/failure.mjs';
import { ROOT } from '../shared/places.mjs';
import { run } from '../shared/run.mjs';

/** The folder of the packages. */
export const OUTPUT = join(ROOT, 'out/packages');

/**
 * A package of others whose code is in ours.
 *
 * @typedef {object} Component
 * @property {string} path in node_modules
 * @property {string} name
 * @property {string} version
 * @property {string} license an SPDX expression
 * @property {string} integrity
 * @property {string[]} uses paths of the packages that it uses
 */

/**
 * @typedef {{ version: string, license?: string, integrity?: string } & Partial<
 *   Record<'dependencies' | 'optionalDependencies', Record<string, string>>
 * >} Locked
 */

/** @typedef {{ name: string, version: string, license: string }} Part software inside Electron or a native binding */

/** Licences that let anyone pass the code on, in whatever form. */
const ALLOWED = new Set([
  ...[
    'MIT',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'OFL-1.1',
    'Unlicense',
  ],
]);

/** Whether `license`, an SPDX expression, lets us choose licences that are allowed. @param {string} license */
const isAllowed = (license) =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one)));

const IMPORT = /(?:from|import) '([^'.][^']*)'/g;

/**
 * Writes `THIRD-PARTY-LICENCES.txt` and `sbom.cdx.json` (CycloneDX 1.5) about all software of others in ours into `folder`.
 *
 * @param {string} folder
 * @param {{ date: Date, electron: string }} about `date` of the commit, and the packaged runtime
 * @throws {Failure} when a package has a licence that was not looked at
 */
export async function writeNotices(folder, { date, electron }) {
  const [found, parts] = [components(), await partsOf(electron)];
  const unknown = found.find(({ license }) => !isAllowed(license));
  if (unknown !== undefined)
    throw new Failure('package what others wrote', {
      why: `${unknown.name} has the licence "${unknown.license || 'none'}".`,
      mend: `npm uninstall ${unknown.name}   (or add the licence to scripts/package/notices.mjs)`,
    });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), licences(found, parts));
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom(found, parts, date), null, 2)}\n`);
}

/** What is inside of Electron and of SQLite's binding. @param {string} electron @returns {Promise<Part[]>} */
async function partsOf(electron) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const versions = JSON.parse(await run(electron, ['-p', 'JSON.stringify(process.versions)'], { env }));
  const sqlite = readFileSync(join(ROOT, 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h'), 'utf8');
  return [
    { name: 'Electron', version: versions.electron, license: 'MIT' },
    { name: 'Chromium', version: versions.chrome, license: 'BSD-3-Clause' },
    { name: 'Node.js', version: versions.node, license: 'MIT' },
    { name: 'SQLite', version: /SQLITE_VERSION +"(.*)"/.exec(sqlite)?.[1] ?? '', license: 'blessing' },
  ];
}

/** The packages that our sources import, with all that these use, sorted by path. @returns {Component[]} */
function components() {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const installed = new Set(
    Object.keys(JSON.parse(readFileSync(join(ROOT, 'node_modules/.package-lock.json'), 'utf8')).packages),
  );
  /** @type {Map<string, Component>} */
  const found = new Map();
  /** The path of package `name` as `from` sees it. @param {string} name @param {string} from */
  const pathOf = (name, from) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
      const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      if (installed.has(path)) return [path];
      if (folder === '') return [];
    }
  };
  /** @param {string} path */
  const add = (path) => {
    const {
      version,
      license = '',
      integrity = '',
      dependencies,
      optionalDependencies,
    } = packages[path] ?? {
      version: '',
    };
    if (found.has(path)) return;
    const uses = Object.keys({ ...dependencies, ...optionalDependencies })
      .flatMap((name) => pathOf(name, path))
      .filter((used) => !used.includes('node_modules/@types/'))
      .sort();
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(path, { path, name, version, license, integrity, uses });
    for (const used of uses) add(used);
  };
  for (const name of imported()) for (const path of pathOf(name, '')) add(path);
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The names of the packages that our sources import. */
function imported() {
  const names = new Set();
  for (const folder of ['engine', 'main', 'preload', 'renderer'])
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file)) continue;
      for (const [, path = ''] of readFileSync(join(ROOT, folder, file), 'utf8').matchAll(IMPORT))
        names.add(/^(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
    }
  // Electron is a program of its own and brings its licences.
  return [...names].filter((name) => name !== 'electron' && !name.startsWith('node:'));
}

const TEXT = /^(licen[cs]e|notice|third.?party|copying)/i;

/** @param {readonly Component[]} found @param {readonly Part[]} parts */
function licences(found, parts) {
  const line = '-'.repeat(80);
  const texts = found.map(({ path, name, version, license }) => {
    const files = readdirSync(join(ROOT, path)).filter((file) => TEXT.test(file));
    const told = files.sort().map((file) => readFileSync(join(ROOT, path, file), 'utf8').trim());
    return [`${name} ${version}`, `Licence: ${license}`, '', ...told].join('\n');
  });
  const others = parts.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  return [
    'Orrery contains the following software of others. The licences of Electron and Chromium are in the',
    'files LICENSE.electron.txt and LICENSES.chromium.html beside the program.',
    '',
    ...others,
    ...texts.flatMap((text) => ['', line, text]),
    '',
  ].join('\n');
}

/** @param {readonly Component[]} found @param {readonly Part[]} parts @param {Date} date */
function sbom(found, parts, date) {
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const own = `pkg:npm/${name}@${version}`;
  /** @param {Component} component */
  const purl = (component) => `pkg:npm/${component.name.replace('@', '%40')}@${component.version}`;
  const reference = new Map(found.map((component) => [component.path, purl(component)]));
  const used = new Set(found.flatMap(({ uses }) => uses));
  const direct = found.filter(({ path }) => !used.has(path)).map(purl);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: date.toISOString(),
      component: {
        type: 'application',
        'bom-ref': own,
        name,
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: [
      ...parts.map((part) => ({
        type: 'framework',
        'bom-ref': `${part.name}@${part.version}`,
        name: part.name,
        version: part.version,
        licenses: [{ expression: part.license }],
      })),
      ...found.map((component) => ({
        type: 'library',
        'bom-ref': purl(component),
        name: component.name,
        version: component.version,
        purl: purl(component),
        licenses: [{ expression: component.license }],
        ...(component.integrity === '' ? {} : { hashes: [hash(component.integrity)] }),
      })),
    ],
    dependencies: [
      { ref: own, dependsOn: [...direct, ...parts.map((part) => `${part.name}@${part.version}`)] },
      ...found.map((component) => ({
        ref: purl(component),
        dependsOn: component.uses.map((path) => reference.get(path)),
      })),
    ],
  };
}

/** @param {string} integrity as in the lock file */
function hash(integrity) {
  const [algorithm = '', base64 = ''] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') };
}
