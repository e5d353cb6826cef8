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
import { ProblemError, writeAtomically } from '../system/index.ts';

const LARGEST = 1_000_000; // bytes

/** What `writeSetting` kept in `file`; an empty object where there is none. */
export function readSetting(file: string): Readonly<Record<string, unknown>> {
  try {
    if (statSync(file).size > LARGEST) return {};
    const read = readJson(readFileSync(file, 'utf8'));
    return 'value' in read && isJsonObject(read.value) ? read.value : {};
  } catch {
    // Not there or not ours to read: nothing is lost but a setting.
    return {};
  }
}

/** Keeps `setting` in `file`, as JSON. @throws {ProblemError} when the disk does not take it. */
export async function writeSetting(file: string, setting: object): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeAtomically(file, `${JSON.stringify(setting, null, 2)}\n`);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    throw new ProblemError('file-not-written', `${file}: could not be written (${thrown.message})`);
  }
}

/** How the person likes the workbench, whatever the workspace; kept in one file. */
export class PersistedPreferences {
  readonly #file: string;
  #now: Partial<Preferences>;

  /** Reads `file`, without what it has wrong. */
  constructor(file: string) {
    this.#file = file;
    this.#now = readPreferences(file);
  }

  /** Those that were chosen ever. */
  get now(): Partial<Preferences> {
    return this.#now;
  }

  /** They hold at once. @throws {ProblemError} when they could not be kept for the next time. */
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

/** What a person has set for a workspace, kept in a file of its own. */
export class PersistedList<Item> {
  readonly #file: string;
  readonly #name: string;
  #list: readonly Item[];

  /** Begins with none when `file` is not there or holds something that `read` finds nothing in. */
  constructor(file: string, name: string, read: (kept: unknown) => readonly Item[]) {
    this.#file = file;
    this.#name = name;
    this.#list = read(readSetting(file));
  }

  /** Another object whenever they have changed. */
  get list(): readonly Item[] {
    return this.#list;
  }

  /** They hold at once. @throws {ProblemError} when they could not be kept for the next time. */
  async set(list: readonly Item[]): Promise<void> {
    this.#list = list;
    await writeSetting(this.#file, { [this.#name]: list });
  }
}

/** The breakpoints of a workspace. */
export const persistedBreakpoints = (file: string): PersistedList<Breakpoint> =>
  new PersistedList(
    file,
    'breakpoints',
    (kept) => calls['breakpoints.set'].request.safeParse(kept).data?.breakpoints ?? [],
  );

/** The probes of a workspace. */
export const persistedProbes = (file: string): PersistedList<Probe> =>
  new PersistedList(file, 'probes', (kept) => calls['probes.set'].request.safeParse(kept).data?.probes ?? []);
