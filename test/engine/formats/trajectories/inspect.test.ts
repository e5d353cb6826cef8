import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readRecordings, TraceError } from '../../../../engine/index.ts';
import { inspectTrajectories, isInspectLog } from '../../../../engine/formats/trajectories/inspect.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../engine/model/index.ts';
import { readEvalArchive } from '../../../../main/host/import/eval-archive.ts';
import { lineOf, logsOf, onlyRun } from './recordings.ts';

const CALL = { id: 'c1', function: 'look', arguments: { in: 'pantry' }, type: 'function' };

/** A log with one sample, which has `fields`. */
const logOf = (fields: object): JsonObject => ({
  version: 2,
  status: 'success',
  eval: { task: 'soup', model: 'cook-4' },
  samples: [{ id: 'leek', epoch: 2, input: 'Soup!', target: 'leek', messages: [], ...fields }],
});

/** An event, so many seconds after noon. */
const at = (second: number, event: string, fields: object): object => ({
  event,
  timestamp: `2026-05-16T12:00:0${second}.250000+00:00`,
  ...fields,
});

const answered = (message: object, usage = { input_tokens: 7, output_tokens: 3 }): object => ({
  output: { choices: [{ message: { role: 'assistant', ...message } }], usage, time: 1.5 },
});

const EVENTS = [
  at(0, 'sample_init', { sample: { input: 'Soup!' } }),
  at(1, 'span_begin', { id: 's1', type: 'solver', name: 'generate' }),
  at(2, 'model', {
    input: [],
    input_refs: [[0, 2]],
    ...answered({
      content: [
        { type: 'reasoning', reasoning: 'Leek?' },
        { type: 'text', text: 'I look.' },
      ],
      tool_calls: [CALL],
    }),
  }),
  at(3, 'tool', {
    ...CALL,
    result: 'attachment://h1',
    events: [at(3, 'info', { source: 'pantry', data: 'cold' })],
  }),
  at(4, 'tool', {
    id: 'c2',
    function: 'wash',
    arguments: {},
    result: '',
    error: { type: 'timeout', message: 'late' },
  }),
  at(5, 'store', { changes: [{ op: 'add', path: '/pot', value: 1 }] }),
  at(6, 'model', { input: [], input_refs: [[0, 4]], ...answered({ content: 'Leek.' }) }),
  at(7, 'span_begin', { id: 's2', type: 'scorer', name: 'taste' }),
  at(8, 'model', {
    span_id: 's2',
    input: [{ role: 'user', content: 'Is it good?' }],
    ...answered({ content: 'C' }),
  }),
  at(9, 'score', {
    span_id: 's2',
    scorer: 'taste',
    score: { value: 'C', explanation: 'Good.' },
    target: 'leek',
  }),
  { event: 'dance', steps: 3 },
];

const FULL = {
  events: EVENTS,
  events_data: {
    messages: [
      { role: 'system', content: 'Be a cook.' },
      { role: 'user', content: 'Soup!' },
      { role: 'assistant', content: 'I look.', tool_calls: [CALL] },
      { role: 'user', content: 'And?' },
    ],
  },
  attachments: { h1: 'a long leek' },
  scores: { taste: { value: 'C', explanation: 'Good.' } },
};

