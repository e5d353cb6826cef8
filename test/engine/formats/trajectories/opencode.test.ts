import { describe, expect, it } from 'vitest';
import { onlyRun, toldOf } from './recordings.ts';

describe('a session of OpenCode', () => {
  it('counts an answer once of which the user took back a part', () => {
    const run = onlyRun({
      info: { id: 'ses_1', revert: { messageID: 'm1', partID: 'p2' } },
      messages: [
        {
          info: { id: 'm1', role: 'assistant', cost: 0.5, tokens: { input: 5, output: 2 } },
          parts: [
            { id: 'p1', type: 'text', text: 'Soup.' },
            { id: 'p2', type: 'text', text: 'Salad.' },
          ],
        },
      ],
    });

    expect(toldOf(run)).toEqual([
      'log: The model answered. [5 in, 2 out, $0.5]',
      'agent Conversation.send_message_to_user({"content":"Soup."}): null',
      'log: Branch that was given up: agent: Salad.',
    ]);
  });
});
