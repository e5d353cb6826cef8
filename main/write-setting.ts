import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from './fault.ts';
import { writeAtomically } from './workspace/write-atomically.ts';

/** Keeps `setting` in `file`, as JSON. @throws {Fault} when the disk does not take it. */
export async function writeSetting(file: string, setting: object): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeAtomically(file, `${JSON.stringify(setting, null, 2)}\n`);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    throw new Fault('file-not-written', `${file}: could not be written (${thrown.message})`);
  }
}
