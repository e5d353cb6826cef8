import { describe, expect, it } from 'vitest';
import { emailClient } from '../../../../engine/apps/email/email.ts';
import { recordedMail } from '../../../../engine/apps/email/from-trace.ts';
import { insertEmail } from '../../../../engine/apps/email/state.ts';
import { AppUnderTest, NOW } from '../app-under-test.ts';
import { ADA, BEN, idsIn, mailbox, ME } from './mailbox.ts';

describe('an incoming email', () => {
  it('is added unread to the top of the inbox', () => {
    const app = mailbox();

    const id = app.ask('send_email_to_user_only', { sender: BEN, subject: 'Soup', content: 'Now?' });

    expect(idsIn(app, 'INBOX')).toEqual([id, 'new', 'old']);
    expect(app.state.folders.INBOX.emails[0]).toMatchObject({
      sender: BEN,
      recipients: [ME],
      subject: 'Soup',
      timestamp: NOW,
      is_read: false,
    });
  });

  it('is placed after emails of the same time', () => {
    const app = mailbox();

    const ids = [BEN, ADA].map((sender) => app.ask('send_email_to_user_only', { sender }));

    expect(idsIn(app, 'INBOX').slice(0, 2)).toEqual(ids);
  });

  it('sorts a folder that was recorded in another order', () => {
    const { INBOX } = mailbox().state.folders;
    const app = new AppUnderTest({
      ...emailClient(),
      state: recordedMail({ folders: { INBOX: { ...INBOX, emails: INBOX.emails.toReversed() } } }),
    });

    expect(idsIn(app, 'INBOX')).toEqual(['old', 'new']);

    const id = app.ask('send_email_to_user_only', { sender: BEN });

    expect(idsIn(app, 'INBOX')).toEqual([id, 'new', 'old']);
  });

  it('sorts a folder in which a time was changed manually', () => {
    const app = mailbox();
    app.ask('send_email_to_user_only', { sender: BEN });

    app.set(['folders', 'INBOX', 'emails', 2, 'timestamp'], NOW + 1);
    app.ask('send_email_to_user_only', { sender: BEN });

    const times = app.state.folders.INBOX.emails.map(({ timestamp }) => timestamp - NOW);
    expect(times.slice(0, 3)).toEqual([1, 0, 0]);
  });

  it('is inserted into a folder of 150,000 emails without a stack overflow', () => {
    const [mail] = mailbox().state.folders.INBOX.emails;
    const emails = Array.from({ length: 150_000 }, (_, timestamp) => ({ ...mail!, timestamp }));
    const folder = { folder_name: 'INBOX' as const, emails };

    insertEmail(folder, { ...mail!, timestamp: -1 });

    expect(folder.emails.map(({ timestamp }) => timestamp).slice(-3)).toEqual([1, 0, -1]);
  });

  it('replies to an email of the user', () => {
    const app = mailbox();

    app.ask('reply_to_email_from_user', { sender: ADA, email_id: 'asked', content: 'Here it is' });

    expect(app.state.folders.INBOX.emails[0]).toMatchObject({
      sender: ADA,
      recipients: [ME],
      subject: 'Re: Invoice?',
      content: 'Here it is',
      parent_id: 'asked',
    });
  });

  it('can be added to any folder', () => {
    const app = mailbox();

    const id = app.ask('create_and_add_email', { sender: ADA, recipients: [BEN], folder_name: 'DRAFT' });

    expect(idsIn(app, 'DRAFT')).toEqual([id]);
    expect(app.state.folders.DRAFT.emails[0]).toMatchObject({ recipients: [BEN], is_read: false });
  });

  it('is inserted at its given time and marked as read', () => {
    const app = mailbox();

    const id = app.ask('create_and_add_email_with_time', { sender: ADA, email_time: '2026-01-03 08:00:00' });

    expect(idsIn(app, 'INBOX')).toEqual(['new', id, 'old']);
    expect(app.state.folders.INBOX.emails[1]?.is_read).toBe(true);
  });

  it('gets the current time when no time is given', () => {
    const app = mailbox();

    app.ask('create_and_add_email_with_time', { sender: ADA });

    expect(app.state.folders.INBOX.emails[0]?.timestamp).toBe(NOW);
  });

  it.each([
    ['send_email_to_user_only', { sender: 'ada' }, 'ValueError: Invalid email address: ada'],
    [
      'reply_to_email_from_user',
      { sender: ADA, email_id: 'new' },
      'ValueError: Email with id new does not exist',
    ],
    [
      'reply_to_email_from_user',
      { sender: BEN, email_id: 'asked' },
      `ValueError: Sender ${BEN} is not a recipient of the email, the recipients are ${ADA}`,
    ],
    [
      'create_and_add_email',
      { sender: ADA, folder_name: 'inbox' },
      'ValueError: There is no folder "inbox". The folders are INBOX, SENT, DRAFT, TRASH.',
    ],
    [
      'create_and_add_email_with_time',
      { sender: ADA, email_time: '2026-02-30 08:00:00' },
      'ValueError: email_time must be a date written as YYYY-MM-DD HH:MM:SS, not "2026-02-30 08:00:00".',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(mailbox().refusal(tool, args)).toBe(refusal);
  });
});
