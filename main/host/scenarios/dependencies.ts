import { realpathSync } from 'node:fs';
import { posix } from 'node:path';
import { sha256Of } from '../system/index.ts';
import { candidates, filesIn, type ScenarioFiles } from './source-files.ts';

/** A question that a compilation asked about the workspace's files, and the hash of the answer. */
export type HashedRead = readonly [about: keyof ScenarioFiles, path: string, hash: string];

/** The hash of an answer. A list is missing when its folder is. */
export const hashOf = (answer: unknown): string => sha256Of(JSON.stringify({ answer }));

/** The hash of an answer that could not be given. */
export const UNREADABLE = 'unreadable';

/** Stands for the hash of a text that was not read from disk. */
export const UNSAVED = 'unsaved';

/** The folders with agents' programs, scripts and prompts, and what they read. */
const AGENTS = ['agents', 'prompts'];

/** What changed on disk: scenarios of which a file changed, and files of agents. */
export interface ChangedSources {
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
}

/**
 * What the scenarios of a workspace are made of: the questions that their last compilations asked. Compile cache, watcher, checks and
 * runs all follow this one list.
 */
export class Dependencies {
  /** Called when there are more folders to watch. */
  onMoreFolders: () => void = () => undefined;

  readonly #files: ScenarioFiles;
  /** The answers last told of, by question, of each scenario as saved and as edited. */
  readonly #told = new Map<string, Map<string, HashedRead>>();
  readonly #folders = new Set<string>();
  /** Hashes of the agents' files, by path; `undefined` until the first look. */
  #agents: ReadonlyMap<string, string> | undefined;
  #looking: Promise<unknown> = Promise.resolve();

  /** `folder` is a real path. */
  constructor(folder: string) {
    this.#files = filesIn(folder);
  }

  /** Notes what the compilation of `scenario` asked; `edited` if it read texts that are not saved. */
  note(scenario: string, reads: readonly HashedRead[], edited = false): void {
    const key = keyOf(scenario, edited);
    const before = this.#told.get(key);
    const now = reads.map((read): readonly [string, HashedRead] => {
      const question = questionOf(read);
      const told = before?.get(question);
      // An answer that has changed since it was told of is told of by the next look.
      const isKept = told !== undefined && told[2] !== UNSAVED && read[2] !== UNSAVED;
      return [question, isKept ? told : read];
    });
    this.#told.set(key, new Map(now));
    if (!edited) this.#told.delete(keyOf(scenario, true));
    const known = this.#folders.size;
    for (const folder of reads.flatMap(foldersOf)) this.#folders.add(folder);
    if (this.#folders.size > known) this.onMoreFolders();
  }

  /** Notes that the window saved `scenario`, so that the next look does not tell of it. */
  noteSaved(scenario: string, text: string): void {
    const read: HashedRead = ['read', scenario, hashOf(text)];
    for (const edited of [false, true]) {
      const told = this.#told.get(keyOf(scenario, edited));
      if (told?.has(questionOf(read)) === true) told.set(questionOf(read), read);
    }
  }

  /** What the saved `scenario` is made of; empty when it was not compiled here. */
  readsOf(scenario: string): readonly HashedRead[] {
    return [...(this.#told.get(keyOf(scenario, false))?.values() ?? [])];
  }

  /** The scenarios that are made of the file at `path`, or would be if it were there; without itself. */
  usersOf(path: string): readonly string[] {
    const users = [...this.#told].filter(([, reads]) =>
      [...reads.values()].some(
        ([about, asked]) => asked === path || (about === 'find' && candidates(asked).includes(path)),
      ),
    );
    return [...new Set(users.map(([key]) => scenarioOf(key)))].filter((scenario) => scenario !== path).sort();
  }

  /** The folders, within the workspace, in which a change may matter. */
  folders(): readonly string[] {
    return [...AGENTS, ...this.#folders];
  }

  /** Looks at all files again. Returns what has changed since the last look. */
  changed(): Promise<ChangedSources> {
    const looking = this.#looking.then(() => this.#look());
    this.#looking = looking.catch(() => undefined);
    return looking;
  }

  async #look(): Promise<ChangedSources> {
    const answers = new Map<string, Promise<string>>();
    const scenarios = new Set<string>();
    for (const [key, reads] of [...this.#told])
      for (const [question, told] of [...reads]) {
        if (told[2] === UNSAVED) continue;
        const asking = answers.get(question) ?? this.#hash(told[0], told[1]);
        answers.set(question, asking);
        const now = await asking;
        // It was saved here meanwhile.
        if (now === told[2] || reads.get(question) !== told) continue;
        reads.set(question, [told[0], told[1], now]);
        scenarios.add(scenarioOf(key));
      }
    return { scenarios: [...scenarios].sort(), agents: await this.#lookAtAgents() };
  }

  async #lookAtAgents(): Promise<readonly string[]> {
    const before = this.#agents;
    const now = new Map<string, string>();
    for (const folder of AGENTS) {
      const paths = (await this.#files.list(folder).catch(() => undefined)) ?? [];
      for (const path of paths) now.set(path, await this.#hash('read', path));
    }
    this.#agents = now;
    if (before === undefined) return [];
    return [...new Set([...before.keys(), ...now.keys()])]
      .filter((path) => before.get(path) !== now.get(path))
      .sort();
  }

  #hash(about: keyof ScenarioFiles, path: string): Promise<string> {
    return this.#files[about](path).then(hashOf, () => UNREADABLE);
  }
}

const keyOf = (scenario: string, edited: boolean): string => `${edited ? 'edited' : 'saved'}\0${scenario}`;
const scenarioOf = (key: string): string => key.slice(key.indexOf('\0') + 1);
const questionOf = ([about, path]: HashedRead): string => `${about}\0${path}`;

/** The folders in which a change may give another answer: that of the file, and those above it, in case it is removed. */
function foldersOf([about, path]: HashedRead): readonly string[] {
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