describe("Inspect's logs", () => {
  const run = onlyRun(logOf(FULL));

  it('have messages and calls as entries, with their times', () => {
    expect(run.entries.map(lineOf)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'agent tools.look({"in":"pantry"}): "a long leek"',
      'agent tools.wash({}): failed: late',
      'user Conversation.send_message_to_agent({"content":"And?"}): null',
      'agent Conversation.send_message_to_user({"content":"Leek."}): null',
    ]);
    expect(new Date(run.entries[1]!.time / 1000).toISOString()).toBe('2026-05-16T12:00:03.250Z');
  });

  it('have an answer at the time when the model had given it', () => {
    const model = at(2, 'model', {
      completed: '2026-05-16T12:00:05.250000+00:00',
      input: [{ role: 'user', content: 'Soup!' }],
      ...answered({ content: 'Leek.' }),
    });
    const { entries } = onlyRun(logOf({ events: [model] }));
    expect(entries.map(({ time }) => new Date(time / 1000).getUTCSeconds())).toEqual([2, 5]);
  });

  it('have everything else in the transcript', () => {
    expect(logsOf(run)).toEqual([
      'log: Begins: solver generate',
      'system_prompt: Be a cook.',
      'thought: Leek?',
      'thought: I look.',
      'log: pantry: cold',
      'log: Changes of the store: add /pot 1',
      'log: The model answered.',
      'log: Begins: scorer taste',
      'log: The scorer’s model answered: C',
      'score: taste gave C. Why: Good. The target was leek.',
      'log: dance: {"steps":3}',
    ]);
    expect(run.extras.document['world_logs']).toContainEqual(
      expect.objectContaining({
        content: 'Leek?',
        prompt_tokens: 7,
        completion_tokens: 3,
        completion_duration: 1.5,
      }),
    );
  });

  it('have the task, the epoch, the model and the verdict', () => {
    expect(run).toMatchObject({ scenario: 'soup leek', scenarioTags: ['epoch 2', 'cook-4'] });
    expect(run.verdict).toMatchObject({
      outcome: 'passed',
      sentence: 'taste gave C.',
      checks: [{ check: 'taste', status: 'reached' }],
    });
    expect(run.attempt?.expected).toBe('leek');
  });

  it.each<[outcome: string, scores: object]>([
    ['passed', { a: { value: 'C' }, b: { value: true }, c: { value: 1 } }],
    ['failed', { a: { value: 'C' }, b: { value: 'I' } }],
    ['failed', { a: { value: 0 }, b: { value: 0.5 } }],
    ['not-judged', { a: { value: 'P' } }],
    ['passed', { a: { value: 0.7 }, b: { value: 'C' } }],
    ['failed', { a: { value: 0.7 }, b: { value: 'I' } }],
    ['not-judged', { a: { value: 0.7 } }],
    ['not-judged', { a: { value: { f1: 1, em: 0 } } }],
    ['passed', { a: { value: { f1: 1, em: 0 } }, b: { value: 'C' } }],
    ['not-judged', { a: { value: 'P' }, b: { value: 'C' } }],
    ['not-judged', {}],
  ])('are %s by scores', (outcome, scores) => {
    expect(onlyRun(logOf({ scores })).verdict?.outcome).toBe(outcome);
  });

  it('without events have the messages, and what ended them', () => {
    const messages = [
      { role: 'user', content: 'Soup!' },
      { role: 'assistant', content: '', tool_calls: [CALL] },
      { role: 'tool', content: 'leek', tool_call_id: 'c1', function: 'look' },
    ];
    const short = onlyRun(
      logOf({ messages, error: { message: 'It burnt.' }, limit: { type: 'time', limit: 9 } }),
    );

    expect(short.entries.map(lineOf)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'agent tools.look({"in":"pantry"}): "leek"',
      'environment Conversation.error_told({}): failed: It burnt.',
      'environment Conversation.limit_reached({"limit":"time"}): failed: The limit of time was reached: 9',
    ]);
    expect(logsOf(short)).toEqual([]);
    expect(short.verdict?.sentence).toBe(
      'No scorer gave a value. It ended with an error: It burnt. The limit of time was reached: 9.',
    );
  });

  it('of older versions are read, too', () => {
    const old = onlyRun(
      logOf({
        score: { value: 'I' },
        transcript: {
          events: [
            at(1, 'model', { input: 'attachment://h', ...answered({ content: 'No.', tool_calls: [CALL] }) }),
            at(2, 'step', { action: 'begin', type: 'scorer', name: 'taste' }),
            at(3, 'model', { input: [], ...answered({ content: 'I' }) }),
            at(4, 'step', { action: 'end', type: 'scorer', name: 'taste' }),
          ],
          content: { h: 'Soup?' },
        },
        messages: [{ role: 'tool', tool_call_id: 'c1', content: 'rice' }],
      }),
    );

    expect(old.entries.map(lineOf)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Soup?"}): null',
      'agent tools.look({"in":"pantry"}): "rice"',
    ]);
    expect(logsOf(old)).toContain('score: A scorer gave I.');
    expect(old.verdict?.outcome).toBe('failed');
  });

  it('whose samples have no ids are refused', () => {
    const refused = (): unknown => readRecordings(JSON.stringify(logOf({ id: null })), 'soup.json');

    expect(refused).toThrow(TraceError);
    expect(refused).toThrow('soup.json, samples[0].id: null is not');
  });

  it('do not grow when a long text is referred to very often', () => {
    const info = { event: 'info', data: 'attachment://h' };
    const [bomb] = inspectTrajectories(
      logOf({ events: Array(1_000).fill(info), attachments: { h: 'x'.repeat(1_000_000) } }),
      'soup.json',
    );

    const texts = bomb!.steps.map((step) => (step.kind === 'log' ? step.text.length : 0));
    expect(texts.reduce((sum, length) => sum + length)).toBeLessThan(201_000_000);
  });
});

const BESIDE = new URL('../../../../../shared/trajectories/inspect/', import.meta.url);
const FILES = [
  'log_formats.eval',
  'log_formats.json',
  'log_message_deduplication.eval',
  'log_tool_call_error.json',
  'popularity_dPiJifoWeEQBrfWsAopzWr.eval',
  'security-guide.json',
];

interface Real {
  readonly messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly tool_calls?: readonly unknown[];
  }[];
}

describe.runIf(existsSync(BESIDE))(
  'files that Inspect wrote (skipped where ../shared/trajectories is missing)',
  () => {
    it.each(FILES)('%s has its messages and calls', async (name) => {
      const file = fileURLToPath(new URL(name, BESIDE));
      const document: Json = name.endsWith('.eval')
        ? (await readEvalArchive(readFileSync(file), name)).document
        : (JSON.parse(readFileSync(file, 'utf8')) as Json);
      if (!isJsonObject(document)) throw new Error(`${name} is no object`);

      expect(isInspectLog(document)).toBe(true);
      const trajectories = inspectTrajectories(document, name);

      const samples = document['samples'] as unknown as readonly Real[];
      expect(trajectories).toHaveLength(samples.length);
      samples.forEach(({ messages }, nth) => {
        const { steps } = trajectories[nth]!;
        const calls = messages.flatMap(({ tool_calls: of = [] }) => of);
        expect(steps.filter(({ kind }) => kind === 'call')).toHaveLength(calls.length);
        const said = messages.filter(
          ({ role, content, tool_calls: of = [] }) =>
            content !== '' && (role === 'user' || (role === 'assistant' && of.length === 0)),
        );
        expect(steps.filter(({ kind }) => kind === 'message')).toHaveLength(said.length);
      });
    });
  },
);
