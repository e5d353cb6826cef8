import { describe, expect, it } from 'vitest';
import { NO_CLOCK } from '../../../../engine/model/index.ts';
import { lineOf, logsOf, onlyRun } from './recordings.ts';

const HISTORY = [
  { role: 'system', content: 'You repair code.', message_type: 'system_prompt' },
  { role: 'user', content: 'The soup burns.' },
  { role: 'assistant', content: 'I look.', thought: 'I look.', action: 'cat soup.py' },
  { role: 'user', content: 'boil()' },
];

const STEPS = [
  {
    action: 'cat soup.py',
    observation: 'boil()',
    response: 'I look.\n```\ncat soup.py\n```',
    thought: 'I look.',
    execution_time: 0.25,
    state: { open_file: 'n/a', working_dir: '/soup' },
  },
  {
    action: 'edit soup.py',
    observation: 'edited',
    thought: '',
    response: '',
    execution_time: 1.5,
    state: '{"open_file": "/soup/soup.py", "working_dir": "/soup"}',
  },
  { action: '', observation: '', thought: 'That was it.', response: '', execution_time: 0 },
];

const ATTEMPT = {
  environment: 'main',
  trajectory: STEPS,
  history: HISTORY,
  info: {
    exit_status: 'submitted',
    submission: 'simmer()',
    model_stats: { instance_cost: 0.02, tokens_sent: 7141, tokens_received: 243, api_calls: 5 },
  },
  replay_config: JSON.stringify({
    problem_statement: { id: 'kitchen__soup-7' },
    agent: { model: { name: 'cook-4' } },
  }),
};

describe("SWE-agent's trajectory", () => {
  const run = onlyRun(ATTEMPT, 'soup.traj');

  it('has the task and each action as an entry', () => {
    expect(run.entries.map(lineOf)).toEqual([
      'user Conversation.send_message_to_agent({"content":"The soup burns."}): null',
      'agent shell.bash({"command":"cat soup.py"}): "boil()"',
      'agent shell.bash({"command":"edit soup.py"}): "edited"',
    ]);
    expect(run).toMatchObject({ scenario: 'kitchen__soup-7', scenarioTags: ['cook-4'], verdict: undefined });
  });

  it('has prompts and thoughts in the transcript, each once', () => {
    expect(logsOf(run)).toEqual([
      'system_prompt: You repair code.',
      'thought: I look.',
      'thought: That was it.',
      'log: All answers of the model together.',
    ]);
  });

  it("changes the shell's state where the file says so", () => {
    expect(run.entries.map(({ changes }) => changes.filter(({ app }) => app === 'shell'))).toEqual([
      [],
      [
        { op: 'set', app: 'shell', path: ['open_file'], value: 'n/a' },
        { op: 'set', app: 'shell', path: ['working_dir'], value: '/soup' },
      ],
      [{ op: 'set', app: 'shell', path: ['open_file'], value: '/soup/soup.py' }],
    ]);
  });

  it('goes forward by the time that commands took', () => {
    expect(run.entries.map(({ time }) => time - NO_CLOCK)).toEqual([0, 0, 250_000]);
    expect(run.format).toBe('SWE-agent');
    expect(run.notes.slice(1, -2)).toEqual([
      'The file has no clock: its steps are as far apart as the commands took.',
      'It ended with exit status submitted.',
      'It submitted: simmer()',
      'The model read 7141 tokens and wrote 243, in 5 calls, for 0.02 dollars.',
    ]);
  });

  it('is read without its steps, too', () => {
    const calls = [
      { id: 'c1', type: 'function', function: { name: 'open', arguments: '{"path":"soup.py"}' } },
    ];
    const history = [
      ...HISTORY.slice(0, 2),
      { role: 'assistant', content: 'I open it.', tool_calls: calls },
      { role: 'tool', content: 'boil()', tool_call_ids: ['c1'] },
    ];

    const { entries, notes, scenario } = onlyRun({ history }, 'soup.traj');

    expect(entries.map(lineOf)).toEqual([
      'user Conversation.send_message_to_agent({"content":"The soup burns."}): null',
      'agent shell.open({"path":"soup.py"}): "boil()"',
    ]);
    expect(scenario).toBe('soup');
    expect(notes).toContain('No times are recorded: the steps are shown by their numbers.');
  });

  it('is a run without entries if it ended before its first step', () => {
    const run = onlyRun({ trajectory: [], history: [], info: { exit_status: 'exit_error' } }, 'soup.traj');

    expect(run.entries).toEqual([]);
    expect(run.notes).toContain('It ended with exit status exit_error.');
  });

  it('does not take a demonstration for its own work', () => {
    const demo = [
      { role: 'user', content: 'Once the rice burnt.', is_demo: true },
      { role: 'assistant', content: 'I stirred.', is_demo: true },
    ];

    const run = onlyRun({ ...ATTEMPT, history: [...demo, ...HISTORY] });

    expect(run.entries.filter(({ kind }) => kind === 'user')).toHaveLength(1);
    expect(logsOf(run).slice(0, 2)).toEqual([
      'log: Demonstration: user: Once the rice burnt.',
      'log: Demonstration: agent: I stirred.',
    ]);
  });
});
