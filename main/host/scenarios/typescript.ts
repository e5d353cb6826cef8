import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import type ts from 'typescript';
import { CACHE, readTrustedNow, writeCached } from '../system/index.ts';

/** The `typescript` package. */
export type TypeScript = typeof ts;

/** `require`, because an `import` would first scan all of the package for the names that it exports. */
const requireHere = createRequire(import.meta.url);

/** The version of the `typescript` package, read without loading the package. */
export const typeScriptVersion = (): string =>
  (requireHere('typescript/package.json') as { readonly version: string }).version;

const FOLDER = join(CACHE, 'typescript');

/** V8's code fits one version of V8 with one set of flags, and the processes of the window and the terminal have several. */
const MAX_KEPT = 24;

let loaded: TypeScript | undefined;
/** The package, if V8 had to compile it in this process and the code is not stored yet. */
let unsaved: Script | undefined;

/**
 * Loads the `typescript` package, once. V8 takes 200 ms to compile its nine megabytes, and 30 ms to read the code that
 * {@link keepTypeScript} has stored.
 */
export function loadTypeScript(): TypeScript {
  loaded ??= load();
  return loaded;
}

function load(): TypeScript {
  const file = requireHere.resolve('typescript');
  const source = `(function (exports, require, module, __filename, __dirname) {${readTrustedNow(file).toString()}\n})`;
  const cachedData = storedCode();
  const script = new Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
  if (script.cachedDataRejected !== false) unsaved = script;
  const module = { exports: {} };
  const run = script.runInThisContext() as (...scope: readonly unknown[]) => void;
  run(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports as TypeScript;
}

/**
 * Stores V8's code of the package for later processes, with the functions that were used so far. Does nothing when it is stored
 * already, or the folder is not writable.
 */
export async function keepTypeScript(): Promise<void> {
  const script = unsaved;
  if (script === undefined) return;
  unsaved = undefined;
  const code = script.createCachedData();
  const checksum = Buffer.alloc(CHECKSUM);
  checksum.writeUInt32LE(crc32(code));
  await writeCached(FOLDER, codeName(), [code, checksum], MAX_KEPT);
}

const CHECKSUM = 4; // bytes, at the end

const codeName = (): string => `${typeScriptVersion()}-${cachedDataVersionTag()}`;

/** The code that {@link keepTypeScript} stored. V8 itself does not notice damage to it. */
function storedCode(): Buffer | undefined {
  try {
    const stored = readTrustedNow(join(FOLDER, codeName()));
    const code = stored.subarray(0, -CHECKSUM);
    return stored.readUInt32LE(code.length) === crc32(code) ? code : undefined;
  } catch {
    return undefined; // Missing or unreadable: V8 compiles the package.
  }
}
