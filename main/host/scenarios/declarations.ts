import path from 'node:path';
import { OrreryError } from '../../../engine/index.ts';
import type { Declarations } from '../../../preload/contract.ts';
import { isMissing, readTrusted } from '../system/index.ts';

const ENTRY = 'scenario/orrery.d.ts';

/** Global declarations for authors, besides the language and 'orrery'. */
const GLOBALS = `/** What is printed is kept with the run. */
declare const console: {
${['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir', 'table'].map((level) => `  ${level}(...values: unknown[]): void;`).join('\n')}
};

/** A JSON file of the workspace; its own type where the checker can read it, as the editor cannot. */
declare module '*.json' {
  const value: any;
  export default value;
}

/** A folder of the workspace: the texts of its files, by their paths in it. */
declare module '*/' {
  const files: Readonly<Record<string, string>>;
  export default files;
}
`;

/** Thrown when the types of 'orrery' are not where the build puts them. */
export class DeclarationsMissing extends OrreryError {
  override readonly name = 'DeclarationsMissing';
  readonly code = 'declarations-missing';

  constructor(file: string) {
    super(`${file} is missing: the declarations of 'orrery', which npm run build makes`);
  }
}

/**
 * The declaration files that scenario authors see, read from `folder`, the compiler's output for the engine.
 *
 * @throws {DeclarationsMissing} when one of them is missing.
 */
export async function declarations(folder: string): Promise<Declarations> {
  const files: Record<string, string> = { 'orrery/globals.d.ts': GLOBALS };

  const read = async (file: string): Promise<void> => {
    const key = `orrery/${file}`;
    if (key in files) return;
    files[key] = '';
    const text = await readTrusted(path.join(folder, file)).catch((error: unknown) => {
      throw isMissing(error) ? new DeclarationsMissing(path.join(folder, file)) : error;
    });
    files[key] = text;
    await Promise.all(relativeImports(text).map((specifier) => read(imported(file, specifier))));
  };
  await read(ENTRY);
  return { entry: `orrery/${ENTRY}`, files };
}

/** The relative imports in `text`, which the compiler wrote in a known form. */
const relativeImports = (text: string): readonly string[] =>
  [...text.matchAll(/(?:\bfrom |\bimport\(|^import )["'](\.[^"']+)["']/gm)].map(
    ([, specifier]) => specifier!,
  );

const imported = (file: string, specifier: string): string =>
  path.posix.join(path.posix.dirname(file), specifier.replace(/\.ts$/, '.d.ts'));
