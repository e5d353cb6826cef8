import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure, reason } from '../shared/failure.mjs';
import { run } from '../shared/run.mjs';
import { hasDisplay } from '../shared/system.mjs';

/** The system libraries that Electron loads, and their Debian packages (from 2024 on some are named …t64). */
const LIBRARIES = {
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnss3.so': 'libnss3',
  'libasound.so.2': 'libasound2',
  'libgbm.so.1': 'libgbm1',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libXss.so.1': 'libxss1',
  'libsecret-1.so.0': 'libsecret-1-0',
};

/** A virtual display for machines without one, and the tool with which tests watch the window's network. */
const PROGRAMS = { 'xvfb-run': 'xvfb', Xvfb: 'xvfb', xauth: 'xauth', strace: 'strace' };

const INSTALL = ['install', '-y', '--no-install-recommends'];

/**
 * Provides the system libraries and programs for a window on Linux: installs them as root on Debian and its kin, otherwise says
 * how.
 *
 * @param {import('../shared/progress.mjs').Note} note
 * @returns {Promise<string[]>} paths of the files that were found
 */
export async function libraries(note) {
  if (process.platform !== 'linux') return [];
  let { found, missing } = await survey();
  if (missing.length > 0) {
    await install(missing, note);
    ({ found, missing } = await survey());
    if (missing.length > 0) throw failure(missing, 'They are installed, and still not found.');
  }
  return found;
}

/** The found libraries and programs, as paths, and the missing ones, as Debian packages. */
async function survey() {
  const libraries = parseLdconfig(await run('/sbin/ldconfig', ['-p']));
  const places = Object.entries(LIBRARIES).map(([name, wanted]) => ({ wanted, path: libraries.get(name) }));
  if (!hasDisplay()) {
    places.push(...Object.entries(PROGRAMS).map(([name, wanted]) => ({ wanted, path: onPath(name) })));
  }
  return {
    found: places.flatMap(({ path }) => path ?? []),
    missing: [...new Set(places.flatMap(({ wanted, path }) => (path ? [] : wanted)))],
  };
}

/**
 * The libraries that the dynamic linker knows, by name.
 *
 * @param {string} listing the output of `ldconfig -p`
 * @returns {Map<string, string>} name to path; the first path of a name counts, as for the linker
 */
export function parseLdconfig(listing) {
  const lines = [...listing.matchAll(/^\s+(\S+) \(.*\) => (.+)$/gm)].reverse();
  return new Map(lines.map(([, name = '', path = '']) => [name, path]));
}

/** @param {string[]} missing @param {import('../shared/progress.mjs').Note} note */
async function install(missing, note) {
  if (!existsSync('/etc/debian_version')) {
    throw failure(missing, 'Set-up can install them only on Debian, Ubuntu and their kin.');
  }
  if (process.getuid?.() !== 0) {
    throw failure(await namesHere(missing), 'Only root can install them.');
  }
  note.say(`apt-get install ${missing.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A broken source does no harm if the others have the packages.
  const complaint = await run('apt-get', ['update'], { env }).then(() => '', reason);
  const packages = await namesHere(missing);
  try {
    await run('apt-get', [...INSTALL, '-o', 'DPkg::Lock::Timeout=120', ...packages], { env });
  } catch (error) {
    throw failure(packages, `${complaint}\n${reason(error)}`);
  }
  note.result = `installed ${packages.join(' ')}`;
}

/** The names of the packages in this release: since the change to 64-bit time, some end in t64. @param {string[]} names */
async function namesHere(names) {
  const known = new Set((await run('apt-cache', ['pkgnames'])).split('\n'));
  return names.map((name) => (known.has(`${name}t64`) ? `${name}t64` : name));
}

/** @param {string[]} packages @param {string} why */
function failure(packages, why) {
  return new Failure('open windows on this system', {
    why: `Missing: ${packages.join(', ')} (as Debian names the packages).\n${why}`,
    mend: `sudo apt-get update && sudo apt-get ${[...INSTALL, ...packages].join(' ')}`,
  });
}

/** @param {string} program */
function onPath(program) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}
