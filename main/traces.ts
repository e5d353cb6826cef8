import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { importTrace, readAreTrace, type Store } from '../engine/index.ts';
import type { RunSummary } from '../engine/model/run.ts';
import { Fault } from './fault.ts';
import { LogHash } from './runs/log-hash.ts';
import { ownName } from './runs/owner.ts';

/** Beyond this a file is refused unread: reading it would hold everything up. */
const LARGEST = 100_000_000; // bytes

/**
 * Reads the trace in `file` and keeps it in `store` as a run that was recorded.
 *
 * @throws {TraceError} when it is no trace that ARE exported.
 * @throws {Fault} when it cannot be read or is too large.
 */
export async function importTraceFile(store: Store, file: string): Promise<RunSummary> {
  const recorded = readAreTrace(await textOf(file), basename(file));
  const hash = new LogHash();
  for (const entry of recorded.entries) hash.add(entry);
  const logHash = hash.end();
  return store.run(importTrace(store, recorded, { startedAt: Date.now(), owner: ownName(), logHash }))!;
}

async function textOf(file: string): Promise<string> {
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
