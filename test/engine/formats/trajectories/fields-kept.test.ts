import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readRecordings, type RecordedRun, TraceError } from '../../../../engine/index.ts';
import { readEvalArchive } from '../../../../main/host/import/eval-archive.ts';
import { recordingsIn } from '../../../../engine/formats/index.ts';

/** Files of other tools beside the clone, if there are any: `ORRERY_TRAJECTORIES=/folder`. */
const BESIDE = process.env['ORRERY_TRAJECTORIES'];
const FOLDERS = [
  fileURLToPath(new URL('examples/', import.meta.url)),
  ...(BESIDE === undefined ? [] : [BESIDE]),
];

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
    .filter((path) => /\.(?:jsonl?|traj|txt|eval)$/.test(path) && !path.endsWith('SOURCE.txt'));

interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

function* leavesOf(value: unknown, path = ''): Generator<Leaf> {
  if (typeof value !== 'object' || value === null) yield { path, value };
  else
    for (const [key, item] of Object.entries(value))
      yield* leavesOf(item, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
}

/** Fields whose values are in the order, the times and the joins of steps, rather than in their texts. */
const STRUCTURE =
  /(?:^|[._])(?:\w*id|\w*Id|\w*ID|\w*Uuid|uuid|parent|cause|type|role|kind|event|source|status|level|\w*[tT]ime\w*|ts|t|sim_t|timestamp\w*|completed|created\w*|run_type|dataType|refType|from|to|working_start|harness|sessionKey|\w*_type|op|path|name|key|format|schema_version|started_at|completed_at|_key|checksum|episode|\$\w+)(?:\[\d+\])*$/;

/** All that a run shows, in one text. */
const shownIn = (runs: readonly RecordedRun[]): string =>
  runs
    .map((run) =>
      JSON.stringify([
        run.scenario,
        run.scenarioTags,
        run.entries,
        run.extras.document,
        run.notes,
        run.verdict,
        run.states,
      ]),
    )
    .join('\n');

const shortest = 12; // characters: shorter texts may be found by chance, and numbers are formatted

/** The texts of `document` that are neither shown, nor kept, nor a part of the structure. */
function lostIn(document: unknown, runs: readonly RecordedRun[]): readonly string[] {
  const shown = plain(shownIn(runs));
  const kept = runs.flatMap((run) => Object.keys((run.extras.document['kept'] as object | undefined) ?? {}));
  const isKept = prefixes(kept);
  const isShown = (text: string): boolean => shown.includes(plain(JSON.stringify(text).slice(1, -1)));
  return [...leavesOf(document)].flatMap(({ path, value }) => {
    if (
      typeof value !== 'string' ||
      value.length < shortest ||
      STRUCTURE.test(path) ||
      NAMES.test(value) ||
      isKept(path) ||
      isShown(value)
    )
      return [];
    // Texts are trimmed, split or joined in some places: then each line is shown.
    const lines = value.split('\n').filter((line) => line.trim().length >= shortest);
    if (lines.every((line) => NAMES.test(line.trim()) || isShown(line.trim()))) return [];
    const inner = documentIn(value);
    return inner === undefined
      ? [`${path}: ${value.slice(0, 80)}`]
      : lostIn(inner, runs).filter((lost) => !isKept(`${path}.${lost.split(': ')[0]}`));
  });
}

/** Texts that say where something is, or what kind of thing it is. */
const NAMES =
  /^(?:(?:attachment|tc):\/\/.*|(?:execute_tool|invoke_agent|generate_content|text_completion|claude_code\.)\S*.*|call_\w+|<(\w+)>-?\d+<\/\1>)$/;

/** Texts within documents within texts are escaped once for each. */
const plain = (text: string): string => text.replaceAll(/\\+/g, '');

function documentIn(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'string'
      ? documentIn(parsed)
      : typeof parsed === 'object' && parsed !== null
        ? parsed
        : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a path or one around it is among `kept`. */
function prefixes(kept: readonly string[]): (path: string) => boolean {
  const known = new Set(kept);
  return (path) => {
    for (
      let end = path.length;
      end > 0;
      end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1))
    )
      if (known.has(path.slice(0, end))) return true;
    return false;
  };
}

async function read(file: string): Promise<readonly [unknown, readonly RecordedRun[]]> {
  if (file.endsWith('.eval')) {
    const { document, notes } = await readEvalArchive(readFileSync(file), file);
    return [document, recordingsIn({ document, notes }, file)];
  }
  const text = readFileSync(file, 'utf8');
  const runs = readRecordings(text, file);
  const whole = documentIn(text);
  const pieces = text.includes('\n}\n{') ? text.split(/(?<=^\})\n(?=\{)/m) : text.split('\n');
  return [
    whole ?? pieces.filter((piece) => piece.trim() !== '').flatMap((piece) => documentIn(piece) ?? []),
    runs,
  ];
}

describe('each field of a file of another tool', () => {
  it.each(
    FOLDERS.flatMap((folder) => filesIn(folder).map((file) => [relative(folder, file), file] as const)),
  )('is shown, kept or in the structure: %s', async (_, file) => {
    const found = await read(file).catch((thrown: unknown) => {
      if (thrown instanceof TraceError) return undefined;
      throw thrown;
    });
    expect(found === undefined ? [] : lostIn(...found)).toEqual([]);
  });
});
