import {
  chmodSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { ROOT } from '../shared/places.mjs';
import { run } from '../shared/run.mjs';
import { OUTPUT, writeNotices } from './notices.mjs';

const HERE = import.meta.dirname;

/** What the program reads at run time. electron-builder.json names the same files for the other systems. */
export const PROGRAM = [
  ...['out/main', 'out/preload', 'out/renderer', 'out/report', 'out/types/engine', 'resources'],
  ...[
    'better-sqlite3/lib',
    'better-sqlite3/package.json',
    'electron-log',
    'esbuild/lib',
    'esbuild/package.json',
  ]
    .concat([`@esbuild/linux-${process.arch}`, 'typescript/package.json', 'typescript/lib'])
    .map((path) => `node_modules/${path}`),
];

/** Build records, and TypeScript's other programs and languages. */
const NOT_READ =
  /\.(tsbuildinfo|d\.ts\.map)$|built-from$|\/typescript\/lib\/([a-z-]{2,5}$|_|tsc|tsserver|typings)/;

/** The libraries that Electron loads, by Debian's names and by those of systems since 2024. */
const DEPENDS = [
  ...['libgtk-3-0 | libgtk-3-0t64', 'libnss3', 'libasound2 | libasound2t64', 'libgbm1'],
  ...['libatk-bridge2.0-0 | libatk-bridge2.0-0t64', 'libxss1', 'libsecret-1-0', 'libc6 (>= 2.28)'],
];

/** @typedef {{ version: string, description: string, date: Date }} About `date` is that of the commit */

/**
 * Makes a tar.gz and a deb of the built program with the runtime that set-up found. The same commit gives the same bytes, and
 * nothing is fetched.
 *
 * @param {import('../setup/set-up.mjs').Setup} setup
 * @param {import('../shared/progress.mjs').Note} note
 * @param {Date} date of the commit
 * @returns {Promise<readonly string[]>} the two files
 */
export async function packageForLinux({ electron, sqliteBinding }, note, date) {
  if (electron === null) throw new Error('set-up found no Electron');
  const { version, description } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const name = `orrery-${version}-linux-${process.arch}`;
  const tree = join(OUTPUT, name);
  note.say(`collecting ${name}`);
  rmSync(tree, { recursive: true, force: true });
  const program = join(tree, 'program');
  copyRuntime(electron, program);
  await setFuses(join(program, 'orrery'));
  copyProgram(join(program, 'resources/app'), sqliteBinding);
  mkdirSync(join(tree, 'bin'));
  for (const launcher of ['orrery', 'orrery-window'])
    cpSync(join(HERE, 'orrery.sh'), join(tree, 'bin', launcher));
  cpSync(join(ROOT, 'LICENSE'), join(tree, 'LICENSE'));
  await writeNotices(tree, { date, electron: join(program, 'orrery') });
  setModesAndTimes(tree, date);

  note.say('packing');
  const archive = join(OUTPUT, `${name}.tar.gz`);
  const owned = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  await run('tar', [...owned, '-I', 'gzip -n', '-cf', archive, '-C', OUTPUT, name]);
  const deb = await makeDeb(tree, { version, description, date });
  note.result = `${megabytes(archive)} and ${megabytes(deb)} MB`;
  return [archive, deb];
}

/** @param {string} electron @param {string} to */
function copyRuntime(electron, to) {
  const from = dirname(electron);
  cpSync(from, to, {
    recursive: true,
    // The app in resources is Electron's own, and Orrery speaks English only.
    filter: (path) => !/^\/(resources$|locales\/(?!en-US\.pak))/.test(path.slice(from.length)),
  });
  // Electron takes any other name than its own for that of a package.
  renameSync(join(to, basename(electron)), join(to, 'orrery'));
}

/** Sets the fuses that electron-builder.json sets for the other systems. @param {string} binary */
async function setFuses(binary) {
  /** @type {{ electronFuses: Record<string, boolean> }} */
  const { electronFuses } = JSON.parse(readFileSync(join(HERE, 'electron-builder.json'), 'utf8'));
  const fuses = Object.entries(electronFuses).map(([fuse, on]) => {
    const name = `${fuse[0]?.toUpperCase()}${fuse.slice(1)}`;
    return [FuseV1Options[/** @type {keyof typeof FuseV1Options} */ (name)], on];
  });
  await flipFuses(binary, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    ...Object.fromEntries(fuses),
  });
}

