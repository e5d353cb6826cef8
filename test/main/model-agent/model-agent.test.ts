import { describe, expect, it } from 'vitest';
import type { ModelAnswer, ModelRequest } from '../../../engine/model/model-request.ts';
import type { ModelChoice } from '../../../engine/model/model-choice.ts';
import type { JsonObject } from '../../../engine/model/values/json.ts';
import { argumentsIn } from '../../../main/model-agent/dialogue.ts';
import { ModelAgent, repeatTurn, type ThoughtfulReply } from '../../../main/model-agent/model-agent.ts';
import type { Told } from '../../../main/model-agent/protocol.ts';

const tool = (name: string, properties: JsonObject = {}) => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties },
  returns: 'str',
});

const START = {
  time: '2026-01-05 09:00:00',
  tools: [
    tool('mail__list_emails', { folder: { type: 'string' }, limit: { type: 'integer' } }),
    tool('user__send_message_to_user', { content: { type: 'string' } }),
    tool('system__wait_for_notification', { timeout: { type: 'integer' } }),
  ],
};

const CHOICE: ModelChoice = {
  url: 'http://127.0.0.1/v1',
  name: 'tiny',
  wire: 'chat-completions',
  calls: 'native',
  parameters: { temperature: 0 },
};

const says = (text: string): ModelAnswer => ({ text, reasoning: '', calls: [], finish: 'stop' });
const calls = (name: string, args: string, id = 'c1'): ModelAnswer => ({
  text: '',
  reasoning: '',
  calls: [{ id, name, args }],
  finish: 'tool_calls',
});
const acts = (action: string, input: unknown, thought = 'So.'): ModelAnswer =>
  says(`Thought: ${thought}\nAction:\n${JSON.stringify({ action, action_input: input })}<end_action>`);

const message = (text: string, kind: Told['messages'][number]['kind'] = 'user-message') => ({
  kind,
  time: '2026-01-05 09:00:05',
  text,
  attachments: [],
});
const told = (messages: Told['messages'], answer: Told['answer'] = null): Told => ({
  time: '2026-01-05 09:00:05',
  messages,
  answer,
});
const result = (name: string, value: unknown): Told => told([], { tool: name, status: 'done', value });

/** Plays an agent: each turn with what it is told and the answers of its model. Returns its replies and its requests. */
async function play(
  choice: Partial<ModelChoice>,
  turns: readonly (readonly [told: Told, ...answers: readonly ModelAnswer[]])[],
  tools = START.tools,
): Promise<{ readonly replies: readonly ThoughtfulReply[]; readonly requests: readonly ModelRequest[] }> {
  const agent = new ModelAgent({ ...START, tools, model: { ...CHOICE, ...choice } });
  const [replies, requests]: [ThoughtfulReply[], ModelRequest[]] = [[], []];
  for (const [question, ...answers] of turns) {
    const left = [...answers];
    replies.push(
      await agent.turn(question, (request) => {
        requests.push(structuredClone(request));
        return Promise.resolve(left.shift()!);
      }),
    );
    expect(left).toEqual([]);
  }
  return { replies, requests };
}

const rolesIn = ({ messages }: ModelRequest): string =>
  messages.map(({ role }) => (role as string)[0]).join('');
const lastOf = ({ messages }: ModelRequest): unknown => messages.at(-1)?.['content'];

