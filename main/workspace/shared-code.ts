import { readFile, stat } from 'node:fs/promises';

/** A scenario is what its file exports as default; a comment that says so is taken for one, which does no harm. */
const OWN_DEFAULT = /\bexport\s+default\b|\bas\s+default\b/;

const LONGEST_READ = 1_000_000; // bytes; nobody shares more by hand

/** Whether source text holds no scenario, but what scenarios may import. */
const isSharedCode = (text: string): boolean => /\bexport\b/.test(text) && !OWN_DEFAULT.test(text);

/** Tells the files that scenarios share from scenarios; each is read again only when it was written. */
export class SharedCode {
  readonly #known = new Map<string, { readonly written: number; readonly shared: boolean }>();

  /** False, too, where the file cannot be read. */
  async isShared(file: string): Promise<boolean> {
    try {
      const { mtimeMs: written, size } = await stat(file);
      const known = this.#known.get(file);
      if (known?.written === written) return known.shared;
      const shared = size <= LONGEST_READ && isSharedCode(await readFile(file, 'utf8'));
      this.#known.set(file, { written, shared });
      return shared;
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown) return false;
      throw thrown;
    }
  }
}
