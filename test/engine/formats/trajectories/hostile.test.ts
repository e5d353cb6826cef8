import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importTrace, readRecordings, TraceError } from '../../../../engine/index.ts';
import { tries } from '../../../tries.ts';
import { emptyStore } from '../../store/pantry.ts';

const FOLDER = new URL('examples/', import.meta.url);

/** A small file in each format, as documents: those with lines have one for each. */
const FILES = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  const pieces = name.endsWith('.json') ? [text] : text.split(name.endsWith('.txt') ? /(?<=^\})\n/m : '\n');
  const documents = pieces.flatMap((piece): readonly unknown[] => {
    try {
      return [JSON.parse(piece)];
    } catch {
      return [];
    }
  });
  return { name, documents };
});

/** Replaces the value at one place of `document`, which `pick` chooses among all places. */
function mutated(document: unknown, pick: number, value: unknown): unknown {
  const places: (() => void)[] = [];
  const copy = { document: structuredClone(document) };
  const visit = (holder: Record<string, unknown>): void => {
    for (const key of Object.keys(holder)) {
      places.push(() => {
        holder[key] = value;
      });
      const inner = holder[key];
      if (typeof inner === 'object' && inner !== null) visit(inner as Record<string, unknown>);
    }
  };
  visit(copy);
  places[pick % places.length]?.();
  return copy.document;
}

const imported = (text: string, file: string): number =>
  readRecordings(text, file).map((recorded) =>
    importTrace(emptyStore(), recorded, { startedAt: 0, owner: 'test', logHash: 'none' }),
  ).length;

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('', '\0', '__proto__', 'constructor', -1, 1e308, '9999-12-31T23:59:59Z', 'ATIF-', [[]], {
    role: 'tool',
  }),
);

type Damage = (documents: readonly unknown[], pick: number) => readonly unknown[];

/** All texts of `documents` that are in fields with such names, replaced by `text`. */
const withFields = (
  documents: readonly unknown[],
  names: RegExp,
  text: (before: string) => string,
): unknown[] =>
  JSON.parse(
    JSON.stringify(documents, (key, value: unknown) =>
      typeof value === 'string' && names.test(key) ? text(value) : value,
    ),
  ) as unknown[];

/** All numbers of `documents`, replaced. */
const withNumbers = (documents: readonly unknown[], number: number | string): unknown[] =>
  JSON.parse(
    JSON.stringify(documents, (_, value: unknown) => (typeof value === 'number' ? number : value)),
  ) as unknown[];

const IDS = /(?:id|uuid|parent|cause|name|path)$/i;
const TIMES = /(?:time|timestamp|date|created|nano|ts)$/i;
const KINDS = /^(?:type|role|kind|event|status|source|action|reason|stop_reason|finish_reason)$/;

/** What strangers do to a file, beside putting other values into it. */
const DAMAGES: Readonly<Record<string, Damage>> = {
  nothing: (documents) => documents,
  'everything twice': (documents) => [...documents, ...documents],
  'everything in a list': (documents) => [[...documents]],
  backwards: (documents) => documents.toReversed(),
  'a part missing': (documents, pick) => documents.filter((_, nth) => nth !== pick % documents.length),
  'one id for all': (documents) => withFields(documents, IDS, () => 'same'),
  'no ids': (documents) => withFields(documents, IDS, () => ''),
  'ids in a ring': (documents) => {
    let nth = 0;
    return withFields(documents, IDS, () => `ring ${(nth = (nth + 1) % 3)}`);
  },
  'ids of objects': (documents) => withFields(documents, IDS, () => '__proto__'),
  'one kind for all': (documents, pick) =>
    withFields(documents, KINDS, () => ['tool', 'assistant', 'model', 'limit', 'constructor'][pick % 5]!),
  'times that are none': (documents) => withFields(documents, TIMES, () => 'yesterday'),
  'times in another age': (documents) => withFields(documents, TIMES, () => '+275760-09-13T00:00:00Z'),
  'numbers that are vast': (documents) => withNumbers(documents, 1e308),
  'numbers below zero': (documents) => withNumbers(documents, -9_007_199_254_740_991),
  'numbers as texts': (documents) => withNumbers(documents, '7'),
  'a value that is deep': (documents, pick) => [mutated(documents, pick, nested(150))],
  'a value that is very deep': (documents, pick) => [mutated(documents, pick, nested(1_500))],
  'a text with scripts': (documents, pick) => [mutated(documents, pick, ODD_TEXT)],
  'scripts in every text': (documents) => withFields(documents, /content|text|message|value/, () => SCRIPT),
  'a list of many items': (documents, pick) => [mutated(documents, pick, Array(2_000).fill({ id: 'x' }))],
  'an object of many fields': (documents, pick) => [mutated(documents, pick, MANY_FIELDS)],
  'a long text': (documents, pick) => [mutated(documents, pick, 'leek '.repeat(200_000))],
  'documents in texts': (documents, pick) => [mutated(documents, pick, inTexts(30))],
  'itself within itself': (documents, pick) => [mutated(documents, pick, documents)],
  'many copies': (documents) => Array.from({ length: 20 }, () => documents).flat(),
};

