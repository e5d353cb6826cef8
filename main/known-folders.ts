import * as z from 'zod';
import { readSetting } from './read-setting.ts';
import { writeSetting } from './write-setting.ts';

const MOST_RECENT = 10;

const known = z.object({
  recent: z.array(z.string()).catch([]),
  trusted: z.array(z.string()).catch([]),
});

type Known = z.output<typeof known>;

/** Folders that were opened as workspaces, and those whose code may run. Other windows may write the file meanwhile. */
export class KnownFolders {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The last opened first. */
  get recent(): readonly string[] {
    return this.#read().recent;
  }

  isTrusted(folder: string): boolean {
    return this.#read().trusted.includes(folder);
  }

  /** @throws {Fault} when that cannot be kept. */
  async noteOpened(folder: string): Promise<void> {
    const { recent, ...rest } = this.#read();
    const others = recent.filter((other) => other !== folder);
    await writeSetting(this.#file, { ...rest, recent: [folder, ...others].slice(0, MOST_RECENT) });
  }

  /** @throws {Fault} when that cannot be kept. */
  async trust(folder: string): Promise<void> {
    const { trusted, ...rest } = this.#read();
    await writeSetting(this.#file, { ...rest, trusted: [...new Set([...trusted, folder])] });
  }

  #read(): Known {
    return known.parse(readSetting(this.#file));
  }
}
