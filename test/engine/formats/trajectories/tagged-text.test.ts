import { describe, expect, it } from 'vitest';
import { onlyRun, toldOf } from './recordings.ts';

const toldAs = (role: string, content: string): readonly string[] =>
  toldOf(
    onlyRun([
      { role: 'user', content: 'Soup!' },
      { role: 'assistant', content: '<tool_call>{"name":"ls","arguments":{}}</tool_call>' },
      { role, content },
    ]),
  ).slice(1);

describe('tags in a text', () => {
  it('are calls as JSON and as Python write them', () => {
    expect(
      toldAs(
        'assistant',
        `<tool_call>{'name': 'cat', 'arguments': {'f': 'a "leek\\'s"', 'raw': True}}</tool_call>`,
      ),
    ).toEqual([
      'agent tools.ls({}): no result recorded',
      String.raw`agent tools.cat({"f":"a \"leek's\"","raw":true}): no result recorded`,
    ]);
  });

  it.each([
    '<tool_call>{"name": "ls", "argum',
    '<tool_call>ls</tool_call>',
    '<tool_response>pot</tool_response>',
    'Write `<tool_call>{"name":"ls"}</tool_call>`.',
    'Write:\n```\n<tool_call>{"name":"ls","arguments":{}}</tool_call>\n```\nThen wait.',
  ])('that are no call stay in the text: %s', (text) => {
    expect(toldAs('assistant', text)).toContain(
      `agent Conversation.send_message_to_user(${JSON.stringify({ content: text })}): null`,
    );
  });

  it('are results of the calls, in messages of the tool and of the user', () => {
    const pot = '<tool_response>\npot\n</tool_response>';
    for (const role of ['tool', 'user']) expect(toldAs(role, pot)).toEqual(['agent tools.ls({}): "pot"']);
    expect(toldAs('user', `${pot} Why?`)).toEqual([
      'agent tools.ls({}): no result recorded',
      `user Conversation.send_message_to_agent(${JSON.stringify({ content: `${pot} Why?` })}): null`,
    ]);
  });

  it.each(['OBSERVATION: the soup is blue. Why?', '<tool_response>pot</tool_response>'])(
    'are no results before the model has answered: %s',
    (content) => {
      const told = toldOf(
        onlyRun([
          { role: 'user', content },
          { role: 'assistant', content: 'Yes.' },
        ]),
      );
      expect(told[0]).toBe(`user Conversation.send_message_to_agent(${JSON.stringify({ content })}): null`);
    },
  );

  it('are read as fast as their text is long', () => {
    const many = '<tool_response>'.repeat(100_000);
    expect(toldAs('user', many)).toHaveLength(2);
    expect(toldAs('assistant', `<tool_call>${"'\\".repeat(100_000)}</tool_call>`)).toHaveLength(2);
  });
});
