import { execFileSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OrreryError } from '../../engine/index.ts';
import { RunDatabase } from '../../main/host/bridge/run-database.ts';
import { openDatabase } from '../../main/host/database/open-database.ts';
import { importRuns } from '../../main/host/import/import-file.ts';
import { compileScenario } from '../../main/host/scenarios/compile-cache.ts';
import { IsolatedScenarios } from '../../main/host/settings/isolated-scenarios.ts';
import { persistedBreakpoints, persistedProbes, settingProblems } from '../../main/host/settings/settings.ts';
import { claimPart } from '../../main/host/sweeps/part-lock.ts';
import { collectSweep, resultsFile } from '../../main/host/sweeps/collect.ts';
import { noteLost } from '../../main/host/sweeps/lost-jobs.ts';
import { bundleIn } from '../../main/host/sweeps/sweep-files.ts';
import { planSweep } from '../../main/host/sweeps/plan-sweep.ts';
import { readManifest } from '../../main/host/sweeps/manifest.ts';
import { SweepReader } from '../../main/host/sweeps/results.ts';
import { readSweepFile } from '../../main/host/sweeps/sweep-file.ts';
import { Workspace } from '../../main/host/workspace/workspace.ts';
import { tries } from '../tries.ts';

const SCENARIO = `import { agentUserInterface, minutes, scenario, seconds } from 'orrery';
export default scenario({
  name: 'soup', start: '2026-01-05T09:00:00Z', duration: minutes(1),
  apps: () => ({ user: agentUserInterface() }),
  events({ user }) { user.send_message_to_agent({ content: 'Soup?' }).at(seconds(5)); },
});
`;
const SWEEP = { name: 'soup', scenarios: ['scenarios/soup.ts'], agents: ['oracle'], seeds: [1, 2] };

/** A workspace with all files that there may be, which each test copies. */
let sound: string;

beforeAll(async () => {
  sound = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-')));
  for (const folder of ['scenarios', 'traces', 'sweeps', '.orrery']) mkdirSync(join(sound, folder));
  writeFileSync(join(sound, 'scenarios/soup.ts'), SCENARIO);
  writeFileSync(join(sound, 'traces/soup.json'), '{}');
  writeFileSync(join(sound, 'sweeps/soup.json'), JSON.stringify(SWEEP));
  for (const name of ['probes', 'breakpoints', 'isolated'])
    writeFileSync(join(sound, `.orrery/${name}.json`), '{}');
  openDatabase(join(sound, '.orrery/orrery.db'))[Symbol.dispose]();
  const folder = join(sound, 'sweeps/soup.sweep');
  const request = await readSweepFile(join(sound, 'sweeps/soup.json'));
  await planSweep(sound, request, folder, () => Promise.resolve([]));
  openDatabase(resultsFile(folder))[Symbol.dispose]();
  mkdirSync(join(folder, 'parts'));
  openDatabase(join(folder, 'parts/local-1.db'))[Symbol.dispose]();
  noteLost(folder, 'local', { job: 'none', reason: 'memory', message: 'soup' });
});

afterAll(() => {
  rmSync(sound, { recursive: true });
});

/** Files and folders of a workspace that a stranger may have made something else of. */
const PLACES = [
  ...['.orrery', '.orrery/probes.json', '.orrery/breakpoints.json', '.orrery/isolated.json'],
  ...['', '-wal', '-shm', '-journal'].map((ending) => `.orrery/orrery.db${ending}`),
  ...['scenarios', 'scenarios/soup.ts', 'traces/soup.json', 'sweeps', 'sweeps/soup.json'],
  ...['', '/manifest.jsonl', '/bundles', '/bundles/BUNDLE', '/bundles/BUNDLE/scenarios/soup.ts'].map(
    (path) => `sweeps/soup.sweep${path}`,
  ),
  ...['results.db', 'results.db-wal', 'results.db-journal'].map((path) => `sweeps/soup.sweep/${path}`),
  ...[
    '',
    '/local-1.db',
    '/local-1.db-journal',
    '/local.lock',
    '/local.lock-journal',
    '/local.runner',
    '/local.lost.jsonl',
  ].map((path) => `sweeps/soup.sweep/parts${path}`),
];

/** What a stranger puts there. `outside` has a file, a database and a folder with files of all these names. */
const KINDS: Readonly<Record<string, (path: string, outside: string) => void>> = {
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to an endless device': (path) => {
    symlinkSync('/dev/zero', path);
  },
  'a link to a terminal': (path) => {
    symlinkSync('/dev/tty', path);
  },
  'a link to a pipe elsewhere': (path, outside) => {
    symlinkSync(join(outside, 'pipe'), path);
  },
  'a link to a file elsewhere': (path, outside) => {
    symlinkSync(join(outside, 'secret.json'), path);
  },
  'a link to a database elsewhere': (path, outside) => {
    symlinkSync(join(outside, 'secret.db'), path);
  },
  'a link to a folder elsewhere': (path, outside) => {
    symlinkSync(join(outside, 'folder'), path);
  },
  'a link to what is not there': (path, outside) => {
    symlinkSync(join(outside, 'new'), path);
  },
  'a link to itself': (path) => {
    symlinkSync(path, path);
  },
  'a folder': (path) => {
    mkdirSync(path);
  },
  'a file of ten gigabytes of nothing': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 1e10);
  },
};

