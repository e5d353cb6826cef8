import { describe, expect, it } from 'vitest';
import { NOW } from '../app-under-test.ts';
import { ADA, BEN, idsIn, mailbox, ME } from './mailbox.ts';

describe('add_email and send_email_to_user', () => {
  it('add an email to the inbox with all given fields', () => {
    const app = mailbox();
    const email = {
      email_id: 'greg',
      sender: ADA,
      recipients: [ME],
      attachments: { 'menu.txt': 'c291cA==' },
      timestamp: NOW - 60,
    };

    expect(app.ask('send_email_to_user', { email })).toBe('greg');

    expect(idsIn(app, 'INBOX')).toEqual(['greg', 'new', 'old']);
    expect(app.state.folders.INBOX.emails[0]).toMatchObject({ ...email, subject: '', is_read: false });
  });

  it('fill in missing fields', () => {
    const app = mailbox();

    const id = app.ask('add_email', { email: { recipients: [BEN] }, folder_name: 'DRAFT' });

    expect(app.state.folders.DRAFT.emails[0]).toMatchObject({ email_id: id, sender: ME, timestamp: NOW });
  });

  it('accept an email as text, as in recordings', () => {
    const app = mailbox();

    app.ask('send_email_to_user', {
      email: `From: ${ADA}\nTo: ${ME}, ${BEN}\nCC: \nSubject: Music\nContent: Two\nlines`,
    });

    expect(app.state.folders.INBOX.emails[0]).toMatchObject({
      sender: ADA,
      recipients: [ME, BEN],
      cc: [],
      subject: 'Music',
      content: 'Two\nlines',
    });
  });

  it('accept a folder name as Python prints it', () => {
    const app = mailbox();

    const id = app.ask('add_email', { email: {}, folder_name: 'EmailFolderName.TRASH' });

    expect(idsIn(app, 'TRASH')).toEqual([id]);
  });

  it.each([
    [
      'send_email_to_user',
      { email: 'Hello' },
      'AssertionError: email is a text, but not an email as ARE prints one.',
    ],
    ['send_email_to_user', { email: { subject: 1 } }, 'AssertionError: email.subject: '],
    ['send_email_to_user', { email: { sender: 'ada' } }, 'ValueError: Invalid email address: ada'],
    ['send_email_to_user', { email: 1 }, 'TypeError: send_email_to_user: email must be Email, not 1.'],
    ['add_email', { email: {}, folder_name: 'x' }, 'KeyError: There is no folder "x".'],
  ])('refuse invalid arguments: %s %j', (tool, args, refusal) => {
    expect(mailbox().refusal(tool, args)).toContain(refusal);
  });
});