describe('an agent whose model calls tools in the form of its server', () => {
  it('has a tool to wait without a word, where the world has none, and waits after its other calls', async () => {
    const world = START.tools.filter(({ name }) => !name.startsWith('system'));
    const { replies, requests } = await play(
      {},
      [
        [told([message('Tell me when it comes.')]), calls('wait', '{}')],
        [
          told([message('New email', 'environment-notification')]),
          {
            ...calls('wait', '{}', 'c2'),
            calls: [
              { id: 'c2', name: 'wait', args: '{}' },
              { id: 'c3', name: 'mail__list_emails', args: '{}' },
            ],
          },
        ],
        [result('mail__list_emails', 'none')],
        [told([message('New email', 'environment-notification')]), says('It came.')],
      ],
      world,
    );

    expect(requests.map(({ body }) => (body['tools'] as readonly unknown[]).length)).toEqual([3, 3, 3]);
    expect(replies.map((reply) => (reply.do === 'call' ? reply.tool : reply.do))).toEqual([
      ...['wait', 'mail__list_emails', 'wait', 'user__send_message_to_user'],
    ]);
    expect(rolesIn(requests[1]!)).toBe('suatu');
    expect(rolesIn(requests[2]!)).toBe('suatuattu');

    const { requests: others } = await play({}, [[told([message('Hello')]), says('Hello')]]);
    expect(others[0]!.body['tools']).toHaveLength(START.tools.length);
  });

  it('does the calls one by one, tells their results, and writes its text to the user', async () => {
    const two: ModelAnswer = {
      ...calls('mail__list_emails', '{"limit":1}'),
      reasoning: 'Look.',
      calls: ['a', 'b'].map((id) => ({ id, name: 'mail__list_emails', args: '{"limit":1}' })),
    };

    const { replies, requests } = await play({}, [
      [told([message('Any mail?')]), two],
      [result('mail__list_emails', [])],
      [result('mail__list_emails', 'none'), says('There is none.')],
      [result('user__send_message_to_user', 'id')],
      [told([message('Look again.')]), says('Still none.')],
    ]);

    expect(replies).toEqual([
      { do: 'call', tool: 'mail__list_emails', args: { limit: 1 }, thought: 'Look.' },
      { do: 'call', tool: 'mail__list_emails', args: { limit: 1 } },
      { do: 'call', tool: 'user__send_message_to_user', args: { content: 'There is none.' } },
      { do: 'wait' },
      { do: 'call', tool: 'user__send_message_to_user', args: { content: 'Still none.' } },
    ]);
    expect(requests.map(rolesIn)).toEqual(['su', 'suatt', 'suattau']);
    expect(requests[0]!.body).toMatchObject({ model: 'tiny', temperature: 0, stream: true });
    expect(requests[0]!.body['tools']).toHaveLength(3);
    expect(requests[1]!.messages.slice(-2)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '[]' },
      { role: 'tool', tool_call_id: 'b', content: 'none' },
    ]);
  });

  it('sends back what the server wants back', async () => {
    const answer = {
      ...calls('mail__list_emails', '{}'),
      reasoning: 'Hm.',
      sendBack: { reasoning_content: 'Hm.' },
    };
    const { requests } = await play({}, [
      [told([message('Any mail?')]), answer],
      [result('mail__list_emails', []), says('No.')],
    ]);

    expect(requests[1]!.messages[2]).toMatchObject({ role: 'assistant', reasoning_content: 'Hm.' });
  });

  it('asks again when arguments are broken or nothing is said, at most ten times', async () => {
    const { replies, requests } = await play({}, [
      [
        told([message('Any mail?')]),
        calls('mail__list_emails', 'the first'),
        says(' '),
        calls('mail__list_emails', '{"limit": 2,'),
      ],
    ]);
    expect(replies).toEqual([{ do: 'call', tool: 'mail__list_emails', args: { limit: 2 } }]);
    expect(requests.map(lastOf)).toEqual([
      'Any mail?',
      'The arguments of mail__list_emails are no JSON object: the first',
      'You answered nothing. Call a tool, or write to the user.',
    ]);

    const silent = await play({}, [
      [told([message('Any mail?')]), ...Array.from({ length: 10 }, () => says(''))],
    ]);
    expect(silent.replies).toEqual([{ do: 'wait' }]);
  });

  it('goes on from earlier turns as if it had lived them', async () => {
    const first = told([message('Any mail?')]);
    const agent = new ModelAgent({ ...START, model: CHOICE });
    await repeatTurn(agent, {
      ...first,
      reply: { do: 'call', tool: 'mail__list_emails', args: {} },
      answers: [calls('mail__list_emails', '{}')],
    });
    const requests: ModelRequest[] = [];
    await agent.turn(result('mail__list_emails', []), (request) => {
      requests.push(request);
      return Promise.resolve(says('No.'));
    });
    const { requests: lived } = await play({}, [
      [first, calls('mail__list_emails', '{}')],
      [result('mail__list_emails', []), says('No.')],
    ]);

    expect(JSON.stringify(requests)).toEqual(JSON.stringify(lived.slice(1)));
  });

  it.each(['native', 'react'] as const)('takes over from another agent (%s)', async (form) => {
    const agent = new ModelAgent({ ...START, model: { ...CHOICE, calls: form } });
    agent.adopt({
      ...told([message('Any mail?')]),
      reply: { do: 'call', tool: 'mail__list_emails', args: { limit: 3 }, thought: 'Look.' },
    });
    const requests: ModelRequest[] = [];
    await agent.turn(result('mail__list_emails', 'none'), (request) => {
      requests.push(structuredClone(request));
      return Promise.resolve(
        form === 'react' ? acts('user__send_message_to_user', { content: 'None.' }) : says('None.'),
      );
    });

    expect(rolesIn(requests[0]!)).toBe(form === 'react' ? 'suau' : 'suat');
    expect(JSON.stringify(requests[0]!.messages[2])).toContain('Look.');
  });
});

