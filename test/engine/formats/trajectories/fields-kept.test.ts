import { describe, expect, it } from 'vitest';
import type { RecordedRun } from '../../../../engine/index.ts';
import { readPythonLiteral } from '../../../../engine/model/index.ts';
import { documentIn, trajectoryFiles } from './recordings.ts';

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
  /(?:^|[._])(?:\w*id|\w*Id|\w*ID|\w*Uuid|uuid|parent|cause|type|role|kind|event|source|status|level|\w*[tT]ime\w*|ts|t|sim_t|timestamp\w*|completed|created\w*|run_type|dataType|refType|from|to|working_start|harness|sessionKey|\w*_type|op|path|name|key|format|schema_version|(?:started|ended|completed)_at|_key|checksum|episode|dotted_order|eventName|bytesValue|\$\w+)(?:\[\d+\])*$/;

/** All that a run shows, in one text. */
const shownIn = (runs: readonly RecordedRun[]): string =>
  runs
    .map((run) =>
      JSON.stringify([
        run.scenario,
        run.scenarioTags,
        run.apps,
        run.entries,
        run.extras.document,
        run.notes,
        run.verdict,
        run.states,
        run.attempt,
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
    const lost = lines.filter(
      (line) =>
        !NAMES.test(line.trim()) && !isShown(line.trim()) && !isShown(line.trim().replaceAll(TAG, '')),
    );
    if (lost.length === 0) return [];
    const inner =
      documentIn(value) ?? readPythonLiteral(value) ?? (lost.length === 1 ? documentIn(lost[0]!) : undefined);
    return inner === undefined
      ? [`${path}: ${value.slice(0, 80)}`]
      : lostIn(inner, runs).filter((lost) => !isKept(`${path}.${lost.split(': ')[0]}`));
  });
}

/** Texts that say where something is, or what kind of thing it is. */
const NAMES =
  /^(?:(?:attachment|tc):\/\/.*|(?:execute_tool|chat\.completions|invoke_agent|generate_content|text_completion|claude_code\.|ai\.generate|STATUS_CODE_)\S*.*|call_\w+|<(\w+)>-?\d+<\/\1>|<\/?\w+(?:=\w+)?>|EXECUTION RESULT of .*|\[\w+ for .*\] Result:)$/;

/** What programs write around the parameters of calls in texts. */
const TAG = /^<\w+>|<\/\w+>$/g;

/** Texts within documents within texts are escaped once for each. */
const plain = (text: string): string => text.replaceAll(/\\+/g, '');

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

describe('each field of a file of another tool', () => {
  it.each(trajectoryFiles())('is shown, kept or in the structure: %s', async (_, read) => {
    const found = await read();
    expect(found.refused !== undefined ? [] : lostIn(found.document, found.runs)).toEqual([]);
  });
});
