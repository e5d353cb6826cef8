import { describe, expect, it } from 'vitest';
import { onlyRun, toldOf } from './recordings.ts';

describe('a history of Cline', () => {
  it('is told from other talks that begin with a task in tags', () => {
    const { format } = onlyRun([
      { role: 'user', content: '<task>Soup!</task>' },
      { role: 'assistant', content: 'Served.' },
    ]);

    expect(format).toBe('messages');
  });

  it('has no call where a tool is only spoken of', () => {
    const said = 'Ask for `<read_file>` when you need it.';
    const run = onlyRun([
      { role: 'user', content: '<task>Soup!</task>', ts: 1_767_603_600_000 },
      { role: 'assistant', content: said },
      { role: 'user', content: "[read_file for 'leek'] Result:\nnot asked" },
    ]);

    expect(toldOf(run)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      `agent Conversation.send_message_to_user({"content":"${said}"}): null`,
      'user Conversation.send_message_to_agent({"content":"[read_file for \'leek\'] Result:\\nnot asked"}): null',
    ]);
  });

  it('has the results of several calls in an answer with them', () => {
    const run = onlyRun([
      { role: 'user', content: '<task>Soup!</task>' },
      {
        role: 'assistant',
        content: '<read_file><path>a</path></read_file>\n<read_file><path>b</path></read_file>',
      },
      {
        role: 'user',
        content: ["[read_file for 'a'] Result:", 'leek', "[read_file for 'b'] Result:", 'Error: none'].map(
          (text) => ({ type: 'text', text }),
        ),
      },
    ]);

    expect(toldOf(run).slice(1)).toEqual([
      'agent tools.read_file({"path":"a"}): "leek"',
      'agent tools.read_file({"path":"b"}): failed: error in output: Error: none',
    ]);
  });
});
