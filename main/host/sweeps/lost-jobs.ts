import * as z from 'zod';
import { readJsonAs } from '../../../engine/model/index.ts';
import { appendNow, readTextNow } from '../system/index.ts';
import { fileIn, namesInParts, realFolder } from './sweep-files.ts';

const lostJob = z.strictObject({
  job: z.string(),
  reason: z.enum(['timed-out', 'memory', 'crashed', 'refused']),
  message: z.string(),
});

/** A job that left no run. */
export type LostJob = z.infer<typeof lostJob>;

/** Records that a job of the sweep in `folder` left no run in `part`. */
export function noteLost(folder: string, part: string, job: LostJob): void {
  appendNow(fileIn(folder, `parts/${part}${LOST}`), `${JSON.stringify(job)}\n`, realFolder(folder));
}

const LOST = '.lost.jsonl';
const MAX_LOST_SIZE = 300_000_000; // bytes

/** The files that list jobs without a run in the sweep in `folder`. */
export function lostFiles(folder: string): readonly string[] {
  const names = namesInParts(folder).filter((name) => name.endsWith(LOST));
  return names.map((name) => fileIn(folder, `parts/${name}`));
}

/** The jobs of the sweep in `folder` that left no run at their last try, by id. */
export function lostJobs(folder: string): ReadonlyMap<string, LostJob> {
  const readable = { most: MAX_LOST_SIZE, within: realFolder(folder) };
  const lines = lostFiles(folder).flatMap((file) => readTextNow(file, readable).split('\n').filter(Boolean));
  return new Map(
    lines.flatMap((line) => {
      const read = readJsonAs(lostJob, line);
      return 'data' in read ? [[read.data.job, read.data] as const] : [];
    }),
  );
}