describe("an agent whose model writes thoughts and actions, like ARE's default agent", () => {
  const react = { calls: 'react' } as const;

  it('has its messages in the roles, order and counters of that agent', async () => {
    const { replies, requests } = await play(react, [
      [
        told([message('Any mail?'), message('Hurry.'), message('New email', 'environment-notification')]),
        acts('mail__list_emails', { limit: 1 }),
      ],
      [
        told([message('And?')], { tool: 'mail__list_emails', status: 'done', value: '' }),
        acts('mail__nope', {}),
        acts('mail__list_emails', {}),
      ],
      [
        told([], {
          tool: 'mail__list_emails',
          status: 'failed',
          error: { type: 'ValueError', message: 'no folder' },
        }),
        acts('user__send_message_to_user', { content: 'None.' }),
      ],
      [result('user__send_message_to_user', 'id')],
      [told([message('Thanks.')]), acts('user__send_message_to_user', { content: 'Welcome.' })],
    ]);

    expect(replies.map((reply) => ('tool' in reply ? reply.tool : reply.do))).toEqual([
      'mail__list_emails',
      'mail__list_emails',
      'user__send_message_to_user',
      'wait',
      'user__send_message_to_user',
    ]);
    expect(requests.map(rolesIn)).toEqual(['suu', 'suuauu', 'suuauuau', 'suuauuauau', 'suuauuauauauu']);
    expect(
      requests
        .at(-1)!
        .messages.slice(1)
        .map(({ content }) => (content as string).split('\n')[0]),
    ).toEqual([
      '[TASK]: ',
      'Environment notifications updates:',
      'Thought: So.',
      '[OUTPUT OF STEP 1] Observation:',
      'User messages updates:',
      'Thought: So.',
      '[OUTPUT OF STEP 2] ERROR:',
      'Thought: So.',
      '[OUTPUT OF STEP 3] ERROR:',
      'Thought: So.',
      '[OUTPUT OF STEP 4] Observation:',
      '[TASK]: ',
    ]);
    expect(requests[0]!.messages.slice(1)).toEqual([
      { role: 'user', content: '[TASK]: \nAny mail?\nHurry.\n' },
      {
        role: 'user',
        content: 'Environment notifications updates:\n***\n[2026-01-05 09:00:05] New email\n***\n',
      },
    ]);
    expect(requests[1]!.messages[4]).toEqual({
      role: 'user',
      content: '[OUTPUT OF STEP 1] Observation:\n***\nNo observation\n***\n',
    });
    expect(requests[0]!.body).not.toHaveProperty('tools');
    expect(requests[0]!.messages[0]!['content']).toMatch(
      /- mail__list_emails: Does .+\n {4}Takes inputs: \{"folder".+format is 2026-01-05 09\n$/s,
    );
  });

  it('asks with the same messages while there is neither a thought nor an action', async () => {
    const { requests } = await play(react, [
      [told([message('Any mail?')]), says('Sure!'), acts('mail__list_emails', {})],
    ]);
    expect(requests[1]).toEqual(requests[0]);
  });

  it('ends its work after 80 answers, and says so', async () => {
    const turns = Array.from(
      { length: 80 },
      (_, nth) =>
        [
          nth === 0 ? told([message('Any mail?')]) : result('mail__list_emails', []),
          acts('mail__list_emails', {}),
        ] as const,
    );
    const { replies } = await play(react, [...turns, [result('mail__list_emails', [])]]);
    expect(replies.at(-1)).toEqual({
      do: 'call',
      tool: 'user__send_message_to_user',
      args: { content: 'Max iterations (80) reached. Stopping.' },
    });
  });

  it.each<[string, JsonObject]>([
    ['Thought: a\nAction: {"action": "mail__list_emails", "action_input": {"limit": 1}}', { limit: 1 }],
    [
      'Thought: a\nAction:\n```json\n{"action": "mail__list_emails", "action_input": {"limit": 1}}\n```',
      { limit: 1 },
    ],
    ['Action: {"action": "mail__list_emails", "action_input": {"limit": 1,}}', { limit: 1 }],
    ["Action: {'action': 'mail__list_emails', 'action_input': {'limit': 1}}", { limit: 1 }],
    ['Action: {action: "mail__list_emails", action_input: {limit: 1}}', { limit: 1 }],
    ['Action: {"action": "mail__list_emails", "action_input": {"limit": 1}', { limit: 1 }],
    ['Action: I call {"action": "mail__list_emails", "action_input": {"limit": 1}} now.', { limit: 1 }],
    [
      'Action: {"action": "mail__list_emails", "action_input": {"limit": 1}}\nObservation: Action: none',
      { limit: 1 },
    ],
    [
      'Action: {"action": "mail__list_emails", "action_input": {"limit": 1}}<end_action> Action: more',
      { limit: 1 },
    ],
    ['Action: {"action": "mail__list_emails", "action_input": "INBOX"}', { folder: 'INBOX' }],
    ['Action: {"action": "mail__list_emails", "action_input": ""}', {}],
    ['Action: {"action": "mail__list_emails"}', {}],
    ['Action: {"action": "mail__list_emails", "action_input": {"folder": "a\nb"}}', { folder: 'a\nb' }],
    ['Action: {"action": "mail__list_emails", "action_input": {"limit": 1}} // done', { limit: 1 }],
  ])('reads the action in %j', async (text, args) => {
    const { replies } = await play(react, [[told([message('Any mail?')]), says(text)]]);
    expect(replies).toMatchObject([{ do: 'call', tool: 'mail__list_emails', args }]);
  });

  it.each([
    ['Thought: I am done.', 'There is no action in your answer.'],
    ['Action: one Action: two', 'There are several actions in your answer.'],
    ['Action: list the mail', 'The action is no JSON object: list the mail'],
    ['Action: {"tool": "mail__list_emails"}', 'has no field "action"'],
    ['Action: {"action": 7}', 'has no field "action"'],
    ['Action: {"action": "list"}', 'There is no tool "list". The tools are mail__list_emails, '],
  ])('tells the model what is wrong with %j', async (text, what) => {
    const { requests } = await play(react, [
      [told([message('Any mail?')]), says(text), acts('mail__list_emails', {})],
    ]);
    expect(lastOf(requests[1]!)).toContain('[OUTPUT OF STEP 1] ERROR:\n***\n');
    expect(lastOf(requests[1]!)).toContain(what);
  });
});

describe('argumentsIn()', () => {
  it.each<[string, JsonObject | undefined]>([
    ['', {}],
    ['{}', {}],
    ['{"a":1,}', { a: 1 }],
    ["{'a':'b'}", { a: 'b' }],
    ['{"a":"b', { a: 'b' }],
    ['{"a":True,"b":None}', { a: true, b: null }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['[1]', undefined],
    ['"a"', undefined],
    ['all of it', undefined],
  ])('reads %j', (text, args) => {
    expect(argumentsIn(text)).toEqual(args);
  });
});
