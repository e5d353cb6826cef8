import * as z from 'zod';
import type { Json } from '../model/json.ts';
import { boundedJson } from '../trace/bounded-json.ts';
import { inShape } from '../model/in-shape.ts';
import { inShort } from '../model/finding.ts';
import { TraceError } from '../trace/trace-error.ts';
import { misfitInLog } from './check-log.ts';
import { misfitIn } from './check-portable.ts';
import type { LineKind } from './line-shapes.ts';
import { FORMAT, type NewHash, type PortableRun } from './portable-run.ts';
import { readLines } from './read-lines.ts';

const header = z.strictObject({ orrery: z.int().min(1), program: z.string().max(100) });
const end = z.strictObject({ end: z.strictObject({ lines: z.int(), sha256: z.string() }) });

/** Whether `text` begins as a portable file does; other files are left to other readers. */
export const isPortable = (text: string): boolean => text.startsWith('{"orrery":');

/**
 * The run that the portable file `text` holds. All of it is looked at before, and nothing in it is executed.
 *
 * @throws {TraceError} when it is broken, altered, or of a newer version.
 */
export function readPortable(text: string, file: string, newHash: NewHash): PortableRun {
  const first = text.indexOf('\n') + 1;
  checkHeader(text.slice(0, Math.max(0, first - 1)), file);
  const body = text.lastIndexOf('\n', text.length - 2) + 1;
  const wanted = checkEnd(text, body, file, newHash);

  const found: Record<LineKind, Json[]> = {
    ...{ run: [], file: [], plan: [], extras: [] },
    ...{ state: [], written: [], entry: [], note: [] },
  };
  let lines = 1;
  for (const { kind, value } of readLines(text.slice(first, body), file, 2)) {
    found[kind].push(value);
    lines += 1;
  }
  if (wanted !== lines)
    throw new TraceError(file, [{ path: 'end.lines', found: String(wanted), wanted: `its own, ${lines}` }]);
  for (const kind of ['run', 'plan', 'extras'] as const)
    if (found[kind].length > 1 || (kind === 'run' && found.run.length === 0))
      throw new TraceError(file, [{ path: kind, found: `${found[kind].length} lines`, wanted: 'one' }]);

  const portable = asRun(found);
  const misfit = misfitIn(portable) ?? misfitInLog(portable, newHash);
  if (misfit !== undefined) throw new TraceError(file, [misfit]);
  return portable;
}

/** The shapes of the lines are those of the types, but for fields that JSON leaves out where they are undefined. */
const asRun = ({
  run,
  file,
  plan,
  extras,
  state,
  written,
  entry,
  note,
}: Record<LineKind, Json[]>): PortableRun =>
  ({
    ...{ run: run[0], files: file, plan: plan[0], extras: extras[0] },
    ...{ states: state, writings: written, entries: entry, notes: note },
  }) as unknown as PortableRun;

function checkHeader(line: string, file: string): void {
  const read = boundedJson(line);
  const shaped = 'finding' in read ? { findings: [read.finding] } : inShape(header, read.value);
  if ('findings' in shaped) throw new TraceError(`${file}: line 1`, shaped.findings);
  const { orrery: version } = shaped.data;
  if (version <= FORMAT) return;
  const wanted = `at most ${FORMAT}: a newer Orrery wrote it`;
  throw new TraceError(`${file}: line 1`, [{ path: 'orrery', found: String(version), wanted }]);
}

/** How many lines the last says that stand before it. A file that was cut off or altered is told from one that was written broken. */
function checkEnd(text: string, body: number, file: string, newHash: NewHash): number {
  const read = boundedJson(text.slice(body));
  const shaped = 'finding' in read ? undefined : inShape(end, read.value);
  if (shaped === undefined || 'findings' in shaped || !text.endsWith('\n'))
    throw new TraceError(file, [
      { path: 'end', found: inShort(text.slice(body)), wanted: 'a whole last line' },
    ]);
  const hash = newHash();
  hash.add(text.slice(0, body));
  const found = hash.end();
  const { lines, sha256 } = shaped.data.end;
  if (found === sha256) return lines;
  throw new TraceError(file, [
    { path: 'end.sha256', found: inShort(sha256), wanted: `the file's own, ${found}` },
  ]);
}
