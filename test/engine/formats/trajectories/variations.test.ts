import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecordings, type RecordedRun, TraceError } from '../../../../engine/index.ts';
import { tries } from '../../../tries.ts';
import { variations } from './recordings.ts';

const FOLDER = new URL('examples/', import.meta.url);

interface Example {
  readonly name: string;
  /** The document, or that of each line. */
  readonly documents: readonly unknown[];
  readonly hasLines: boolean;
}

const EXAMPLES: readonly Example[] = [
  ...readdirSync(FOLDER)
    .filter((name) => /\.jsonl?$/.test(name))
    .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8'), name.endsWith('.jsonl')] as const),
  ...variations().map(([name, text]) => [name, text, text.includes('\n')] as const),
].flatMap(([name, text, hasLines]) => {
  const documents = (hasLines ? text.split('\n') : [text]).flatMap((piece) => {
    try {
      return [JSON.parse(piece) as unknown];
    } catch {
      return [];
    }
  });
  return runsOf(written(documents), name).length === 0 ? [] : [{ name, documents, hasLines }];
});

function written(documents: readonly unknown[], lineEnd = '\n', indent?: number): string {
  return documents
    .map((one) => JSON.stringify(one, null, documents.length === 1 ? indent : undefined))
    .join(lineEnd);
}

function runsOf(text: string, name: string): readonly RecordedRun[] {
  try {
    return readRecordings(text, name);
  } catch (thrown) {
    if (!(thrown instanceof TraceError)) throw thrown;
    return [];
  }
}

/** All that is shown or kept of a file. */
const allOf = (runs: readonly RecordedRun[]): string =>
  JSON.stringify(
    runs.map(
      ({
        scenario,
        scenarioTags,
        apps,
        entries,
        extras,
        notes,
        verdict,
        states,
        attempt,
        start,
        now,
        seed,
      }) => [
        [scenario, scenarioTags, apps, entries, extras.document, notes, verdict],
        [states, attempt, start, now, seed],
      ],
    ),
  );

/** What is counted over all runs of a file. */
const countsOf = (runs: readonly RecordedRun[]): unknown =>
  runs.map(({ entries, attempt, verdict }) => ({
    calls: entries.map((entry) =>
      'action' in entry ? [entry.action.tool, entry.outcome.status] : entry.kind,
    ),
    attempt: attempt && { ...attempt, scores: attempt.scores.toSorted(byScorer) },
    outcome: verdict?.outcome,
  }));

const byScorer = (one: { scorer: string }, other: { scorer: string }): number =>
  one.scorer < other.scorer ? -1 : 1;

type Container = Record<string, unknown>;
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** The places of the values in `holder` that are no containers and say something. */
function* leavesOf(
  holder: Container,
  path = '',
): Generator<readonly [holder: Container, key: string, path: string]> {
  for (const [key, value] of Object.entries(holder)) {
    const own = Array.isArray(holder) ? `${path}[]` : `${path}.${key}`;
    if (isContainer(value)) yield* leavesOf(value, own);
    else if (value !== null && value !== '') yield [holder, key, own];
  }
}

/** Values that are in the order, times, joins and kinds of steps rather than in their texts. */
const STRUCTURE =
  /(?:\w*[iI]ds?|\w*ID|\w*Uuid|uuid|parent\w*|cause|\w*[tT]ype|role|kind|source|status|level|\w*[tT]ime\w*|ts|t|timestamp|created|completed|current_node|\w*UnixNano|run_type|refType|sessionKey|isSidechain|code|action|observation|key|w|dataType|input_refs|\$rewindTo|subtype|is_error|stopReason|dotted_order|eventName)(?:\[\])*$/;

/** Values that say again what another one says, which is shown. */
const SAID_ELSEWHERE: readonly RegExp[] = [
  // The model of a helper, and of answers that the program makes up.
  /^claude-code.*\.message\.model$/,
  // The sums that the last answer of a session adds to.
  /^codex.*\.total_token_usage\./,
  // Messages that a later request repeats, and calls that have an event or a span of their own.
  /^inspect.*\.tool_calls\[\]\.(?:function|arguments.*)$/,
  /^lang(?:fuse|smith).*(?:\.input\[\]\.content|\.messages.*\.content|\.args\.\w+|\[\]\.text)$/,
  // The tool of a call that a later request repeats.
  /^(?:lang(?:fuse|smith)|weave).*(?:inputs?.*(?:tool_calls\[\]|\.function)|\.input\[\])\.name$/,
  // What a request cost, told twice.
  /^lang(?:fuse|smith).*(?:usage\w*|usageDetails)\./,
  // What the model was shown of an output that the file has as it was.
  /^mini-swe-agent.*(?:\.content|\.returncode)$/,
  // The start and end of a call that a message has, too.
  /^openclaw.*\.(?:toolName|success|durationMs)$/,
  /^openhands.*\.tool_name$/,
  // What a model asked for, and a span tells as well; the ids of calls; the kinds of events.
  /^open-telemetry, (?:a protocol|numbered).*\.stringValue$/,
  /^open-telemetry.*\.events\[\]\.name$/,
  // A score that is true or false is a number.
  /^langfuse, a page.*\.scores\[\]\.value$/,
  // What a request used, told twice.
  /^weave.*\.output\.usage\.\w+$/,
  // Names of operations, and tokens of spans around a request.
  /^otel.*\.(?:value\.(?:intValue|stringValue)|name)$/,
];

