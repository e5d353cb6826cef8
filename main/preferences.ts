import { preferences, type Preferences } from '../preload/contract.ts';
import { readSetting } from './read-setting.ts';
import { writeSetting } from './write-setting.ts';

/** How the person likes the workbench, whatever the workspace; kept in one file. */
export class KeptPreferences {
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

  /** They hold at once. @throws {Fault} when they could not be kept for the next time. */
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
