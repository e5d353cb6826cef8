import { Fault } from './fault.ts';
import { writeAtomically } from './workspace/write-atomically.ts';

/** Writes a file that leaves the workspace. @throws {Fault} when it cannot be written; what was there is left as it was. */
export async function writeOut(file: string, text: Iterable<string>): Promise<void> {
  try {
    await writeAtomically(file, text);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw new Fault(
      'file-not-written',
      `${file}: could not be written (${thrown.message}); nothing was changed`,
    );
  }
}
