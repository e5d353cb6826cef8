import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import type { JsonObject } from '../../../engine/model/values/json.ts';
import { callGrammar } from '../../../main/model-agent/call-grammar.ts';
import { LocalModel, localBody } from '../../../main/model-agent/local-model.ts';
import { tries } from '../../tries.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { installedEngine } from './model-engine.ts';
import { writeTinyModel } from './tiny-gguf.ts';

const TREE = z.strictObject({
  leaf: z.boolean(),
  get more() {
    return TREE.optional();
  },
});

const SCHEMAS = {
  text: z.strictObject({ text: z.string() }),
  optional: z.strictObject({ a: z.int().optional(), b: z.boolean().optional(), c: z.null().optional() }),
  mixed: z.strictObject({
    folder: z.enum(['INBOX', 'SENT']),
    limit: z.number(),
    cc: z.array(z.string()).optional(),
  }),
  either: z.strictObject({ to: z.union([z.array(z.string()).min(1), z.null(), z.literal('all "of" us')]) }),
  nested: z.strictObject({ at: z.strictObject({ x: z.int(), y: z.int().optional() }) }),
  free: z.strictObject({ any: z.json(), map: z.record(z.string(), z.boolean()) }),
  none: z.strictObject({}),
  tree: z.strictObject({ tree: TREE }),
};

const tools = Object.entries(SCHEMAS).map(([name, schema]) => ({
  name,
  description: `Takes ${name}.`,
  parameters: z.toJSONSchema(schema, { io: 'input' }) as JsonObject,
}));

const offered = tools.map((tool) => ({ type: 'function', function: tool }));

const asks = (body: JsonObject, content = 'Do it.') => ({
  messages: [
    { role: 'system', content: 'You are a tool.' },
    { role: 'user', content },
  ],
  body,
});

let env: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  env = await installedEngine();
});

/** A model in a file. It likes to end texts, lists and objects. */
function tinyModel(parameters: JsonObject = {}, report?: (text: string) => void): LocalModel {
  vi.stubEnv('NODE_PATH', env['NODE_PATH']);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const url = join(temporaryFolder(), 'tiny.gguf');
  writeTinyModel(url, { likes: { '"': 7, '}': 4, ']': 6, ':': 3 } });
  return modelIn(url, parameters, report);
}

const modelIn = (url: string, parameters: JsonObject, report: (text: string) => void = () => undefined) =>
  new LocalModel(
    { url, name: 'tiny', wire: 'gguf', calls: 'native', parameters: { threads: 1, ...parameters } },
    '/home/ada/.config/Orrery',
    report,
  );

/** Why it gave no answer. */
const refusalOf = async (
  model: LocalModel,
  body = localBody('tiny', [], {}),
): Promise<string | undefined> => {
  const { answered, failed } = await model.ask(asks(body));
  expect(answered).toBeUndefined();
  return failed[0]?.error;
};

describe('a model in a file', () => {
  it('answers with calls that the JSON Schema of their tools allows, the same for the same seed', async () => {
    const model = tinyModel();
    const called = new Set<string>();
    for (let seed = 0; seed < tries(24); seed += 1) {
      const request = asks(localBody('tiny', offered, { temperature: 1.2, seed }));
      const { answered, failed } = await model.ask(request);
      expect({ seed, failed }).toEqual({ seed, failed: [] });
      const { calls, finish } = answered!.answer;
      expect(['stop', 'length']).toContain(finish);
      for (const { name, args } of calls) {
        called.add(name);
        const { error } = SCHEMAS[name as keyof typeof SCHEMAS].safeParse(JSON.parse(args));
        expect({ seed, name, args, error }).toMatchObject({ error: undefined });
      }
      if (seed < 3) expect((await model.ask(request)).answered!.answer).toEqual(answered!.answer);
    }
    expect(called.size).toBeGreaterThan(3);
  });

  it('writes text where it has no tools, and says which file and engine it is', async () => {
    const told: string[] = [];
    const model = tinyModel({ memory: 64 }, (text) => told.push(text));
    const { answered } = await model.ask(asks(localBody('tiny', [], { temperature: 1, max_tokens: 12 })));
    const { answer, usage, raw } = answered!;
    expect([answer.text, answer.calls, answer.finish]).toEqual([raw, [], 'length']);
    expect(usage).toMatchObject({ cached: 0, output: 12 });
    expect(await model.about).toMatchObject({
      engine: 'node-llama-cpp 3.21.1',
      processor: 'cpu',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  it('goes on from what it has read of the request before', async () => {
    const model = tinyModel();
    const body = localBody('tiny', offered, { max_tokens: 20 });
    const { messages } = asks(body);
    const [first, second] = [
      await model.ask({ messages, body }),
      await model.ask({
        messages: [...messages, { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'Go on.' }],
        body,
      }),
    ];
    expect(second.answered!.usage.cached).toBeGreaterThan(first.answered!.usage.input! - 30);
  });

  it('says why it cannot answer: no file, no engine, too little memory or context', async () => {
    expect(await refusalOf(modelIn('models/none.gguf', {}))).toBe('There is no model at models/none.gguf.');
    expect(await refusalOf(tinyModel({ memory: 0.001 }))).toMatch(
      /^The model needs more than 0.0 GB of memory\./,
    );
    const small = tinyModel({ context: 512 });
    expect(await refusalOf(small)).toMatch(
      /^The request has \d+ tokens and its answer at most 1024, which is more than the context of 512\./,
    );
    const without = tinyModel();
    vi.stubEnv('NODE_PATH', '');
    expect(await refusalOf(without)).toBe(
      'A model in a file needs node-llama-cpp. Install it once: npm install --prefix "/home/ada/.config/Orrery" node-llama-cpp@3',
    );
  });
});

describe('a grammar for calls', () => {
  it('stays small for tools with many arguments that may be left out', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 30 }, (_, nth) => [`a${nth}`, { type: 'string' }]),
    );
    const text = callGrammar([{ name: 'many', parameters: { type: 'object', properties } }]);
    expect(text.length).toBeLessThan(20_000);
  });

  it('allows any JSON where a schema says what is not known, and refers to nothing outside', () => {
    const text = callGrammar([
      {
        name: 'odd',
        parameters: {
          type: 'object',
          properties: { a: { $ref: 'https://example.org/a' }, b: { not: {} }, c: true },
          required: ['a', 'b', 'c'],
        },
      },
    ]);
    expect(text).toContain(String.raw`part0 ::= "\"a\":" sp value`);
    expect(text.match(/sp value\n/g)).toHaveLength(3);
  });
});
