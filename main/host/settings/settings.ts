import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJsonObject, readJson } from '../../../engine/model/index.ts';
import {
  type Breakpoint,
  calls,
  preferences,
  type Preferences,
  type Probe,
} from '../../../preload/contract.ts';
import { notWritten, writeAtomically } from '../system/index.ts';

const MAX_SIZE = 1_000_000; // bytes

/** The setting that `writeSetting` stored in `file`; an empty object if there is none. */
export function readSetting(file: string): Readonly<Record<string, unknown>> {
  try {
    if (statSync(file).size > MAX_SIZE) return {};
    const read = readJson(readFileSync(file, 'utf8'));
    return 'value' in read && isJsonObject(read.value) ? read.value : {};
  } catch {
    // Missing or unreadable: only a setting is lost.
    return {};
  }
}

/** Stores `setting` in `file` as JSON. @throws {ProblemError} when the file cannot be written. */
export async function writeSetting(file: string, setting: object): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeAtomically(file, `${JSON.stringify(setting, null, 2)}\n`);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
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

  /** Applies at once. @throws {ProblemError} when they could not be stored for the next start. */
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

/** A person's list for one workspace, stored in a file. */
export class PersistedList<Item> {
  readonly #file: string;
  readonly #name: string;
  #list: readonly Item[];

  /** Starts empty when `file` is missing or `read` finds no items in it. */
  constructor(file: string, name: string, read: (kept: unknown) => readonly Item[]) {
    this.#file = file;
    this.#name = name;
    this.#list = read(readSetting(file));
  }

  /** A new array after every change. */
  get list(): readonly Item[] {
    return this.#list;
  }

  /** Applies at once. @throws {ProblemError} when the list could not be stored for the next start. */
  async set(list: readonly Item[]): Promise<void> {
    this.#list = list;
    await writeSetting(this.#file, { [this.#name]: list });
  }
}

export const persistedBreakpoints = (file: string): PersistedList<Breakpoint> =>
  new PersistedList(
    file,
    'breakpoints',
    (kept) => calls['breakpoints.set'].request.safeParse(kept).data?.breakpoints ?? [],
  );

export const persistedProbes = (file: string): PersistedList<Probe> =>
  new PersistedList(file, 'probes', (kept) => calls['probes.set'].request.safeParse(kept).data?.probes ?? []);
