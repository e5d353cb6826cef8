import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, readRecordings, type Store } from '../../../../engine/index.ts';
import type { RunSummary } from '../../../../engine/model/index.ts';
import { traceSteps, traceStepText, transcriptPage } from '../../../../main/host/inspect/transcript.ts';
import { transcriptText } from '../../../../main/host/export/write-transcript.ts';
import { chatting, kitchen } from '../../../engine/are/traces.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { importOneText } from '../import/import-one.ts';

const hint = (event: string, content: string): object => ({
  hint_type: 'TASK_HINT',
  content,
  associated_event_id: event,
});

function imported(
  world_logs: readonly object[] = [],
  more: readonly object[] = [],
): { store: Store; run: RunSummary } {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const definition = {
    scenario_id: 'kitchen',
    start_time: 1000,
    hints: [hint('ask', 'Green tea.'), hint('thanks', 'It is never said.')],
  };
  const trace = kitchen({
    metadata: { definition },
    world_logs: world_logs.map((log) => JSON.stringify(log)),
    completed_events: [chatting('ask', 'send_message_to_agent', 'Tea!', { event_type: 'USER' }), ...more],
  });
  return { store, run: importOneText(store, JSON.stringify(trace), 'kitchen.json') };
}

it('shows a hint below the entry of its event', () => {
  const { store, run } = imported();

  expect(transcriptPage(store, run, 0, 0).steps.map(({ kind, index, text }) => [kind, index, text])).toEqual([
    ['user', 0, 'Tea!'],
    ['hint', 0, 'Green tea.'],
  ]);
});

it('shows hints for events missing from a trace at the run’s start', () => {
  const { store, run } = imported();

  expect(traceSteps(store, run)).toMatchObject([
    { kind: 'hint', time: run.start, index: undefined, title: 'task', text: 'It is never said.' },
  ]);
});

it('cuts a long prompt to 4,000 characters and returns all of it on request', () => {
  const prompt = 'You help. '.repeat(1_000);
  const { store, run } = imported([{ timestamp: 1000, log_type: 'system_prompt', content: prompt }]);

  const [step] = traceSteps(store, run).filter(({ kind }) => kind === 'prompt');

  expect(step).toMatchObject({ text: prompt.slice(0, 4_000), cut: 6_000 });
  expect(traceStepText(store, run, step!.log!)).toBe(prompt);
});

describe('transcriptText()', () => {
  const thoughts = [{ timestamp: 1002, log_type: 'thought', content: 'Green is best.\n```\nbrew\n```' }];

  it('gives a call without a result in the file neither a result nor an error, as JSON', () => {
    const { store } = imported();
    const calls = [{ id: 'c1', function: { name: 'look', arguments: '{}' } }];
    const talk = JSON.stringify([
      { role: 'user', content: 'Tea!' },
      { role: 'assistant', tool_calls: calls },
    ]);
    const run = importOneText(store, talk, 'talk.json');

    const steps = JSON.parse(transcriptText(store, run, 'json')) as readonly object[];
    expect(steps.at(-1)).toEqual({
      kind: 'call',
      entry: 1,
      tool: 'tools.look',
      arguments: {},
      status: 'no-result',
    });
  });

  it('writes user messages, thoughts and hints in order as Markdown', () => {
    const { store, run } = imported(thoughts);

    const text = transcriptText(store, run, 'markdown');

    expect(text).toMatch(/^# Transcript of r1: kitchen\n\n\*\*Hint\*\*/);
    expect(text).toMatch(/\*\*Thought\*\* · \+2 s\n\n> Green is best\.\n> ```/);
    expect(text).toMatch(/\*\*User\*\* · #0 · \+5 s\n\n> Tea!\n/);
    expect(text.indexOf('Green is best')).toBeLessThan(text.indexOf('Tea!'));
    expect(text).toMatch(/\*The run is recorded\.\*/);
  });

  it('writes a JSON list of steps with full arguments and results', () => {
    const content = 'Tea? '.repeat(1_000);
    const { store, run } = imported(
      [],
      [chatting('thanks', 'send_message_to_agent', content, { event_type: 'AGENT' })],
    );

    const steps = JSON.parse(transcriptText(store, run, 'json')) as Record<string, unknown>[];

    expect(steps.find(({ kind }) => kind === 'user')).toMatchObject({ entry: 0, seconds: 5 });
    expect(steps.find(({ kind }) => kind === 'call')).toMatchObject({
      tool: 'AgentUserInterface.send_message_to_agent',
      arguments: { content },
      status: 'done',
    });
  });

  it('writes a trajectory in ATIF, which has the same calls and messages when it is imported', () => {
    const { store, run } = imported(thoughts, [
      chatting('reply', 'send_message_to_user', 'Here.', { event_type: 'AGENT' }),
      chatting('read', 'get_last_message_from_user', '', { event_type: 'AGENT' }),
    ]);

    const text = transcriptText(store, run, 'atif');

    const { steps, ...rest } = JSON.parse(text) as { steps: readonly Record<string, unknown>[] };
    expect(rest).toMatchObject({
      schema_version: 'ATIF-v1.7',
      session_id: 'kitchen',
      trajectory_id: 'r1',
      agent: { name: 'ARE' },
      final_metrics: { total_steps: steps.length },
    });
    expect(steps.map(({ step_id: id }) => id)).toEqual(steps.map((_, nth) => nth + 1));
    expect(steps).toContainEqual({
      step_id: 2,
      timestamp: '1970-01-01T00:16:42.000000Z',
      source: 'agent',
      message: '',
      reasoning_content: thoughts[0]!.content,
    });
    const [again] = readRecordings(text, 'kitchen.json');
    expect(again!.entries.map((entry) => 'action' in entry && entry.action.tool)).toEqual([
      'send_message_to_agent',
      'send_message_to_user',
      'get_last_message_from_user',
    ]);
  });
});