const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { events: value };
  return value;
};
/** A document that is written as a text in a document, and so on, as far as escapes allow. */
const inTexts = (depth: number): unknown => {
  let text = '{}';
  for (let level = 0; level < depth && text.length < 100_000; level++)
    text = JSON.stringify({ content: text });
  return text;
};
const MANY_FIELDS = Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`field ${nth}`, nth]));
const SCRIPT = '<img src=x onerror="globalThis.hacked = true">${globalThis.hacked = true}';
const ODD_TEXT = `<script>alert(1)</script>\u202e\u0000{{7*7}}$(id)\u001b[2J${'['.repeat(5_000)}`;

/** No small file takes more processor time. */
const MOST_MICROSECONDS = 2_000_000;
/** Bytes for a small file: its texts, their copies, and the log of a run for each attempt. */
const MOST_BYTES = 400_000_000;

describe('a file of another tool', () => {
  it.each(Object.entries(DAMAGES))('is read or refused at once, and executes nothing: %s', (_, damage) => {
    for (const { name, documents } of FILES) {
      const text = damage(documents, name.length)
        .map((one) => JSON.stringify(one))
        .join('\n');
      const [started, before] = [process.cpuUsage(), process.memoryUsage().heapUsed];
      try {
        readRecordings(text, name);
      } catch (thrown) {
        expect(thrown, name).toBeInstanceOf(TraceError);
      }
      expect(process.cpuUsage(started).user, name).toBeLessThan(MOST_MICROSECONDS);
      expect(process.memoryUsage().heapUsed - before, name).toBeLessThan(MOST_BYTES);
    }
    expect(globalThis).not.toHaveProperty('hacked');
  });

  it('is imported or refused with a sentence, whatever is wrong in it', () => {
    const property = fc.property(
      fc.constantFrom(...FILES),
      fc.constantFrom(...Object.values(DAMAGES)),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), odd), { maxLength: 4 }),
      fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      ({ name, documents }, damage, pick, changes, cut) => {
        const damaged = changes.reduce<unknown>(
          (one, [place, value]) => mutated(one, place, value),
          damage(documents, pick),
        );
        const list = Array.isArray(damaged) ? (damaged as readonly unknown[]) : [damaged];
        const text = list.map((one) => JSON.stringify(one)).join('\n');
        try {
          imported(cut === null ? text : text.slice(0, Math.floor(text.length * cut)), name);
        } catch (thrown) {
          if (!(thrown instanceof TraceError)) throw thrown;
        }
      },
    );
    fc.assert(property, { numRuns: tries(1_000, 10) });
  });

  it.each(['[1, 2]', '7', '{"steps": []}', '{"steps": []}\n{"steps": []}'])(
    'in no known format is refused: %s',
    (text) => {
      expect(() => readRecordings(text, 'soup.json')).toThrow(
        'soup.json: The format is not known: it is no trace of ARE, no portable file, and no trajectory of a tool in docs/trajectories.md.',
      );
    },
  );

  it('without any attempt is refused', () => {
    const empty = JSON.stringify({ tasks: [], simulations: [] });

    expect(() => readRecordings(empty, 'soup.json')).toThrow(
      'soup.json: A file in the format of tau-bench, but without any attempt.',
    );
  });
});
