import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DEFAULT_PREFERENCES, preferences, type Preferences } from '../preload/contract.ts';
import { writeAtomically } from './workspace/write-atomically.ts';

/** How the person likes the workbench, whatever the workspace; kept in one file. */
export class KeptPreferences {
  readonly #file: string;
  #now: Preferences;

  /** Reads `file`; what it lacks, or has wrong, is as it is by default. */
  constructor(file: string) {
    this.#file = file;
    this.#now = readPreferences(file);
  }

  get now(): Preferences {
    return this.#now;
  }

  async write(changed: Preferences): Promise<void> {
    this.#now = changed;
    mkdirSync(dirname(this.#file), { recursive: true });
    await writeAtomically(this.#file, `${JSON.stringify(changed, null, 2)}\n`);
  }
}

function readPreferences(file: string): Preferences {
  const found = jsonIn(file);
  const fields = Object.entries(preferences.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(found[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return { ...DEFAULT_PREFERENCES, ...Object.fromEntries(fields) };
}

/** The object in `file`; an empty one where there is none. */
export function jsonIn(file: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    // Not there, not ours to read, or no JSON: nothing is lost but a preference.
    return {};
  }
}
