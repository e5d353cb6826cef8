import * as z from 'zod';
import { ProblemError } from '../system/index.ts';
import { readSetting, writeSetting } from './settings.ts';

const MAX_RECENT = 10;

const known = z.object({
  recent: z.array(z.string()).catch([]),
  trusted: z.array(z.string()).catch([]),
});

type Known = z.output<typeof known>;

/**
 * Recently opened workspaces, and the folders whose code may run. Reads the file each time, because other windows may write it.
 */
export class KnownFolders {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The recently opened folders, last opened first. */
  get recent(): readonly string[] {
    return this.#read().recent;
  }

  isTrusted(folder: string): boolean {
    return this.#read().trusted.includes(folder);
  }

  /** Records that a folder was opened. @throws {ProblemError} when the file cannot be written. */
  async noteOpened(folder: string): Promise<void> {
    const { recent, ...rest } = this.#read();
    const others = recent.filter((other) => other !== folder);
    await writeSetting(this.#file, { ...rest, recent: [folder, ...others].slice(0, MAX_RECENT) });
  }

  /** Trusts the code in a folder. @throws {ProblemError} when the file cannot be written. */
  async trust(folder: string): Promise<void> {
    const { trusted, ...rest } = this.#read();
    await writeSetting(this.#file, { ...rest, trusted: [...new Set([...trusted, folder])] });
  }

  #read(): Known {
    return known.parse(readSetting(this.#file));
  }
}

/** Whether the code of one workspace may run. Without trust, scenarios can be read and type-checked, and stored runs viewed. */
export class Trust {
  readonly #folder: string;
  readonly #known: KnownFolders;
  #given: boolean;

  /** @param given trusts the folder while the window is open, even if it is not on the list */
  constructor(folder: string, known: KnownFolders, given: boolean) {
    this.#folder = folder;
    this.#known = known;
    this.#given = given || known.isTrusted(folder);
  }

  get given(): boolean {
    return this.#given;
  }

  /** Trusts the folder, with immediate effect. @throws {ProblemError} when it could not be stored for the next start. */
  async give(): Promise<void> {
    this.#given = true;
    await this.#known.trust(this.#folder);
  }

  /** @throws {ProblemError} while the folder is not trusted. */
  require(): void {
    if (!this.#given)
      throw new ProblemError('not-trusted', `Trust the folder ${this.#folder} to run its code.`);
  }
}
