import { LIMITS } from '../../../preload/contract.ts';
import { ProblemError, readBytes } from '../system/index.ts';

/**
 * What is in `file`. A file of a workspace is read `within` its folder.
 *
 * @throws {ProblemError} when it cannot be read or is too large.
 */
export async function readTraceFile(file: string, within?: string): Promise<Buffer> {
  try {
    return await readBytes(file, { most: LIMITS.importBytes, within });
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw new ProblemError('no-such-file', `${file} could not be read (${thrown.message})`);
  }
}
