import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../engine/model/json.ts';
import { fromSeconds } from '../../../engine/model/time.ts';
import { readAgentLogs } from '../../../engine/are/read-agent-logs.ts';

const START = fromSeconds(100);

const logsOf = (document: JsonObject) =>
  readAgentLogs(document, START).map(({ kind, time, title, text, failed }) => [
    ...[kind, time / 1_000_000, title, text, failed],
  ]);

const log = (timestamp: number, log_type: string, content: unknown): string =>
  JSON.stringify({ timestamp, log_type, content });

describe('what a trace tells of its agent', () => {
  it('is its logs and annotation, by time', () => {
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
      ['logged', 110, 'llm output thought action', 'I should ask first.', false],
      ['logged', 120, 'error', 'no such tool', true],
    ]);
  });

  it('is what went wrong, where that is what was logged', () => {
    const error = {
      error: 'JsonParsingError',
      exception: 'no JSON in it',
      category: 'parsing',
      agent: 'main',
    };

    expect(logsOf({ world_logs: [JSON.stringify({ timestamp: 110, log_type: 'error', ...error })] })).toEqual(
      [['logged', 110, 'error', 'JsonParsingError\nno JSON in it\nparsing', true]],
    );
  });

  it('is what a helper logged, under its name', () => {
    const children = [
      { timestamp: 111, log_type: 'thought', content: 'Look.' },
      { timestamp: 112, log_type: 'action', content: 'in the log already' },
      { timestamp: 113, log_type: 'error', error: 'lost' },
    ];
    const helper = { timestamp: 110, log_type: 'subagent', group_id: 'g', name: 'planner', children };

    expect(logsOf({ world_logs: [JSON.stringify(helper)] })).toEqual([
      ['logged', 110, 'subagent', 'planner', false],
      ['logged', 111, 'planner: thought', 'Look.', false],
      ['logged', 113, 'planner: error', 'lost', true],
    ]);
  });

  it('is the messages that a model was given', () => {
    const content = [
      { role: 'system', content: 'You help.', attachments: [] },
      { role: 'user', content: 'Help.' },
      'odd',
    ];

    expect(logsOf({ world_logs: [log(110, 'llm_input', content)] })).toEqual([
      ['logged', 110, 'llm input', 'system: You help.\n\nuser: Help.\n\n"odd"', false],
    ]);
  });

  it('is read where a number in it is none for JSON', () => {
    const world_logs = ['{"timestamp": 110, "log_type": "plan", "content": {"cost": NaN}}'];

    expect(logsOf({ world_logs })).toEqual([['logged', 110, 'plan', '{"cost":null}', false]]);
  });

  it.each([
    ['no list', { world_logs: 7 }],
    ['no JSON', { world_logs: ['Dear diary,'] }],
    ['an instant that is none', { world_logs: [log(1e300, 'plan', 'x')] }],
    ['no type', { world_logs: [JSON.stringify({ timestamp: 1, content: 'x' })] }],
    ['an annotation of another shape', { metadata: { annotation: [] } }],
  ])('leaves out what is %s', (_what, document) => {
    expect(logsOf(document)).toEqual([]);
  });
});
