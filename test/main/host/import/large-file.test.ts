import { writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readDocument } from '../../../../engine/index.ts';
import type { Json } from '../../../../engine/model/values/json.ts';
import { partsOf } from '../../../../main/host/import/large-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** The documents of the parts of a file with this text. */
async function documentsIn(text: string, limits?: Parameters<typeof partsOf>[2]): Promise<readonly Json[]> {
  const file = join(temporaryFolder(), 'soup.json');
  writeFileSync(file, text);
  const documents: Json[] = [];
  for await (const part of partsOf('soup.json', file, limits))
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

  it('of MLflow has a part for each trace of a page', async () => {
    const trace = (id: string): Json => ({
      info: { trace_id: id },
      data: {
        spans: [
          {
            trace_id: id,
            span_id: 'a',
            name: 'x'.repeat(90),
            attributes: { 'mlflow.traceRequestId': `"${id}"` },
          },
        ],
      },
    });
    const page = (...traces: Json[]) => ({ traces, next_page_token: null });

    expect(await documentsIn(JSON.stringify(page(trace('t1'), trace('t2'))))).toEqual([
      page(trace('t1')),
      page(trace('t2')),
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

  const ATTEMPT = '"steps":[{"source":"user","message":"Soup!"},{"source":"agent"},{"source":"agent"}]';
  const TOGETHER = [
    [
      'a session, whose lines are one run',
      '{"type":"session","id":"a"}\n{"type":"message"}\n{"type":"message","n":2}\n',
      [[{ type: 'session', id: 'a' }], [{ type: 'message' }], [{ type: 'message', n: 2 }]],
    ],
    [
      'telemetry, whose lines have talks',
      '{"type":"agent.end","sessionKey":"a","messages":[{"role":"user","content":"Soup!"}]}\n{"type":"x"}\n',
      [
        [{ type: 'agent.end', sessionKey: 'a', messages: [{ role: 'user', content: 'Soup!' }] }],
        [{ type: 'x' }],
      ],
    ],
    [
      'a trajectory, whose steps are one run',
      `{"schema_version":"ATIF-v1.6",${ATTEMPT},"agent":{"name":"a"},"final_metrics":{"total_steps":3}}`,
      [
        {
          schema_version: 'ATIF-v1.6',
          agent: { name: 'a' },
          steps: [{ source: 'user', message: 'Soup!' }],
        },
        { schema_version: 'ATIF-v1.6', agent: { name: 'a' }, steps: [{ source: 'agent' }] },
        {
          schema_version: 'ATIF-v1.6',
          agent: { name: 'a' },
          final_metrics: { total_steps: 3 },
          steps: [{ source: 'agent' }],
        },
      ],
    ],
  ] as const;

  it.each(TOGETHER)('with %s is read in portions, one after the other', async (_, text, parts) => {
    expect(await documentsIn(text)).toHaveLength(1);
    expect(await documentsIn(text, { portion: 1 })).toEqual(parts);
  });

  const span = (traceId: string, spanId: string): Json => ({ traceId, spanId, name: 'chat' });
  const EXPORT = {
    resourceSpans: [
      {
        resource: { attributes: [] },
        scopeSpans: [{ scope: { name: 's' }, spans: [span('a', '1'), span('b', '2'), span('a', '3')] }],
      },
      { scopeSpans: [{ spans: [span('b', '4')] }] },
    ],
  };

  it.each([
    ['an export', EXPORT],
    ['an export in an object', { trace: EXPORT }],
    ['a list of exports', [EXPORT]],
    ['an export of Tempo', { batches: EXPORT.resourceSpans }],
  ])('with %s is divided at its spans, however deep they are', async (_, document) => {
    const documents = await documentsIn(JSON.stringify(document), { most: 10_000, portion: 1 });

    expect(documents.map((one) => JSON.stringify(one).match(/"spanId":"\d"/g))).toEqual([
      ['"spanId":"1"', '"spanId":"3"'],
      ['"spanId":"2"', '"spanId":"4"'],
    ]);
    expect(JSON.stringify(documents[0])).toContain('"scope":{"name":"s"}');
  });

  it('with a trace that is too large itself has parts of it', async () => {
    const documents = await documentsIn(JSON.stringify(EXPORT), { most: 1, portion: 60 });
    expect(documents.map((one) => JSON.stringify(one).match(/"spanId":"\d"/g))).toEqual(
      ['1', '3', '2', '4'].map((id) => [`"spanId":"${id}"`]),
    );
  });

  it('with log records of no trace has them together', async () => {
    const line = (name: string): Json => ({
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: name } }] }] }],
    });
    expect(await documentsIn([line('a'), line('b')].map((one) => JSON.stringify(one)).join('\n'))).toEqual([
      [line('a'), line('b')],
    ]);
  });

  it.each([
    [
      'observations of Langfuse',
      (traceId: string, id: string) => ({ id, traceId, type: 'SPAN', startTime: '2026-01-05T09:00:00Z' }),
    ],
    [
      'runs of LangSmith',
      (trace: string, id: string) => ({ id, trace_id: trace, run_type: 'tool', inputs: {} }),
    ],
  ])('with %s has a part for each trace', async (_, one) => {
    const all = [one('t1', 'a'), one('t2', 'b'), one('t1', 'c')];
    expect(await documentsIn(all.map((each) => JSON.stringify(each)).join('\n'))).toEqual([
      [all[0], all[2]],
      [all[1]],
    ]);
  });

  const WHOLE = [
    ['no list', '{"soup": {"hot": true}}'],
    ['an end too early', '[{"messages": ['],
    ['nothing but brackets', '['.repeat(5_000)],
    ['closing brackets', ']'.repeat(5_000)],
    ['a text without end', '["soup'],
    ['backslashes', `["${'\\'.repeat(5_001)}`],
    ['a list of what nobody knows', '[{"soup": 1}, {"soup": 2}]'],
  ] as const;

  it.each(WHOLE)('with %s is read at once, where that is possible', async (_what, text) => {
    expect(await documentsIn(text)).toEqual(['whole']);
    await expect(documentsIn(text, { most: 1, portion: 1 })).rejects.toThrow(
      /^soup\.json: The file is too large to be read at once/,
    );
  });

  it('with more pieces than are read has those, and says so', async () => {
    const lines = ['a', 'b', 'c'].map((content) => JSON.stringify(talk(content)));

    expect(await documentsIn(lines.join('\n'), { pieces: 2 })).toEqual([
      'soup.json: The file has more than 2 lines: only these are read. Divide it, and import the rest.',
      talk('a'),
      talk('b'),
    ]);
    await expect(documentsIn(`[${lines.join()}]`, { pieces: 2, most: 1 })).rejects.toThrow(
      /it is no JSON with a list of at most 2 items/,
    );
  });

  const PADDING = JSON.stringify({ padding: 'x'.repeat(100_000) });
  const nested = (open: string, close: string): string =>
    `${open.repeat(1_000)}{"spans":[${PADDING},${PADDING}]}${close.repeat(1_000)}`;

  it.each([
    ['lists of spans in lists of spans', nested('{"spans":[', ']}')],
    ['traces in traces', nested('{"trace":', '}')],
    ['exports in exports', nested('{"trace":{"batches":[', ']}}')],
  ])('with %s is read a certain number of times', async (_, text) => {
    const file = join(temporaryFolder(), 'soup.json');
    writeFileSync(file, text);
    await using opened = await open(file);
    const read = vi.spyOn(Object.getPrototypeOf(opened) as FileHandle, 'read');

    await documentsIn(text, { most: 1, portion: 1_000 }).catch(() => undefined);

    const results = (await Promise.all(read.mock.results.map(({ value }) => value as unknown))) as {
      bytesRead: number;
    }[];
    read.mockRestore();
    const bytes = results.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    expect(bytes).toBeGreaterThan(2 * text.length);
    expect(bytes).toBeLessThan(16 * text.length);
  });
});
