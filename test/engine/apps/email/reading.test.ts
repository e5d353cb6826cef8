import { describe, expect, it } from 'vitest';
import { emailClient } from '../../../../engine/apps/email/email.ts';
import { AppUnderTest } from '../app-under-test.ts';
import { ADA, BEN, idsIn, mailbox, ME } from './mailbox.ts';

const idsOf = (emails: unknown): string[] =>
  (emails as readonly { email_id: string }[]).map(({ email_id }) => email_id);

describe('emailClient()', () => {
  it('sorts its emails newest first and fills in missing fields', () => {
    const { state } = mailbox();

    expect(Object.keys(state.folders)).toEqual(['INBOX', 'SENT', 'DRAFT', 'TRASH']);
    expect(state).toMatchObject({ user_email: ME, view_limit: 5 });
    expect(state.folders.INBOX.emails.map(({ email_id }) => email_id)).toEqual(['new', 'old']);
    expect(state.folders.SENT).toEqual({
      folder_name: 'SENT',
      emails: [
        {
          sender: ME,
          recipients: [ADA],
          subject: 'Invoice?',
          content: '',
          email_id: 'asked',
          parent_id: null,
          cc: [],
          attachments: {},
          timestamp: Date.UTC(2026, 0, 3, 12) / 1000,
          is_read: false,
        },
      ],
    });
  });

  it('gives emails without an id an id from their folder and position', () => {
    const app = new AppUnderTest(emailClient({ inbox: [{ sender: ADA }, { sender: BEN }], sent: [{}] }));

    expect([...idsIn(app, 'INBOX'), ...idsIn(app, 'SENT')]).toEqual(['inbox-1', 'inbox-2', 'sent-1']);
  });

  it('refuses an invalid email address', () => {
    expect(() => emailClient({ user_email: 'me' })).toThrow('Invalid email address: me');
    expect(() => emailClient({ inbox: [{ sender: 'ada' }] })).toThrow('Invalid email address: ada');
  });

  it('refuses two emails with the same id', () => {
    const twin = { email_id: 'twin', sender: ADA };

    expect(() => emailClient({ inbox: [twin, twin] })).toThrow('Two emails have the id "twin".');
  });
});

describe('list_emails', () => {
  it('returns a page of emails and its range', () => {
    const page = mailbox().ask('list_emails', { folder_name: 'inbox', offset: 1, limit: 5 });

    expect(page).toMatchObject({
      emails: [{ email_id: 'old' }],
      emails_range: [1, 2],
      total_returned_emails: 1,
      total_emails: 2,
    });
  });

  it('returns an empty page directly after the last email', () => {
    expect(mailbox().ask('list_emails', { offset: 2 })).toMatchObject({ emails: [], emails_range: [2, 2] });
  });

  it.each([
    [{ offset: -1 }, 'ValueError: Offset must be non-negative'],
    [{ offset: 3 }, 'ValueError: Offset must be less than the number of emails'],
    [{ limit: -1 }, 'ValueError: Limit must be non-negative'],
    [
      { folder_name: 'SPAM' },
      'KeyError: There is no folder "SPAM". The folders are INBOX, SENT, DRAFT, TRASH.',
    ],
    [{ limit: 1.5 }, 'TypeError: list_emails: limit must be int, not 1.5.'],
  ])('refuses %j', (args, refusal) => {
    expect(mailbox().refusal('list_emails', args)).toBe(refusal);
  });
});

describe('reading an email', () => {
  it.each([
    ['get_email_by_id', { email_id: 'new' }],
    ['get_email_by_index', { idx: 0 }],
    ['get_email_by_index', { idx: -2 }],
  ])('with %s %j returns the email and marks it as read', (tool, args) => {
    const app = mailbox();

    expect(app.ask(tool, args)).toMatchObject({ email_id: 'new', content: '42 pounds', is_read: true });
    expect(app.state.folders.INBOX.emails[0]?.is_read).toBe(true);
  });

  it('changes nothing when the email is already read', () => {
    expect(mailbox().call('get_email_by_id', { email_id: 'old' }).changes).toEqual([]);
  });

  it.each([
    ['get_email_by_id', { email_id: 'asked' }, 'ValueError: Email with id asked does not exist'],
    [
      'get_email_by_id',
      { email_id: 'new', folder_name: 'x' },
      'KeyError: There is no folder "x". The folders are INBOX, SENT, DRAFT, TRASH.',
    ],
    ['get_email_by_id', {}, 'TypeError: get_email_by_id needs the argument email_id: str.'],
    ['get_email_by_index', { idx: 2 }, 'ValueError: Email with index 2 does not exist'],
    ['get_email_by_index', { idx: -3 }, 'ValueError: Email with index -3 does not exist'],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(mailbox().refusal(tool, args)).toBe(refusal);
  });
});

describe('search_emails', () => {
  it.each([
    ['ADA@', ['new']],
    ['me@example', ['new', 'old']],
    ['lunch', ['old']],
    ['POUNDS', ['new']],
    ['carol', []],
  ])('finds emails by "%s"', (query, found) => {
    expect(idsOf(mailbox().ask('search_emails', { query }))).toEqual(found);
  });

  it('searches a given folder', () => {
    expect(idsOf(mailbox().ask('search_emails', { query: 'invoice', folder_name: 'sent' }))).toEqual([
      'asked',
    ]);
  });

  it('refuses an unknown folder', () => {
    expect(mailbox().refusal('search_emails', { query: '', folder_name: 'ALL' })).toBe(
      'KeyError: There is no folder "ALL". The folders are INBOX, SENT, DRAFT, TRASH.',
    );
  });
});
