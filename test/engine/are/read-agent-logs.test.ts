import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../engine/model/values/json.ts';
import { fromSeconds } from '../../../engine/model/values/time.ts';
import { readAgentLogs } from '../../../engine/are/read-agent-logs.ts';

const START = fromSeconds(100);

const logsOf = (document: JsonObject) =>
  readAgentLogs(document, START).map(({ kind, time, title, text, status, subagent }) => [
    ...[kind, time / 1_000_000, title, text, status === 'failed'],
    ...(subagent === undefined ? [] : [subagent.name]),
  ]);

const log = (timestamp: number, log_type: string, content: unknown): string =>
  JSON.stringify({ timestamp, log_type, content });

describe('readAgentLogs()', () => {
  it('returns the agent’s logs and the annotation, ordered by time', () => {
    const lines = logsOf({
      world_logs: [
        log(120, 'ERROR', 'no such tool'),
        log(110, 'LLM_OUTPUT_THOUGHT_ACTION', 'I should ask first.'),
        log(110, 'action', 'in the log already'),
      ],
      metadata: {
        annotation: { comment: 'Good.' },
      },
    });

    expect(lines).toEqual([
      ['note', 100, 'annotation', 'Good.', false],
      ['thought', 110, 'llm output thought action', 'I should ask first.', false],
      ['log', 120, 'error', 'no such tool', true],
    ]);
  });

  it('uses the error, exception and category as the text of an error log', () => {
    const error = {
      error: 'JsonParsingError',
      exception: 'no JSON in it',
      category: 'parsing',
      agent: 'main',
    };

    expect(logsOf({ world_logs: [JSON.stringify({ timestamp: 110, log_type: 'error', ...error })] })).toEqual(
      [['log', 110, 'error', 'JsonParsingError\nno JSON in it\nparsing', true]],
    );
  });

  it('includes the logs of a subagent under its name', () => {
    const children = [
      { timestamp: 111, log_type: 'thought', content: 'Look.' },
      { timestamp: 112, log_type: 'action', content: 'in the log already' },
      { timestamp: 113, log_type: 'error', error: 'lost' },
    ];
    const subagent = { timestamp: 110, log_type: 'subagent', group_id: 'g', name: 'planner', children };

    expect(logsOf({ world_logs: [JSON.stringify(subagent)] })).toEqual([
      ['log', 110, 'subagent', 'planner', false],
      ['thought', 111, '', 'Look.', false, 'planner'],
      ['log', 113, 'error', 'lost', true, 'planner'],
    ]);
  });

  it('joins the messages that were sent to a model', () => {
    const content = [
      { role: 'system', content: 'You help.', attachments: [] },
      { role: 'user', content: 'Help.' },
      'odd',
    ];

    expect(logsOf({ world_logs: [log(110, 'llm_input', content)] })).toEqual([
      ['prompt', 110, 'llm input', 'system: You help.\n\nuser: Help.\n\n"odd"', false],
    ]);
  });

  it('includes the duration and the tokens of a model’s answer when they were counted', () => {
    const answer = { log_type: 'llm_output', content: 'Yes.' };
    const costs = [
      { ...answer, timestamp: 110, prompt_tokens: 812, completion_tokens: 24, completion_duration: 1.25 },
      { ...answer, timestamp: 111, prompt_tokens: 0, completion_tokens: 0 },
    ];

    const [counted, uncounted] = readAgentLogs({ world_logs: costs }, START);

    expect(counted).toMatchObject({ elapsed: 1250, tokens: { input: 812, output: 24 } });
    expect(uncounted).not.toHaveProperty('tokens');
  });

  it('replaces NaN in a log by null', () => {
    const world_logs = ['{"timestamp": 110, "log_type": "plan", "content": {"cost": NaN}}'];

    expect(logsOf({ world_logs })).toEqual([['thought', 110, 'plan', '{"cost":null}', false]]);
  });

  it.each([
    ['no list', { world_logs: 7 }],
    ['no JSON', { world_logs: ['Dear diary,'] }],
    ['an instant that is none', { world_logs: [log(1e300, 'plan', 'x')] }],
    ['no type', { world_logs: [JSON.stringify({ timestamp: 1, content: 'x' })] }],
    ['an annotation of another shape', { metadata: { annotation: [] } }],
  ])('ignores invalid data: %s', (_what, document) => {
    expect(logsOf(document)).toEqual([]);
  });
});
