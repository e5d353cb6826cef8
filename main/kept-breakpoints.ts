import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { calls, type Breakpoint } from '../preload/contract.ts';
import { Fault } from './fault.ts';
import { writeAtomically } from './workspace/write-atomically.ts';

const LARGEST = 1_000_000; // bytes

/** The breakpoints of a workspace, kept in a file of their own. */
export class KeptBreakpoints {
  readonly #file: string;
  #list: readonly Breakpoint[];

  /** Begins with none when `file` is not there or holds something else. */
  constructor(file: string) {
    this.#file = file;
    this.#list = read(file);
  }

  /** Another object whenever they have changed. */
  get list(): readonly Breakpoint[] {
    return this.#list;
  }

  /** They hold at once. @throws {Fault} when they could not be kept for the next time. */
  async set(list: readonly Breakpoint[]): Promise<void> {
    this.#list = list;
    try {
      await mkdir(dirname(this.#file), { recursive: true });
      await writeAtomically(this.#file, `${JSON.stringify({ breakpoints: list }, null, 2)}\n`);
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
      throw new Fault('file-not-written', `${this.#file}: could not be written (${thrown.message})`);
    }
  }
}

function read(file: string): readonly Breakpoint[] {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > LARGEST) return [];
    const parsed = calls['breakpoints.set'].request.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.breakpoints : [];
  } catch {
    // Nothing was set yet, or what is there is not ours to read.
    return [];
  }
}
