import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importTrace, readRecordings, TraceError } from '../../../../engine/index.ts';
import { tries } from '../../../tries.ts';
import { emptyStore } from '../../store/pantry.ts';

const CALL = { id: 'c', function: { name: 'look', arguments: '{"in": "pantry"}' } };
const TALK = [
  { role: 'system', content: 'Be a cook.' },
  { role: 'user', content: [{ type: 'text', text: 'Soup!' }], timestamp: '2026-05-16T12:00:00Z' },
  { role: 'assistant', content: 'I look.', reasoning_content: 'Leek?', tool_calls: [CALL] },
  { role: 'tool', tool_call_id: 'c', content: 'leek', error: { type: 'timeout', message: 'late' } },
];

/** A small file in each format. */
const FILES: readonly unknown[] = [
  {
    trajectory: [
      { action: 'ls', observation: 'a', thought: 't', execution_time: 1, state: { open_file: 'n/a' } },
    ],
    history: TALK,
    info: { exit_status: 'submitted', model_stats: { tokens_sent: 1, tokens_received: 1 } },
    replay_config: { problem_statement: { id: 'soup' }, agent: { model: { name: 'm' } } },
  },
  { history: TALK },
  [{ task_id: 1, reward: 1, trial: 0, info: { task: { instruction: 'x', actions: [] } }, traj: TALK }],
  {
    info: { environment_info: { domain_name: 'd' }, agent_info: { llm: 'm' } },
    tasks: [{ id: '0', user_scenario: { instructions: 'x' }, evaluation_criteria: { actions: [] } }],
    simulations: [
      { task_id: '0', seed: 1, messages: TALK, reward_info: { reward: 1, action_checks: [{ action: {} }] } },
    ],
  },
  {
    schema_version: 'ATIF-v1.7',
    session_id: 's',
    agent: { name: 'a', model_name: 'm' },
    steps: [
      { source: 'user', message: 'x', timestamp: '2026-05-16T12:00:00Z' },
      {
        source: 'agent',
        message: 'x',
        tool_calls: [{ tool_call_id: 'c', function_name: 'f', arguments: {} }],
        observation: { results: [{ source_call_id: 'c', content: 'y' }] },
        metrics: { prompt_tokens: 1 },
      },
    ],
    subagent_trajectories: [],
  },
  {
    eval: { task: 'soup', model: 'm' },
    samples: [
      {
        id: 'leek',
        epoch: 1,
        input: 'Soup!',
        target: 'leek',
        messages: TALK,
        scores: { taste: { value: 'C', explanation: 'Good.' } },
        error: { message: 'x' },
        limit: { type: 'time', limit: 1 },
        attachments: { h: 'y' },
        events_data: { messages: TALK },
        events: [
          { event: 'span_begin', id: 's', type: 'scorer', name: 'taste', timestamp: '2026-05-16T12:00:00Z' },
          {
            event: 'model',
            span_id: 't',
            input: 'x',
            input_refs: [[0, 2]],
            output: {
              choices: [{ message: { content: 'attachment://h', tool_calls: [CALL] } }],
              usage: { input_tokens: 1 },
            },
          },
          {
            event: 'tool',
            id: 'c',
            function: 'look',
            arguments: {},
            result: 1,
            error: { type: 't', message: 'm' },
            events: [],
          },
          { event: 'store', changes: [{ op: 'add', path: '/x', value: 1 }] },
          { event: 'score', score: { value: 'C' } },
        ],
      },
    ],
  },
  {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: 't',
                spanId: 'm',
                parentSpanId: 'c',
                name: 'chat',
                startTimeUnixNano: '1748779200000000000',
                attributes: [
                  { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                  { key: 'gen_ai.input.messages', value: { stringValue: JSON.stringify(TALK) } },
                  { key: 'gen_ai.output.messages', value: { arrayValue: { values: [{ kvlistValue: {} }] } } },
                  { key: 'gen_ai.completion.0.tool_calls.0.name', value: { stringValue: 'look' } },
                ],
                events: [
                  { name: 'gen_ai.choice', attributes: [{ key: 'content', value: { intValue: '1' } }] },
                ],
                status: { code: 2, message: 'x' },
              },
              {
                traceId: 't',
                spanId: 'c',
                parentSpanId: 'm',
                name: 'look',
                attributes: [
                  { key: 'openinference.span.kind', value: { stringValue: 'TOOL' } },
                  { key: 'input.value', value: { stringValue: '{"in": "pantry"}' } },
                ],
              },
            ],
          },
        ],
      },
    ],
    resourceLogs: [
      { scopeLogs: [{ logRecords: [{ traceId: 't', spanId: 'm', body: { stringValue: '{' } }] }] },
    ],
  },
];

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
  places[pick % places.length]!();
  return copy.document;
}

const imported = (text: string, file: string): number =>
  readRecordings(text, file).map((recorded) =>
    importTrace(emptyStore(), recorded, { startedAt: 0, owner: 'test', logHash: 'none' }),
  ).length;

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('', '\0', '__proto__', -1, 1e308, '9999-12-31T23:59:59Z', 'ATIF-', [[]], { role: 'tool' }),
);

describe('a file of another tool', () => {
  it('is imported or refused with a sentence, whatever is wrong in it', () => {
    const property = fc.property(
      fc.constantFrom(...FILES),
      fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 4 }),
      (file, changes) => {
        const document = changes.reduce<unknown>((one, [pick, value]) => mutated(one, pick, value), file);
        try {
          imported(JSON.stringify(document), 'soup.json');
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(TraceError);
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

const BESIDE = new URL('../../../../../shared/trajectories/', import.meta.url);

describe.runIf(existsSync(BESIDE))(
  'files of other tools (skipped where ../shared/trajectories is missing)',
  () => {
    it.each(
      ['swe-agent', 'tau2'].flatMap((folder) =>
        existsSync(BESIDE) ? readdirSync(new URL(folder, BESIDE)).map((name) => `${folder}/${name}`) : [],
      ),
    )('%s is imported', (name) => {
      const text = readFileSync(new URL(name, BESIDE), 'utf8');

      const runs = readRecordings(text, name);

      for (const { entries } of runs) expect(entries.length).toBeGreaterThan(4);
      const document = JSON.parse(text) as { trajectory?: readonly { action: string }[] };
      const actions = document.trajectory?.filter(({ action }) => action.trim() !== '') ?? [];
      if (actions.length > 0)
        expect(runs[0]!.entries.filter(({ kind }) => kind === 'agent')).toHaveLength(actions.length);
    });
  },
);
