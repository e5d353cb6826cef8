import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script, type ScriptOptions } from 'node:vm';
import { crc32 } from 'node:zlib';
import { readTrustedNow, writeCached } from '../system/index.ts';

/**
 * The maximum number of stored scripts. V8's code fits only one version of V8 with one set of flags, and the window and the
 * terminal have different ones.
 */
const MAX_KEPT = 24;

const CHECKSUM_BYTES = 4; // bytes, at the end

/** A script whose compiled V8 code is stored in a folder for later processes. */
export class KeptScript {
  readonly script: Script;
  readonly #folder: string;
  readonly #name: string;
  #isKept: boolean;

  /** @param version differs for each `source`, because V8 compares only the lengths of sources */
  constructor(source: string, folder: string, version: string, options: ScriptOptions) {
    this.#folder = folder;
    this.#name = `${version}-${cachedDataVersionTag()}`;
    const cachedData = this.#storedCode();
    this.script = new Script(source, { ...options, ...(cachedData === undefined ? {} : { cachedData }) });
    this.#isKept = this.script.cachedDataRejected === false;
  }

  /** Whether V8 used stored code, or its code is stored now. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /**
   * Stores V8's code for later processes, including the functions used so far. Does nothing if it is stored already, or the
   * folder is not writable.
   */
  async keep(): Promise<void> {
    if (this.#isKept) return;
    this.#isKept = true;
    const code = this.script.createCachedData();
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(crc32(code));
    await writeCached(this.#folder, this.#name, [code, checksum], MAX_KEPT);
  }

  /** The code stored by {@link keep}, verified, because V8 does not detect damage. */
  #storedCode(): Buffer | undefined {
    try {
      const stored = readTrustedNow(join(this.#folder, this.#name));
      const code = stored.subarray(0, -CHECKSUM_BYTES);
      return stored.readUInt32LE(code.length) === crc32(code) ? code : undefined;
    } catch {
      return undefined; // Missing or unreadable: V8 compiles the script.
    }
  }
}
