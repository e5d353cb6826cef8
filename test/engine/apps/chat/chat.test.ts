import { describe, expect, it } from 'vitest';
import { fromRecorded } from '../../../../engine/apps/catalogue.ts';
import { agentUserInterface, type ChatState } from '../../../../engine/apps/chat/chat.ts';
import { AppUnderTest, NOW } from '../app-under-test.ts';

function chat(...messages: ['Agent' | 'User', string][]): AppUnderTest<ChatState> {
  const app = new AppUnderTest(agentUserInterface());
  for (const [sender, content] of messages)
    app.ask(sender === 'User' ? 'send_message_to_agent' : 'send_message_to_user', { content });
  return app;
}

const contents = (messages: unknown): string[] =>
  (messages as readonly { content: string }[]).map(({ content }) => content);

describe('agentUserInterface()', () => {
  it('stores a message of the agent as read', () => {
    const app = chat();

    expect(app.ask('send_message_to_user', { content: 'Done.' })).toBeNull();

    expect(app.state).toEqual({
      messages: [
        { sender: 'Agent', content: 'Done.', attachments: [], timestamp: NOW, time_read: NOW, id: 'id-1' },
      ],
    });
  });

  it('stores a message of the user as unread and returns its id', () => {
    const app = chat();

    const id = app.ask('send_message_to_agent', { content: 'Book a table.', attachments: ['menu.pdf'] });

    expect(id).toBe('id-1');
    expect(app.state.messages[0]).toMatchObject({
      sender: 'User',
      attachments: ['menu.pdf'],
      time_read: null,
    });
  });

  it('does not store the contents of attachments', () => {
    const app = chat();

    app.ask('send_message_to_agent', {
      base64_utf8_encoded_attachment_contents: [{ 'menu.pdf': 'c291cA==' }],
    });

    expect(JSON.stringify(app.state)).not.toContain('c291cA==');
  });

  it('returns the last message of the user and marks it as read', () => {
    const app = chat(['User', 'soup'], ['User', 'roast'], ['Agent', 'yes']);

    expect(app.ask('get_last_message_from_user')).toMatchObject({ content: 'roast', time_read: NOW });
    expect(app.state.messages.map(({ time_read }) => time_read)).toEqual([null, NOW, NOW]);
  });

  it('returns each unread message once, oldest first', () => {
    const app = chat(['User', 'soup'], ['Agent', 'yes'], ['User', 'roast']);

    expect(contents(app.ask('get_last_unread_messages'))).toEqual(['soup', 'roast']);
    expect(app.ask('get_last_unread_messages')).toEqual([]);
  });

  it('returns the last message of the agent', () => {
    const app = chat(['Agent', 'yes'], ['Agent', 'done'], ['User', 'thanks']);

    expect(app.ask('get_last_message_from_agent')).toMatchObject({ content: 'done' });
  });

  it('returns all messages, newest first, and marks them as read', () => {
    const before = { sender: 'User', content: 'hello', timestamp: NOW - 60, id: 'first' };
    const app = new AppUnderTest(
      fromRecorded('AgentUserInterface', { messages: [before] })!,
    ) as AppUnderTest<ChatState>;
    app.ask('send_message_to_agent', { content: 'soup' });
    app.ask('send_message_to_user', { content: 'yes' });

    expect(contents(app.ask('get_all_messages'))).toEqual(['soup', 'yes', 'hello']);
    expect(app.state.messages.map(({ time_read }) => time_read)).toEqual([NOW, NOW, NOW]);
  });

  it.each(['get_last_message_from_user', 'get_last_message_from_agent'])(
    'returns null from %s when there are no messages',
    (tool) => {
      expect(chat().ask(tool)).toBeNull();
    },
  );

  it.each([
    ['send_message_to_user', { content: 7 }, 'TypeError: send_message_to_user: content must be str, not 7.'],
    [
      'send_message_to_agent',
      { attachments: [1] },
      'TypeError: send_message_to_agent: attachments must be list[str] | None, not [1].',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(chat().refusal(tool, args)).toBe(refusal);
  });
});
