import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Fault } from './fault.ts';

/** Beyond this a file is refused unread: reading it would hold everything up. */
const LARGEST = 100_000_000; // bytes

/** What the trace in `file` says. @throws {Fault} when it cannot be read or is too large. */
export async function traceText(file: string): Promise<string> {
  const name = basename(file);
  try {
    const { size } = await stat(file);
    if (size > LARGEST)
      throw new Fault(
        'file-too-large',
        `${name}: found ${megabytes(size)}, wanted ${megabytes(LARGEST)} at most`,
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
