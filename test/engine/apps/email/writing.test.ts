import { describe, expect, it } from 'vitest';
import { emailClient } from '../../../../engine/apps/email/email.ts';
import { AppUnderTest, NOW } from '../app-under-test.ts';
import { ADA, BEN, idsIn, mailbox, ME } from './mailbox.ts';

describe('sending an email', () => {
  it('adds an unread copy to the top of the sent folder', () => {
    const app = mailbox();

    const id = app.ask('send_email', { recipients: [ADA], subject: 'Hi', content: 'Hello', cc: [BEN] });

    expect(idsIn(app, 'SENT')).toEqual([id, 'asked']);
    expect(app.state.folders.SENT.emails[0]).toEqual({
      sender: ME,
      recipients: [ADA],
      subject: 'Hi',
      content: 'Hello',
      email_id: 'id-1',
      parent_id: null,
      cc: [BEN],
      attachments: {},
      timestamp: NOW,
      is_read: false,
    });
  });

  it('accepts an email without recipients', () => {
    expect(mailbox().ask('send_email')).toBe('id-1');
  });

  it('changes the state by a single insert', () => {
    const { changes } = mailbox().call('send_email', { subject: 'Hi' });

    expect(changes).toMatchObject([{ op: 'splice', path: ['folders', 'SENT', 'emails'], at: 0, remove: 0 }]);
  });

  it.each([
    ['send_email', { recipients: ['ada'] }, 'ValueError: Invalid email address: ada'],
    ['send_email', { recipients: [ADA], cc: ['ben'] }, 'ValueError: Invalid email address: ben'],
    [
      'send_email',
      { attachment_paths: ['menu.pdf'] },
      'ValueError: The attachment "menu.pdf" needs an app that keeps files. This world has none.',
    ],
    ['forward_email', { email_id: 'gone' }, 'ValueError: Email with id gone does not exist'],
    ['forward_email', { email_id: 'new', recipients: ['ada'] }, 'ValueError: Invalid email address: ada'],
    ['reply_to_email', { email_id: 'asked' }, 'ValueError: Email with id asked does not exist'],
    [
      'reply_to_email',
      { email_id: 'new', attachment_paths: ['menu.pdf'] },
      'ValueError: The attachment "menu.pdf" needs an app that keeps files. This world has none.',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(mailbox().refusal(tool, args)).toBe(refusal);
  });
});

describe('forward_email', () => {
  it('quotes the email and marks it as read', () => {
    const app = mailbox();

    const id = app.ask('forward_email', { email_id: 'new', recipients: [BEN] });

    expect(app.state.folders.SENT.emails[0]).toMatchObject({
      email_id: id,
      recipients: [BEN],
      subject: 'FWD: Invoice',
      content: '> 42 pounds',
      parent_id: 'new',
      cc: [],
    });
    expect(app.state.folders.INBOX.emails[0]?.is_read).toBe(true);
  });

  it('includes the attachments', () => {
    const attachments = { 'menu.pdf': 'c291cA==' };
    const app = new AppUnderTest(emailClient({ inbox: [{ sender: ADA, attachments }] }));

    app.ask('forward_email', { email_id: 'inbox-1', recipients: [BEN] });

    expect(app.state.folders.SENT.emails[0]?.attachments).toEqual(attachments);
  });
});

describe('reply_to_email', () => {
  const sentTo = (app: ReturnType<typeof mailbox>): string[] | undefined =>
    app.state.folders.SENT.emails[0]?.recipients;

  it('sends the reply to the sender', () => {
    const app = mailbox();

    app.ask('reply_to_email', { email_id: 'new', content: 'Thanks' });

    expect(app.state.folders.SENT.emails[0]).toMatchObject({
      recipients: [ADA],
      subject: 'Re: Invoice',
      content: 'Thanks',
      parent_id: 'new',
    });
  });

  it('replies to the user’s own email by writing to the sender of the email before it', () => {
    const app = mailbox();
    const reply = app.ask('reply_to_email', { email_id: 'new' });
    app.ask('move_email', { email_id: 'new', dest_folder_name: 'TRASH' });

    app.ask('reply_to_email', { email_id: reply, folder_name: 'SENT' });

    expect(sentTo(app)).toEqual([ADA]);
  });

  it('sends the reply to the user when the user wrote the first email of the thread', () => {
    const app = mailbox();

    app.ask('reply_to_email', { email_id: 'asked', folder_name: 'SENT' });

    expect(sentTo(app)).toEqual([ME]);
  });

  it('refuses when the email before the user’s own email is missing', () => {
    const app = new AppUnderTest(emailClient({ sent: [{ parent_id: 'lost' }] }));

    expect(app.refusal('reply_to_email', { email_id: 'sent-1', folder_name: 'SENT' })).toBe(
      'ValueError: Email with id lost not found',
    );
  });

  it('stops at a cycle of emails that reply to each other', () => {
    const app = new AppUnderTest(emailClient({ sent: [{ parent_id: 'sent-2' }, { parent_id: 'sent-1' }] }));

    expect(app.ask('reply_to_email', { email_id: 'sent-1', folder_name: 'SENT' })).toBe('id-1');
  });
});

describe('download_attachments', () => {
  it('returns an empty list when the email has no attachments', () => {
    expect(mailbox().ask('download_attachments', { email_id: 'new' })).toEqual([]);
  });

  it('refuses when the world has no file system', () => {
    const app = new AppUnderTest(emailClient({ inbox: [{ sender: ADA, attachments: { 'menu.pdf': '' } }] }));

    expect(app.refusal('download_attachments', { email_id: 'inbox-1' })).toBe(
      'ValueError: The attachment "menu.pdf" needs an app that keeps files. This world has none.',
    );
  });
});

describe('moving and deleting emails', () => {
  it('inserts a moved email at the position of its time', () => {
    const app = mailbox();

    expect(app.ask('move_email', { email_id: 'old', dest_folder_name: 'sent' })).toBe('old');

    expect([idsIn(app, 'INBOX'), idsIn(app, 'SENT')]).toEqual([['new'], ['asked', 'old']]);
  });

  it('moves an email to the drafts by default', () => {
    const app = mailbox();

    app.ask('move_email', { email_id: 'new' });

    expect(idsIn(app, 'DRAFT')).toEqual(['new']);
  });

  it('changes nothing when the email is already in the folder', () => {
    const app = mailbox();
    app.ask('delete_email', { email_id: 'new' });

    expect(app.call('delete_email', { email_id: 'new', folder_name: 'TRASH' }).changes).toEqual([]);
  });

  it('moves a deleted email to the trash', () => {
    const app = mailbox();

    expect(app.ask('delete_email', { email_id: 'old' })).toBe('old');

    expect([idsIn(app, 'INBOX'), idsIn(app, 'TRASH')]).toEqual([['new'], ['old']]);
  });

  it.each([
    ['move_email', { email_id: 'gone' }, 'ValueError: Email with id gone does not exist'],
    [
      'move_email',
      { email_id: 'new', dest_folder_name: 'SPAM' },
      'KeyError: There is no folder "SPAM". The folders are INBOX, SENT, DRAFT, TRASH.',
    ],
    ['delete_email', { email_id: 'asked' }, 'ValueError: Email with id asked does not exist'],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(mailbox().refusal(tool, args)).toBe(refusal);
  });
});
