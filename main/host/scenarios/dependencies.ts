import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { PRICES_FILE } from '../../../engine/model/index.ts';
import { readTrusted, sha256Of } from '../system/index.ts';
import { candidates, filesIn, firstFiles, relativeWithin, type ScenarioFiles } from './source-files.ts';

/** A question that a compilation asked about the workspace's files, and the hash of the answer. */
export type HashedRead<About extends string = keyof ScenarioFiles> = readonly [
  about: About,
  path: string,
  hash: string,
];

/** The same, or the absolute path of a file in which Orrery keeps what a server told. */
export type FollowedRead = HashedRead<keyof ScenarioFiles | 'kept'>;

/** The hash of an answer. A list is undefined if its folder does not exist. */
export const hashOf = (answer: unknown): string => sha256Of(JSON.stringify({ answer }));

/** Stands for the hash of an answer that could not be read. */
export const UNREADABLE_HASH = 'unreadable';

/** Stands for the hash of a text that was not read from disk. */
export const UNSAVED_HASH = 'unsaved';

/** The folders with agents' programs, scripts and prompts, and the files that they read. */
const AGENTS = ['agents', 'prompts'];

/** What changed on disk. */
export interface ChangedSources {
  /** The scenarios of which a file changed. */
  readonly scenarios: readonly string[];
  /** The scenarios of which only what is known of their servers changed: a run may have asked one. */
  readonly servers: readonly string[];
  /** Files of agents, and the prices of models. */
  readonly agents: readonly string[];
}

/**
 * What each scenario of a workspace depends on: the files and names that its last compilation looked up, and the files of its MCP
 * servers. The compile cache, the watcher, checks and runs all use it.
 */
export class Dependencies {
  /** Called when there are more folders to watch. */
  onMoreFolders: () => void = () => undefined;

  readonly #files: ScenarioFiles;
  readonly #folder: string;
  /** The answers last told of, by question, of each scenario as saved and as edited, and of its servers. */
  readonly #told = new Map<string, Map<string, FollowedRead>>();
  readonly #folders = new Set<string>();
  /** The agents' files, by path; `undefined` until the first look. */
  #agents: ReadonlyMap<string, AgentFile> | undefined;
  #looking: Promise<unknown> = Promise.resolve();

  /** @param folder a real path */
  constructor(folder: string) {
    this.#files = filesIn(folder);
    this.#folder = folder;
  }

  /** Records the questions of the compilation of `scenario`; `edited` if it read unsaved texts. */
  note(scenario: string, reads: readonly HashedRead[], edited = false): void {
    this.#note(keyOf(scenario, edited ? 'edited' : 'saved'), reads);
    if (!edited) this.#told.delete(keyOf(scenario, 'edited'));
  }

  /** Notes which files the servers of `scenario` are known by. */
  noteServers(scenario: string, reads: readonly FollowedRead[]): void {
    this.#note(keyOf(scenario, 'servers'), reads);
  }

  #note(key: string, reads: readonly FollowedRead[]): void {
    const before = this.#told.get(key);
    const now = reads.map((read): readonly [string, FollowedRead] => {
      const question = questionOf(read);
      const told = before?.get(question);
      // An answer that has changed since it was told of is told of by the next look.
      const isKept = told !== undefined && told[2] !== UNSAVED_HASH && read[2] !== UNSAVED_HASH;
      return [question, isKept ? told : read];
    });
    this.#told.set(key, new Map(now));
    const known = this.#folders.size;
    for (const folder of reads.flatMap(foldersOf)) this.#folders.add(folder);
    if (this.#folders.size > known) this.onMoreFolders();
  }

  /** Records that the window saved `scenario`, so that the next {@link changed} does not report it. */
  noteSaved(scenario: string, text: string): void {
    const read: HashedRead = ['read', scenario, hashOf(text)];
    for (const text of ['saved', 'edited'] as const) {
      const told = this.#told.get(keyOf(scenario, text));
      if (told?.has(questionOf(read)) === true) told.set(questionOf(read), read);
    }
  }

