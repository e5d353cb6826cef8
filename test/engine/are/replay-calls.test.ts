import { describe, expect, it } from 'vitest';
import { chatting, finalStates, linesOf, readKitchen } from './traces.ts';

describe('replayCalls()', () => {
  it('uses the recorded ids', () => {
    const metadata = { return_value: 'message-from-ada', return_value_type: 'str' };
    const run = readKitchen({
      completed_events: [
        chatting('u1', 'send_message_to_agent', 'Tea, please', { event_type: 'USER', metadata }),
      ],
    });

    expect(finalStates(run).get('AgentUserInterface')).toMatchObject({
      messages: [{ id: 'message-from-ada' }],
    });
  });

  it('drops the changes of calls that failed only in the replay or only in the recording', () => {
    const failed = { return_value: null, exception: 'line is busy', exception_stack_trace: null };
    const run = readKitchen({
      completed_events: [
        chatting('before', 'send_message_to_user', 'One'),
        chatting('fails', 'send_message_to_user', 'Two', { metadata: failed }),
        chatting('unknown', 'whistle', 'Three'),
        chatting('after', 'send_message_to_user', 'Four'),
      ],
    });

    expect(linesOf(run).map((line) => line.slice(-9))).toEqual([
      'changes 1',
      'changes 0',
      'changes 0',
      'changes 1',
    ]);
    expect(finalStates(run).get('AgentUserInterface')).toMatchObject({
      messages: [{ content: 'One' }, { content: 'Four' }],
    });
    expect(run.notes[1]).toBe(
      'completed_events: 2 failed only here or only in the recording (entry 1, 2); what they changed is not shown.',
    );
  });

  it('generates unique ids after it has undone a call', () => {
    const failed = { return_value: null, exception: 'line is busy', exception_stack_trace: null };
    const run = readKitchen({
      completed_events: [
        chatting('one', 'send_message_to_user', 'One'),
        chatting('two', 'send_message_to_user', 'Two', { metadata: failed }),
        chatting('three', 'send_message_to_user', 'Three'),
      ],
    });
    const { messages } = finalStates(run).get('AgentUserInterface') as unknown as {
      messages: { id: string }[];
    };

    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
  });
});
