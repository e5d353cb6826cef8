import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { LARGEST_TRACE } from '../../preload/contract.ts';
import { Fault } from '../fault.ts';

/** What the trace in `file` says. @throws {Fault} when it cannot be read or is too large. */
export async function traceText(file: string): Promise<string> {
  const name = basename(file);
  try {
    const { size } = await stat(file);
    if (size > LARGEST_TRACE)
      throw new Fault(
        'file-too-large',
        `${name}: found ${megabytes(size)}, wanted ${megabytes(LARGEST_TRACE)} at most`,
      );
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw new Fault(
      'no-such-file',
      `${file}: found nothing that can be read (${thrown.message}), wanted a trace`,
    );
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
