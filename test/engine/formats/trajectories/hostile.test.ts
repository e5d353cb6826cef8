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

/** What strangers do to a file, beside putting other values into it. */
const DAMAGES: readonly ((documents: readonly unknown[], pick: number) => readonly unknown[])[] = [
  (documents) => documents,
  (documents) => [...documents, ...documents],
  (documents) => documents.toReversed(),
  (documents, pick) => documents.filter((_, nth) => nth !== pick % documents.length),
  // Everything has one id and is inside itself.
  (documents) => [
    JSON.parse(
      JSON.stringify(documents).replaceAll(/"((?:\w*[iI]d|uuid|parent\w*|cause))":"[^"]*"/g, '"$1":"same"'),
    ) as unknown,
  ],
  (documents, pick) => [mutated(documents, pick, nested(150))],
  (documents, pick) => [mutated(documents, pick, ODD_TEXT)],
];

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);
const ODD_TEXT = `<script>alert(1)</script>\u202e\u0000{{7*7}}$(id)\u001b[2J${'['.repeat(5_000)}`;

describe('a file of another tool', () => {
  it('is imported or refused with a sentence, whatever is wrong in it', () => {
    const property = fc.property(
      fc.constantFrom(...FILES),
      fc.constantFrom(...DAMAGES),
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
    fc.assert(property, { numRuns: tries(1_000) });
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
