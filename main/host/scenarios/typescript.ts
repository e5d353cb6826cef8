import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { CACHE, readTrustedNow } from '../system/index.ts';
import { KeptScript } from './kept-script.ts';

/** The `typescript` package. */
export type TypeScript = typeof ts;

/** `require`, because an `import` would first scan the whole package for its export names. */
const requireHere = createRequire(import.meta.url);

/** The version of the `typescript` package, read without loading the package. */
export const typeScriptVersion = (): string =>
  (requireHere('typescript/package.json') as { readonly version: string }).version;

const FOLDER = join(CACHE, 'typescript');

let loaded: TypeScript | undefined;
let kept: KeptScript | undefined;

/**
 * Loads the `typescript` package, once. V8 takes 200 ms to compile its nine megabytes, and 30 ms to read the code stored by
 * {@link keepTypeScript}.
 */
export function loadTypeScript(): TypeScript {
  loaded ??= load();
  return loaded;
}

function load(): TypeScript {
  const file = requireHere.resolve('typescript');
  const source = `(function (exports, require, module, __filename, __dirname) {${readTrustedNow(file).toString()}\n})`;
  kept = new KeptScript(source, FOLDER, typeScriptVersion(), { filename: file });
  const module = { exports: {} };
  const run = kept.script.runInThisContext() as (...scope: readonly unknown[]) => void;
  run(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports as TypeScript;
}

/** Stores V8's code of the package for later processes, including the functions used so far. */
export const keepTypeScript = async (): Promise<void> => kept?.keep();
