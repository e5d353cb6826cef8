import { describe, expect, it } from 'vitest';
import { readRecordings } from '../../../../engine/index.ts';
import { lineOf, logsOf, onlyRun } from './recordings.ts';

const SUPPER = {
  schema_version: 'ATIF-v1.7',
  session_id: 'supper',
  agent: { name: 'cook', version: '1', model_name: 'cook-4' },
  steps: [
    { step_id: 1, source: 'system', message: 'Be a cook.', timestamp: '2026-05-16T12:00:00Z' },
    { step_id: 2, source: 'user', message: [{ type: 'text', text: 'Soup!' }, { type: 'image' }] },
    {
      step_id: 3,
      source: 'agent',
      message: 'I look.',
      reasoning_content: 'Is there any leek?',
      timestamp: '2026-05-16T12:00:05Z',
      tool_calls: [
        { tool_call_id: 'c1', function_name: 'look', arguments: { in: 'pantry' } },
        { tool_call_id: 'c2', function_name: 'wait', arguments: {} },
      ],
      observation: {
        results: [
          { source_call_id: 'c1', content: 'leek' },
          { source_call_id: null, content: 'The bell rings.' },
        ],
      },
      metrics: { prompt_tokens: 12, completion_tokens: 3 },
    },
    { step_id: 4, source: 'agent', message: 'Served.' },
  ],
  notes: 'A quiet evening.',
};

describe('an ATIF trajectory', () => {
  const run = onlyRun(SUPPER);

  it('has messages and calls as entries', () => {
    expect(run.entries.map(lineOf)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Soup!\\n[image]"}): null',
      'agent tools.look({"in":"pantry"}): "leek"',
      'agent tools.wait({}): "The bell rings."',
      'agent Conversation.send_message_to_user({"content":"Served."}): null',
    ]);
    expect(run).toMatchObject({ scenario: 'supper', scenarioTags: ['cook', 'cook-4'] });
    expect(run.format).toBe('ATIF');
    expect(run.notes).toEqual([
      'No time is recorded for 2 of 7 steps: they are shown right after the one before.',
      'A quiet evening.',
      'Kept, not shown: schema_version once, agent.version once, steps[].step_id 4 times.',
    ]);
    expect(run.extras.document['kept']).toMatchObject({ 'agent.version': '1', 'steps[3].step_id': 4 });
  });

  it('has prompts, thoughts and what belongs to no call in the transcript', () => {
    expect(logsOf(run)).toEqual([
      'system_prompt: Be a cook.',
      'thought: Is there any leek?',
      'thought: I look.',
    ]);
    expect(run.extras.document['world_logs']).toMatchObject([
      {},
      { prompt_tokens: 12, completion_tokens: 3 },
      {},
    ]);
  });

  it('has a run for each helper in the file', () => {
    const helper = { ...SUPPER, session_id: 'helper' };

    const runs = readRecordings(JSON.stringify({ ...SUPPER, subagent_trajectories: [helper] }), 'soup.json');

    expect(runs.map(({ scenario }) => scenario)).toEqual(['supper', 'helper']);
  });
});
