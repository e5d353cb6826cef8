import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../engine/index.ts';
import type { Json } from '../../../../engine/model/values/json.ts';
import { partsOf } from '../../../../main/host/import/large-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** The documents of the parts of a file with this text. */
async function documentsIn(text: string, most?: number): Promise<readonly Json[]> {
  const file = join(temporaryFolder(), 'soup.json');
  writeFileSync(file, text);
  const documents: Json[] = [];
  for await (const part of partsOf('soup.json', file, most))
    documents.push(part === 'whole' ? part : 'refused' in part ? part.refused.message : part.document);
  return documents;
}

const talk = (content: string): Json => ({
  id: content,
  messages: [{ role: 'user', content }],
});

const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', '],[', '{"a":[', '}\n{', ':', ',', '\\\\"', '\u2028', ' "x": '),
);

describe('a large file', () => {
  it('of lines has a part for each line', async () => {
    expect(await documentsIn(`${JSON.stringify(talk('a'))}\n\n${JSON.stringify(talk('b'))}`)).toEqual([
      talk('a'),
      talk('b'),
    ]);
  });

  it('with a list is divided at its items, whatever is in their texts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(odd, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(0, 2),
        async (texts, space) => {
          const talks = texts.map((text, nth) => ({
            ...(talk(text) as object),
            [text]: [nth, text, null, { b: text }],
          }));
          // Fields that are written twice are refused by the reader of documents in any case.
          const list = talks.filter((one) => new Set(Object.keys(one)).size > 2) as Json[];
          fc.pre(list.length > 0);
          const written = JSON.stringify(list, null, space);
          expect(await documentsIn(written)).toEqual(readDocument(written, 'soup.json').document);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('with an object around its longest list has that around each item', async () => {
    const sample = (id: number): Json => ({
      id,
      epoch: 1,
      messages: [{ role: 'user', content: 'x'.repeat(50) }],
    });
    const log = {
      version: 2,
      status: 'success',
      eval: { task: 'soup', tags: ['a', 'b'] },
      samples: [sample(1), sample(2)],
      stats: { a: 1 },
    };

    expect(await documentsIn(JSON.stringify(log, null, 1))).toEqual([
      { ...log, samples: [sample(1)] },
      { ...log, samples: [sample(2)] },
    ]);
  });

  it('of OpenTelemetry has a part for each trace, with spans from wherever they stand', async () => {
    const line = (...spans: readonly (readonly [trace: string, span: string])[]): string =>
      JSON.stringify({
        resourceSpans: [
          { scopeSpans: [{ spans: spans.map(([traceId, spanId]) => ({ traceId, spanId, name: 'chat' })) }] },
        ],
      });

    const documents = await documentsIn([line(['a', '1'], ['b', '2']), line(['a', '3'])].join('\n'));

    expect(documents.map((document) => JSON.stringify(document).match(/"spanId":"\d"/g))).toEqual([
      ['"spanId":"1"', '"spanId":"3"'],
      ['"spanId":"2"'],
    ]);
  });

  it('with a damaged part has the others', async () => {
    const text = [JSON.stringify(talk('a')), '{"soup": 1', JSON.stringify(talk('b'))].join('\n');
    expect(await documentsIn(text)).toEqual([
      talk('a'),
      expect.stringMatching(/^soup\.json, line 2: The text is not valid JSON/),
      talk('b'),
    ]);
  });

  const WHOLE = [
    ['a session, whose lines are one run', '{"type":"session","id":"a"}\n{"type":"message"}\n'],
    [
      'telemetry, whose lines have talks',
      '{"type":"agent.end","sessionKey":"a","messages":[{"role":"user","content":"Soup!"}]}\n{"type":"x"}\n',
    ],
    [
      'a trajectory, whose steps are one run',
      '{"schema_version":"ATIF-v1.6","steps":[{"source":"user","message":"Soup!"},{"source":"agent"}]}',
    ],
    ['a talk', '{"messages":[{"role":"user","content":"Soup!"},{"role":"assistant","content":"Leek?"}]}'],
    ['no list', '{"soup": {"hot": true}}'],
    ['an end too early', '[{"messages": ['],
    ['nothing but brackets', '['.repeat(5_000)],
    ['closing brackets', ']'.repeat(5_000)],
    ['a text without end', '["soup'],
    ['backslashes', `["${'\\'.repeat(5_001)}`],
  ] as const;

  it.each(WHOLE)('with %s is read at once, where that is possible', async (_what, text) => {
    expect(await documentsIn(text)).toEqual(['whole']);
    await expect(documentsIn(text, 1)).rejects.toThrow(
      /^soup\.json: The file is too large to be read at once/,
    );
  });
});
