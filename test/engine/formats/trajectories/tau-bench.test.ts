import { describe, expect, it } from 'vitest';
import { readRecordings } from '../../../../engine/index.ts';
import { lineOf, logsOf, onlyRun } from './recordings.ts';

const ORDER = { id: 'c1', type: 'function', function: { name: 'get_order', arguments: '{"id": 7}' } };

const TALK = [
  { role: 'system', content: 'Be a waiter.' },
  { role: 'user', content: 'Where is my soup?' },
  { role: 'assistant', content: null, tool_calls: [ORDER] },
  { role: 'tool', tool_call_id: 'c1', name: 'get_order', content: '{"soup": "leek"}' },
  { role: 'assistant', content: 'It is coming.' },
];

const OLD = {
  task_id: 3,
  reward: 0.0,
  trial: 1,
  info: {
    task: { user_id: 'ada', actions: [{ name: 'serve', kwargs: { id: 7 } }], instruction: 'You want soup.' },
    reward_info: { reward: 0.0, info: { r_actions: 0.0, gt_data_hash: 'abc' } },
  },
  traj: TALK,
};

describe("tau-bench's results", () => {
  const run = onlyRun([OLD]);

  it('have the talk and the calls as entries', () => {
    expect(run.entries.map(lineOf)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Where is my soup?"}): null',
      'agent tools.get_order({"id":7}): "{\\"soup\\": \\"leek\\"}"',
      'agent Conversation.send_message_to_user({"content":"It is coming."}): null',
    ]);
    expect(logsOf(run)).toEqual([
      'log: The simulated user was told: You want soup.',
      'system_prompt: Be a waiter.',
    ]);
  });

  it('have the verdict of the benchmark, and what it expected', () => {
    expect(run).toMatchObject({ scenario: 'task 3', scenarioTags: ['trial 1'] });
    expect(run.verdict).toMatchObject({
      outcome: 'failed',
      sentence: 'The benchmark gave a reward of 0 (r_actions 0).',
    });
    expect(run.attempt?.expected).toBe('serve({"id":7})');
  });

  it('are a run for each attempt', () => {
    const passed = { ...OLD, trial: 2, reward: 1.0 };

    const runs = readRecordings(JSON.stringify([OLD, passed]), 'airline.json');

    expect(runs.map(({ verdict }) => verdict?.outcome)).toEqual(['failed', 'passed']);
  });
});

const NEW = {
  timestamp: '2026-03-01T09:00:00',
  info: { environment_info: { domain_name: 'kitchen' }, agent_info: { llm: 'cook-4' } },
  tasks: [
    {
      id: '0',
      user_scenario: { instructions: { task: 'Ask for soup.' } },
      evaluation_criteria: { actions: [{ name: 'serve', arguments: { id: 7 } }] },
    },
  ],
  simulations: [
    {
      id: 'one',
      task_id: '0',
      trial: 0,
      seed: 300,
      termination_reason: 'user_stop',
      reward_info: {
        reward: 1.0,
        reward_breakdown: { DB: 1.0 },
        action_checks: [{ action: { name: 'serve' }, action_match: true }],
        communicate_checks: [{ info: '7', met: false }],
      },
      messages: [
        { role: 'assistant', content: 'Hi!', timestamp: '2026-03-01T09:00:01' },
        { role: 'user', content: 'Soup, please.', timestamp: '2026-03-01T09:00:03.5' },
        {
          role: 'user',
          content: null,
          tool_calls: [{ id: 'u1', name: 'ring', arguments: {}, requestor: 'user' }],
          timestamp: '2026-03-01T09:00:04',
        },
        { role: 'tool', id: 'u1', content: 'no bell', requestor: 'user', error: true },
      ],
    },
    {
      id: 'two',
      task_id: '0',
      messages: null,
      ticks: [
        {
          agent_chunk: { content: 'Good ', contains_speech: true, utterance_ids: ['a'] },
          timestamp: '2026-03-01T09:00:01',
        },
        {
          agent_chunk: { content: 'day.', contains_speech: true, utterance_ids: ['a'] },
          user_chunk: { content: 'Soup!', utterance_ids: ['u'], turn_taking_action: { action: 'interrupt' } },
          timestamp: '2026-03-01T09:00:02',
        },
        {
          agent_tool_calls: [{ id: 'v1', name: 'serve', arguments: { id: 8 } }],
          agent_tool_results: [{ id: 'v1', role: 'tool', content: 'served', error: false }],
          timestamp: '2026-03-01T09:00:03',
        },
        { user_chunk: { contains_speech: true }, timestamp: '2026-03-01T09:00:05' },
      ],
      reward_info: null,
    },
  ],
};

describe("tau2-bench's results", () => {
  const [talk, voice] = readRecordings(JSON.stringify(NEW), 'results.json');

  it('have the times of the file, and calls of the user', () => {
    expect(talk!.entries.map(lineOf)).toEqual([
      'agent Conversation.send_message_to_user({"content":"Hi!"}): null',
      'user Conversation.send_message_to_agent({"content":"Soup, please."}): null',
      'user tools.ring({}): failed: no bell',
    ]);
    expect(talk!.entries.map(({ time }) => new Date(time / 1000).toISOString())).toEqual([
      '2026-03-01T09:00:01.000Z',
      '2026-03-01T09:00:03.500Z',
      '2026-03-01T09:00:04.000Z',
    ]);
    expect(talk).toMatchObject({
      scenario: 'kitchen task 0',
      seed: 300,
      scenarioTags: ['trial 0', 'cook-4'],
    });
  });

  it("have the benchmark's checks", () => {
    expect(talk!.verdict?.checks.map(({ check, status }) => `${check}: ${status}`)).toEqual([
      'calls serve: reached',
      'tells 7: missed',
    ]);
  });

  it('may be a file for each attempt', () => {
    const { entries } = onlyRun(NEW.simulations[0]);

    expect(entries.map(lineOf)).toEqual(talk!.entries.map(lineOf));
  });

  it('have what was said in a spoken conversation, and who interrupted whom', () => {
    expect(voice!.entries.map(lineOf)).toEqual([
      'agent Conversation.send_message_to_user({"content":"Good day."}): null',
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'agent tools.serve({"id":8}): "served"',
      'user Conversation.send_message_to_agent({"content":"[speech of 1 tick, whose words are not in the file]"}): null',
    ]);
    expect(logsOf(voice!).slice(1)).toEqual([
      'log: The user begins to speak while the agent still speaks.',
      'log: The user: interrupt',
    ]);
    expect(voice!.verdict).toMatchObject({
      outcome: 'not-judged',
      sentence: 'The benchmark gave no reward.',
    });
  });
});