  /** The dependencies of the saved `scenario`; empty when it was not compiled in this process. */
  readsOf(scenario: string): readonly HashedRead[] {
    // Only servers are known by what is kept.
    return [...(this.#told.get(keyOf(scenario, 'saved'))?.values() ?? [])] as readonly HashedRead[];
  }

  /** The scenarios that depend on the file at `path`, existing or not, except itself. */
  usersOf(path: string): readonly string[] {
    const users = [...this.#told].filter(([, reads]) =>
      [...reads.values()].some(
        ([about, asked]) => asked === path || (about === 'find' && candidates(asked).includes(path)),
      ),
    );
    return [...new Set(users.map(([key]) => scenarioOf(key)))].filter((scenario) => scenario !== path).sort();
  }

  /** The folders, within the workspace or absolute, in which a change may matter. */
  folders(): readonly string[] {
    return [...this.#folders];
  }

  /** Reads all files again. Returns the changes since the last call. */
  changed(): Promise<ChangedSources> {
    const looking = this.#looking.then(() => this.#readChanges());
    this.#looking = looking.catch(() => undefined);
    return looking;
  }

  async #readChanges(): Promise<ChangedSources> {
    const answers = new Map<string, Promise<string>>();
    const [scenarios, servers] = [new Set<string>(), new Set<string>()];
    for (const [key, reads] of [...this.#told])
      for (const [question, told] of [...reads]) {
        if (told[2] === UNSAVED_HASH) continue;
        const asking = answers.get(question) ?? this.#hash(told[0], told[1]);
        answers.set(question, asking);
        const now = await asking;
        // It was saved here meanwhile.
        if (now === told[2] || reads.get(question) !== told) continue;
        reads.set(question, [told[0], told[1], now]);
        (told[0] === 'kept' ? servers : scenarios).add(scenarioOf(key));
      }
    return {
      scenarios: [...scenarios].sort(),
      servers: [...servers].filter((scenario) => !scenarios.has(scenario)).sort(),
      agents: await this.#lookAtAgents(),
    };
  }

  async #lookAtAgents(): Promise<readonly string[]> {
    const before = this.#agents;
    const now = new Map<string, AgentFile>();
    const listed = await Promise.all(
      AGENTS.map((folder) => firstFiles(this.#folder, folder).catch(() => undefined)),
    );
    for (const path of [...listed.flatMap((found) => found?.files ?? []), PRICES_FILE]) {
      const changed = (await stat(join(this.#folder, path)).catch(() => undefined))?.ctimeMs;
      if (changed === undefined) continue;
      const known = before?.get(path);
      now.set(path, known?.changed === changed ? known : { changed, hash: await this.#hash('read', path) });
    }
    this.#agents = now;
    if (before === undefined) return [];
    return [...new Set([...before.keys(), ...now.keys()])]
      .filter((path) => before.get(path)?.hash !== now.get(path)?.hash)
      .sort();
  }

  #hash(about: FollowedRead[0], path: string): Promise<string> {
    return hashIn(this.#files, about, path);
  }
}

/** A file of agents as of the last look, and the milliseconds at which it had been written. */
interface AgentFile {
  readonly changed: number;
  readonly hash: string;
}

const hashIn = (files: ScenarioFiles, about: FollowedRead[0], path: string): Promise<string> =>
  (about === 'kept' ? readTrusted(path) : files[about](path)).then(hashOf, () => UNREADABLE_HASH);

/** The files by which servers are known: the lists that Orrery keeps of their tools, and what their `commands` name in `folder`. */
export async function serverReads(
  folder: string,
  servers: readonly { readonly command: readonly string[]; readonly list: string }[],
): Promise<readonly FollowedRead[]> {
  const files = filesIn(realpathSync(folder));
  const reads = servers.flatMap(({ command, list }) => {
    const within = command.map((word) => relativeWithin(folder, word)).filter((path) => path !== undefined);
    return [['kept', list] as const, ...within.map((path) => ['read', path] as const)];
  });
  const hashed = await Promise.all(
    reads.map(async ([about, path]): Promise<FollowedRead> => [
      about,
      path,
      await hashIn(files, about, path),
    ]),
  );
  return hashed.filter(([about, , hash]) => about === 'kept' || hash !== UNREADABLE_HASH);
}

const keyOf = (scenario: string, text: 'saved' | 'edited' | 'servers'): string => `${text}\0${scenario}`;
const scenarioOf = (key: string): string => key.slice(key.indexOf('\0') + 1);
const questionOf = ([about, path]: FollowedRead): string => `${about}\0${path}`;

/** The folders in which a change may give another answer: that of the file, and those above it, in case it is removed. */
function foldersOf([about, path]: FollowedRead): readonly string[] {
  if (about === 'kept') return [dirname(path)];
  const above: string[] = [];
  for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder))
    above.push(folder);
  // The name of a module may be that of a folder with an index file.
  const isFolder = about === 'list' || (about === 'find' && posix.extname(path) === '');
  return isFolder ? [path, ...above] : above;
}

const followed = new Map<string, Dependencies>();

/** The dependencies of the scenarios in the workspace `folder`, for this process. */
export function dependenciesIn(folder: string): Dependencies {
  const root = realpathSync(folder);
  const known = followed.get(root) ?? new Dependencies(root);
  followed.set(root, known);
  return known;
}
