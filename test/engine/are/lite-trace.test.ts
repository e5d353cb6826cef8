import { describe, expect, it } from 'vitest';
import {
  readAgentLogs,
  writeTrace,
  importTrace,
  openStore,
  planTrace,
  readTrace,
} from '../../../engine/index.ts';
import { fromSeconds, toSeconds } from '../../../engine/model/values/time.ts';
import { openDatabase, packing } from '../../open-database.ts';

const said = (role: string, content: string, timestamp: number): object => ({
  role,
  content,
  attachments: [],
  timestamp,
});

const tea = {
  scenario_id: 'tea',
  model_id: 'some-model',
  validation_decision: 'Valid',
  validation_rationale: 'The tea came.',
  per_agent_interaction_histories: {
    agent_main: [said('system', 'You help.', 1000), said('assistant', 'Thought: ask first.', 1010)],
    agent_helper: [said('user', 'Find the tea.', 1005)],
  },
  per_agent_llm_usage_stats: { agent_main: { total_llm_calls: 1 } },
};

const linesOf = (document: object): string[] =>
  readAgentLogs(readTrace(JSON.stringify(document), 'tea.json').extras.document, fromSeconds(1000)).map(
    ({ time, kind, title, text }) => `${toSeconds(time)} ${kind} ${title}: ${text}`,
  );

describe('a trace in the "lite" format', () => {
  it('is read as a run without entries, as long as its messages, with a note about the format', () => {
    expect(readTrace(JSON.stringify(tea), 'tea.json')).toMatchObject({
      scenario: 'tea',
      source: 'tea.json',
      start: fromSeconds(1000),
      now: fromSeconds(1010),
      apps: [],
      entries: [],
      notes: [
        'This file is in ARE’s "lite" format: it has what agents were given and answered, and no events.',
      ],
    });
  });

  it('uses the file name as the scenario name when the scenario id is empty', () => {
    expect(readTrace(JSON.stringify({ ...tea, scenario_id: '' }), 'run 7.json').scenario).toBe('run 7');
  });

  it('contains the messages of each agent, ordered by time', () => {
    expect(linesOf(tea)).toEqual([
      '1000 note annotation: The tea came.',
      '1000 prompt agent_main: system: You help.',
      '1005 user agent_helper: user: Find the tea.',
      '1010 thought agent_main: assistant: Thought: ask first.',
    ]);
    expect(
      linesOf({ ...tea, per_agent_interaction_histories: { one: [said('user', 'Tea?', 1000)] } }),
    ).toContain('1000 user : Tea?');
  });

  it.each([
    ['of one run', JSON.stringify(tea)],
    ['without messages', JSON.stringify({ ...tea, per_agent_interaction_histories: {} })],
  ])('is exported unchanged: %s', (_what, text) => {
    const store = openStore(openDatabase(), packing);
    const id = importTrace(store, readTrace(text, 'tea.json'), {
      startedAt: 1,
      owner: 'test',
      logHash: 'ab',
    });

    expect(JSON.parse([...writeTrace(store, store.run(id)!)].join(''))).toEqual(JSON.parse(text));
  });

  it('is read as an "hf" trace when it contains events', () => {
    const whole = { ...tea, apps: [], events: [], completed_events: [] };

    expect(() => readTrace(JSON.stringify(whole), 'tea.json')).toThrow(/^tea\.json, version: /);
  });

  it('is refused by planTrace(), because it contains no events', () => {
    expect(() => planTrace(JSON.stringify(tea), 'tea.json')).toThrow(
      'tea.json: This is ARE’s "lite" format, which has no events.',
    );
  });
});