describe('an example of a file of another tool', () => {
  it.each(EXAMPLES)('has no value that can change without a word: $name', ({ name, documents }) => {
    const copy = structuredClone(documents) as unknown as Container;
    const before = allOf(runsOf(written(documents), name));
    const lost = new Set<string>();
    for (const [holder, key, path] of [...leavesOf(copy)]) {
      if (STRUCTURE.test(path) || SAID_ELSEWHERE.some((where) => where.test(`${name}${path}`))) continue;
      const value = holder[key];
      holder[key] =
        typeof value === 'string' ? `${value} leek` : typeof value === 'number' ? value + 7 : value !== true;
      if (allOf(runsOf(written(copy as unknown as readonly unknown[]), name)) === before) lost.add(path);
      holder[key] = value;
    }
    expect([...lost]).toEqual([]);
  });
});

/** The fields of each object in another order, which `seed` decides. */
function reordered(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, seed));
  if (!isContainer(value)) return value;
  const rank = (key: string): number => (key.length * 31 + key.charCodeAt(0) * 17 + seed) % 101;
  const keys = Object.keys(value).toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, reordered(value[key], seed)]));
}

const examples = fc.constantFrom(...EXAMPLES);
const TRIES = { numRuns: tries(400) };

describe('a random variation of an example', () => {
  it('has the same counts with other line ends, a mark, and spaces', () => {
    const forms = fc.record({
      mark: fc.boolean(),
      indent: fc.constantFrom(0, 1, 4),
      end: fc.constantFrom('\n', '\r\n', '\n\n'),
    });
    fc.assert(
      fc.property(examples, forms, ({ name, documents }, { mark, indent, end }) => {
        const text = `${mark ? '\uFEFF' : ''}${written(documents, end, indent)}${end}`;
        expect(countsOf(runsOf(text, name))).toEqual(countsOf(runsOf(written(documents), name)));
      }),
      TRIES,
    );
  });

  it('has the same counts with its fields in another order', () => {
    fc.assert(
      fc.property(examples, fc.nat(100), ({ name, documents }, seed) => {
        const other = documents.map((one) => reordered(one, seed));
        expect(countsOf(runsOf(written(other), name))).toEqual(countsOf(runsOf(written(documents), name)));
      }),
      TRIES,
    );
  });

  it('shows or keeps a field that nobody knows, and has the same counts', () => {
    fc.assert(
      fc.property(examples, fc.nat(), ({ name, documents }, pick) => {
        const copy = structuredClone(documents);
        const holders = [...objectsIn(copy)];
        holders[pick % holders.length]!['soup_field'] = 'a leek that nobody knows';
        const runs = runsOf(written(copy), name);
        expect(allOf(runs)).toContain('a leek that nobody knows');
        expect(runs.map(({ entries }) => entries.length)).toEqual(
          runsOf(written(documents), name).map(({ entries }) => entries.length),
        );
      }),
      TRIES,
    );
  });

  it('says that its last line is cut off, and has the others', () => {
    const lines = EXAMPLES.filter(({ hasLines, documents }) => hasLines && documents.length > 2);
    fc.assert(
      fc.property(fc.constantFrom(...lines), fc.integer({ min: 2, max: 40 }), ({ name, documents }, cut) => {
        const whole = written(documents);
        const rest = written(documents.slice(0, -1));
        const runs = runsOf(whole.slice(0, Math.max(rest.length + 2, whole.length - cut)), name);
        const without = runsOf(rest, name);
        expect(countsOf(runs)).toEqual(countsOf(without));
        if (without.length > 0) expect(runs[0]!.notes.join('\n')).toContain('The file is cut off');
      }),
      TRIES,
    );
  });
});

/** What a call was given says which call it is, also where a message and a span tell of the same one. */
const ARGUMENTS = ['args', 'arguments', 'params', 'input', 'inputs'];

/** The objects in a document, apart from those that stand for a value with its name and type, and what calls were given. */
function* objectsIn(value: unknown): Generator<Container> {
  if (!isContainer(value)) return;
  const isValue = 'key' in value || Object.keys(value).some((name) => /^\w+(?:V|_v)alue$/.test(name));
  if (!Array.isArray(value) && !isValue && !('values' in value)) yield value;
  for (const [key, item] of Object.entries(value)) if (!ARGUMENTS.includes(key)) yield* objectsIn(item);
}
