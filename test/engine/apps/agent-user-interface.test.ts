import { describe, expect, it } from 'vitest';
import { fromRecorded } from '../../../engine/apps/catalogue.ts';
import { agentUserInterface, type ChatState } from '../../../engine/apps/chat/chat.ts';
import { Desk, NOW } from './world.ts';

function chat(...messages: ['Agent' | 'User', string][]): Desk<ChatState> {
  const desk = new Desk(agentUserInterface());
  for (const [sender, content] of messages)
    desk.ask(sender === 'User' ? 'send_message_to_agent' : 'send_message_to_user', { content });
  return desk;
}

const contents = (messages: unknown): string[] =>
  (messages as readonly { content: string }[]).map(({ content }) => content);

describe('agentUserInterface', () => {
  it('keeps what the agent says, as read', () => {
    const desk = chat();

    expect(desk.ask('send_message_to_user', { content: 'Done.' })).toBeNull();

    expect(desk.state).toEqual({
      messages: [
        { sender: 'Agent', content: 'Done.', attachments: [], timestamp: NOW, time_read: NOW, id: 'id-1' },
      ],
    });
  });

  it('keeps what the user says, unread, and answers its id', () => {
    const desk = chat();

    const id = desk.ask('send_message_to_agent', { content: 'Book a table.', attachments: ['menu.pdf'] });

    expect(id).toBe('id-1');
    expect(desk.state.messages[0]).toMatchObject({
      sender: 'User',
      attachments: ['menu.pdf'],
      time_read: null,
    });
  });

  it('does not keep the contents of attachments', () => {
    const desk = chat();

    desk.ask('send_message_to_agent', {
      base64_utf8_encoded_attachment_contents: [{ 'menu.pdf': 'c291cA==' }],
    });

    expect(JSON.stringify(desk.state)).not.toContain('c291cA==');
  });

  it('gives the last message of the user and marks it as read', () => {
    const desk = chat(['User', 'soup'], ['User', 'roast'], ['Agent', 'yes']);

    expect(desk.ask('get_last_message_from_user')).toMatchObject({ content: 'roast', time_read: NOW });
    expect(desk.state.messages.map(({ time_read }) => time_read)).toEqual([null, NOW, NOW]);
  });

  it('gives the messages not read yet once, oldest first', () => {
    const desk = chat(['User', 'soup'], ['Agent', 'yes'], ['User', 'roast']);

    expect(contents(desk.ask('get_last_unread_messages'))).toEqual(['soup', 'roast']);
    expect(desk.ask('get_last_unread_messages')).toEqual([]);
  });

  it('gives the last message of the agent', () => {
    const desk = chat(['Agent', 'yes'], ['Agent', 'done'], ['User', 'thanks']);

    expect(desk.ask('get_last_message_from_agent')).toMatchObject({ content: 'done' });
  });

  it('gives all messages, newest first and those of one time in the order in which they came, as read', () => {
    const before = { sender: 'User', content: 'hello', timestamp: NOW - 60, id: 'first' };
    const desk = new Desk(fromRecorded('AgentUserInterface', { messages: [before] })!) as Desk<ChatState>;
    desk.ask('send_message_to_agent', { content: 'soup' });
    desk.ask('send_message_to_user', { content: 'yes' });

    expect(contents(desk.ask('get_all_messages'))).toEqual(['soup', 'yes', 'hello']);
    expect(desk.state.messages.map(({ time_read }) => time_read)).toEqual([NOW, NOW, NOW]);
  });

  it.each(['get_last_message_from_user', 'get_last_message_from_agent'])(
    '%s finds nothing at first',
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
