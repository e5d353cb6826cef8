import { dirname, join } from 'node:path';
import { isJsonObject, readJson } from '../../../engine/model/index.ts';
import {
  type Breakpoint,
  calls,
  type KeptModel,
  preferences,
  type Preferences,
  type Probe,
} from '../../../preload/contract.ts';
import { makeFolder, notWritten, ProblemError, readTextNow, writeAtomically } from '../system/index.ts';

const MAX_SIZE = 1_000_000; // bytes

/**
 * Reads the setting that `writeSetting` stored in `file`; an empty object if there is none. A setting of a workspace is read
 * `within` its folder.
 */
export function readSetting(file: string, within?: string): Readonly<Record<string, unknown>> {
  try {
    const read = readJson(readTextNow(file, { most: MAX_SIZE, within }));
    return 'value' in read && isJsonObject(read.value) ? read.value : {};
  } catch {
    // Missing or unreadable: only a setting is lost.
    return {};
  }
}

/** Stores `setting` in `file` as JSON. @throws {ProblemError} when the file cannot be written. */
export async function writeSetting(file: string, setting: object, within?: string): Promise<void> {
  try {
    if (within === undefined) makeFolder(dirname(file));
    await writeAtomically(file, `${JSON.stringify(setting, null, 2)}\n`, { within });
  } catch (thrown) {
    if (thrown instanceof ProblemError || !(thrown instanceof Error && 'code' in thrown)) throw thrown;
    throw notWritten(file, thrown);
  }
}

/** The person's preferences for all workspaces, stored in one file. */
export class PersistedPreferences {
  readonly #file: string;
  #now: Partial<Preferences>;

  /** Reads `file`; invalid values are ignored. */
  constructor(file: string) {
    this.#file = file;
    this.#now = readPreferences(file);
  }

  /** Only the preferences that the person has set. */
  get now(): Partial<Preferences> {
    return this.#now;
  }

  /** Changes preferences, with immediate effect. @throws {ProblemError} when they could not be stored for the next start. */
  async write(changed: Preferences): Promise<void> {
    this.#now = changed;
    await writeSetting(this.#file, changed);
  }
}

function readPreferences(file: string): Partial<Preferences> {
  const found = readSetting(file);
  const fields = Object.entries(preferences.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(found[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** The file of a setting of the workspace in `folder`. */
export const settingFile = (folder: string, name: string): string => join(folder, '.orrery', `${name}.json`);

/** A person's list for one workspace, stored in a file of it. */
export class PersistedList<Item> {
  readonly #folder: string;
  readonly #name: string;
  #list: readonly Item[];

  /**
   * @param folder the workspace's real path
   * @param read returns the items in a stored value; the list is empty if the file is missing or has none
   */
  constructor(folder: string, name: string, read: (kept: unknown) => readonly Item[]) {
    this.#folder = folder;
    this.#name = name;
    this.#list = read(readSetting(settingFile(folder, name), folder));
  }

  /** The items, as a new array after every change. */
  get list(): readonly Item[] {
    return this.#list;
  }

  /**
   * Replaces the items, with immediate effect.
   * @throws {ProblemError} when the list could not be stored for the next start.
   */
  async set(list: readonly Item[]): Promise<void> {
    this.#list = list;
    await writeSetting(settingFile(this.#folder, this.#name), { [this.#name]: list }, this.#folder);
  }
}

/** The breakpoints of the workspace in `folder`. */
export const persistedBreakpoints = (folder: string): PersistedList<Breakpoint> =>
  new PersistedList(
    folder,
    'breakpoints',
    (kept) => calls['breakpoints.set'].request.safeParse(kept).data?.breakpoints ?? [],
  );

/** The probes of the workspace in `folder`. */
export const persistedProbes = (folder: string): PersistedList<Probe> =>
  new PersistedList(
    folder,
    'probes',
    (kept) => calls['probes.set'].request.safeParse(kept).data?.probes ?? [],
  );

/** The models of the workspace in `folder`. */
export const persistedModels = (folder: string): PersistedList<KeptModel> =>
  new PersistedList(
    folder,
    'models',
    (kept) => calls['models.set'].request.safeParse(kept).data?.models ?? [],
  );

/** The reasons why settings of the workspace in `folder` cannot be read, one sentence each. */
export function settingProblems(folder: string): readonly string[] {
  return ['breakpoints', 'probes', 'models', 'isolated'].flatMap((name) => {
    try {
      readTextNow(settingFile(folder, name), { most: MAX_SIZE, within: folder });
      return [];
    } catch (thrown) {
      return thrown instanceof ProblemError ? [thrown.message] : [];
    }
  });
}