/** @param {string} app @param {string | null} sqliteBinding */
function copyProgram(app, sqliteBinding) {
  for (const path of PROGRAM)
    cpSync(join(ROOT, path), join(app, path), {
      recursive: true,
      filter: (file) => !NOT_READ.test(file),
    });
  const binding =
    sqliteBinding === null
      ? `node_modules/better-sqlite3/prebuilds/linux-${process.arch}`
      : 'node_modules/.cache/orrery/better_sqlite3.node';
  cpSync(join(ROOT, binding), join(app, binding), { recursive: true });
  const { name, productName, version, type, main } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const own = { name, productName, version, type, main, desktopName: 'orrery.desktop' };
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
}

/** Programs stay executable; everything has the time of the commit. @param {string} path @param {Date} date */
function setModesAndTimes(path, date) {
  const found = statSync(path);
  if (found.isDirectory()) for (const name of readdirSync(path)) setModesAndTimes(join(path, name), date);
  chmodSync(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644);
  lutimesSync(path, date, date);
}

/** Makes the deb of `tree`, which moves into it. @param {string} tree @param {About} about */
async function makeDeb(tree, { version, description, date }) {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const root = join(OUTPUT, 'deb');
  const place = join(root, 'opt/orrery');
  rmSync(root, { recursive: true, force: true });
  for (const folder of ['DEBIAN', 'opt', 'usr/bin', 'usr/share/applications', 'usr/share/doc/orrery'])
    mkdirSync(join(root, folder), { recursive: true });
  const icons = join(root, 'usr/share/icons/hicolor/scalable/apps');
  cpSync(join(HERE, 'orrery.svg'), join(icons, 'orrery.svg'));
  cpSync(join(ROOT, 'LICENSE'), join(root, 'usr/share/doc/orrery/copyright'));
  writeFileSync(join(root, 'usr/share/applications/orrery.desktop'), DESKTOP);
  renameSync(tree, place);
  const control = {
    Package: 'orrery',
    Version: version,
    Architecture: arch,
    Maintainer: 'The Orrery founders <orrery@localhost>',
    'Installed-Size': Math.ceil(sizeOf(place) / 1024),
    Depends: DEPENDS.join(', '),
    Section: 'science',
    Priority: 'optional',
    Description: description,
  };
  const lines = Object.entries(control).map(([field, value]) => `${field}: ${value}\n`);
  writeFileSync(join(root, 'DEBIAN/control'), lines.join(''));
  setModesAndTimes(root, date);
  for (const launcher of ['orrery', 'orrery-window']) {
    const link = join(root, 'usr/bin', launcher);
    symlinkSync(`/opt/orrery/bin/${launcher}`, link);
    lutimesSync(link, date, date);
  }
  // Chromium's sandbox, for systems on which ordinary users may not have namespaces of their own.
  chmodSync(join(place, 'program/chrome-sandbox'), 0o4755);
  lutimesSync(join(root, 'usr/bin'), date, date);

  const deb = join(OUTPUT, `orrery_${version}_${arch}.deb`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1000) };
  await run('dpkg-deb', ['--root-owner-group', '-Zzstd', '--threads-max=1', '--build', root, deb], {
    env,
  });
  rmSync(root, { recursive: true });
  return deb;
}

const DESKTOP = `[Desktop Entry]
Type=Application
Name=Orrery
Comment=Run, rewind and compare AI agents in simulated worlds
Exec=orrery-window
Icon=orrery
StartupWMClass=Orrery
Categories=Science;Development;
`;

/** Bytes in all files below `path`. @param {string} path @returns {number} */
function sizeOf(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** @param {string} file */
function megabytes(file) {
  return Math.round(statSync(file).size / 1e6);
}