/** All that there is outside, so that any change shows. */
function contentOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = lstatSync(path);
    return [path, mode, mtimeMs, entry.isFile() ? readFileSync(path, 'base64') : ''].join();
  });
}

/** Opens, reads and writes all that a window with a trusted folder does. Returns what was refused, in words. */
async function useAll(folder: string): Promise<readonly string[]> {
  const said: string[] = [];
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      if (!(thrown instanceof OrreryError)) throw thrown;
      said.push(thrown.message);
    }
  };
  const workspace = new Workspace(folder);
  await attempt(() => workspace.files());
  await attempt(async () =>
    workspace.saveScenario('scenarios/soup.ts', `${SCENARIO}\n`, {
      replaces: await workspace.readScenario('scenarios/soup.ts'),
    }),
  );
  await attempt(() => workspace.createScenario('scenarios/new.ts', SCENARIO));
  await attempt(() => workspace.createSweep('new', '{}'));
  said.push(...settingProblems(folder));
  await attempt(() => persistedProbes(folder).set([]));
  await attempt(() => persistedBreakpoints(folder).set([]));
  const owners = { claim: () => undefined, isAlive: () => false };
  await attempt(() => {
    new IsolatedScenarios(folder, 'process 1', owners).set('scenarios/soup.ts', true);
  });
  const audience = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  {
    using database = new RunDatabase(workspace.database, () => Promise.resolve([]), audience, {
      within: folder,
    });
    said.push(...(database.problem === undefined ? [] : [database.problem]));
    await attempt(async () =>
      importRuns(database.store, { file: await workspace.recording('traces/soup.json') }),
    );
  }
  await attempt(async () => {
    const sweep = await workspace.sweep('sweeps/soup.sweep');
    await attempt(() => new SweepReader(sweep).isRunning);
    await attempt(() => new SweepReader(sweep).results());
    const { header, jobs } = await readManifest(sweep);
    await attempt(() => {
      claimPart(sweep, 'local')[Symbol.dispose]();
    });
    await attempt(() => {
      noteLost(sweep, 'local', { job: 'none', reason: 'memory', message: 'soup' });
    });
    const [{ bundle, path } = { bundle: '', path: '' }] = header.scenarios;
    await attempt(() => compileScenario(bundleIn(sweep, bundle), path));
    await attempt(() => collectSweep(sweep, jobs));
  });
  return said;
}

const CASES = PLACES.flatMap((place) => Object.keys(KINDS).map((kind) => [kind, place] as const));
const STEP = 13;
/** Some of the cases: every place, with kinds in turn. */
const some = Array.from({ length: tries(CASES.length, 16) }, (_, nth) => CASES[(nth * STEP) % CASES.length]!);

describe('a workspace of a stranger', () => {
  it.each(some)('whose window lives with %s at %s, and nothing elsewhere is changed', async (kind, place) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-')));
    onTestFinished(() => {
      rmSync(root, { recursive: true });
    });
    const [folder, outside] = [join(root, 'workspace'), join(root, 'outside')];
    cpSync(sound, folder, { recursive: true });
    mkdirSync(join(outside, 'folder'), { recursive: true });
    execFileSync('mkfifo', [join(outside, 'pipe')]);
    writeFileSync(join(outside, 'secret.json'), '{"canary":1}');
    openDatabase(join(outside, 'secret.db'))[Symbol.dispose]();
    for (const name of PLACES) writeFileSync(join(outside, 'folder', basename(name)), '{"canary":1}');
    const [bundle] = readdirSync(join(folder, 'sweeps/soup.sweep/bundles'));
    const path = join(folder, place.replace('BUNDLE', bundle!));
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    KINDS[kind]!(path, outside);
    const before = contentOf(outside);

    const said = await useAll(folder);

    expect(contentOf(outside)).toEqual(before);
    expect(said.join('\n')).not.toMatch(/canary|a bug of Orrery/);
    expect(said.every((sentence) => sentence.length < 1_000)).toBe(true);
    if (/^a (?:pipe|link)/.test(kind) && /\.[\w-]+$/.test(place) && place !== 'sweeps/soup.json')
      expect(said.join('\n')).toMatch(new RegExp(`${basename(place)}|There is no sweep here`));
  });
});
