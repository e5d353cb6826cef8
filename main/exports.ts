import { exportRun, type Store } from '../engine/index.ts';
import type { RunSummary } from '../engine/model/run.ts';
import { Fault } from './fault.ts';
import { writeAtomically } from './workspace/write-atomically.ts';

/** Characters that are written at once. */
const CHUNK = 65_536;

/**
 * Writes `run` to `file` as a trace in ARE's "hf" format. Answers what the format has no place for.
 *
 * @throws {Fault} when the file cannot be written. Whatever was there before is left as it was.
 */
export async function exportRunFile(store: Store, run: RunSummary, file: string): Promise<readonly string[]> {
  let notes: readonly string[] = [];
  const parts = exportRun(store, run);
  function* noted(): Generator<string> {
    notes = yield* parts;
  }
  try {
    await writeAtomically(file, inChunks(noted()));
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw new Fault(
      'file-not-written',
      `${file}: could not be written (${thrown.message}); nothing was changed`,
    );
  }
  return notes;
}

function* inChunks(parts: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  let length = 0;
  for (const part of parts) {
    chunk.push(part);
    length += part.length;
    if (length < CHUNK) continue;
    yield chunk.join('');
    chunk = [];
    length = 0;
  }
  yield chunk.join('');
}
