import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Store } from '../../engine/index.ts';
import { BUILT } from '../places.ts';
import { writeOut } from '../write-out.ts';
import { reportPage, type Assets } from './report-page.ts';
import { reportText, type Subject } from './report-text.ts';

/**
 * Writes a page to `file` that shows `subject` anywhere, without network or server.
 *
 * @throws {Fault} when the file cannot be written. Whatever was there before is left as it was.
 */
export async function saveReport(
  store: Store,
  subject: Subject,
  file: string,
  assets?: Assets,
): Promise<void> {
  const data = await gzipped(reportText(store, subject));
  await writeOut(file, reportPage(titleOf(subject), assets ?? (await builtAssets()), data));
}

const builtAssets = async (): Promise<Assets> => ({
  script: await readFile(join(BUILT, 'report/report.js'), 'utf8'),
  style: await readFile(join(BUILT, 'report/report.css'), 'utf8'),
});

const titleOf = ({ runs: [a, b] }: Subject): string =>
  b === undefined ? `${a.scenario}, ${a.id}` : `${a.scenario}, ${a.id} and ${b.id}`;

/** `pieces` as gzip in base64. Between two of them others have their turn: a log can be long. */
async function gzipped(pieces: Iterable<string>): Promise<string> {
  const gzip = createGzip({ level: 9 });
  const packed: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => packed.push(chunk));
  const ended = once(gzip, 'end');
  for (const piece of pieces) {
    if (!gzip.write(piece)) await once(gzip, 'drain');
    await setImmediate();
  }
  gzip.end();
  await ended;
  return Buffer.concat(packed).toString('base64');
}
