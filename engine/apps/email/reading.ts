import { int, optional, str } from '../argument.ts';
import { asIs } from '../as-is.ts';
import { pageOf } from '../page.ts';
import { folderName, folderOf, positionOf, type Email, type Folder, type MailState } from './state.ts';
import { refuse, toolOf } from '../tool.ts';

const tool = toolOf<MailState>();

/** What an agent reads its user's mail with. */
export const readingTools = {
  list_emails: tool({
    summary: 'List the emails of a folder, newest first, a page at a time.',
    returns: 'ReturnedEmails',
    effect: 'read',
    callers: ['agent'],
    args: { folder_name: optional(folderName, 'INBOX'), offset: optional(int, 0), limit: optional(int, 10) },
    apply(mail, { folder_name, offset, limit }) {
      const emails = asIs(folderOf(mail, folder_name).emails);
      const { items, range, total } = pageOf(emails, offset, limit);
      if (offset > total) refuse('ValueError', 'Offset must be less than the number of emails');
      return {
        emails: items,
        emails_range: range,
        total_returned_emails: items.length,
        total_emails: total,
      };
    },
  }),
  get_email_by_id: tool({
    summary: 'Read an email, which marks it as read.',
    returns: 'Email',
    effect: 'write',
    recordedAs: 'read',
    callers: ['agent'],
    args: { email_id: str, folder_name: optional(folderName, 'INBOX') },
    apply(mail, { email_id, folder_name }) {
      const folder = folderOf(mail, folder_name);
      return markRead(folder, positionOf(folder, email_id));
    },
  }),
  get_email_by_index: tool({
    summary: 'Read the email at a position of a folder, 0 being the newest, which marks it as read.',
    returns: 'Email',
    effect: 'write',
    recordedAs: 'read',
    callers: ['agent'],
    args: { idx: int, folder_name: optional(folderName, 'INBOX') },
    apply(mail, { idx, folder_name }) {
      const folder = folderOf(mail, folder_name);
      // Positions below zero count from the end.
      const at = idx < 0 ? folder.emails.length + idx : idx;
      if (at < 0 || at >= folder.emails.length)
        refuse('ValueError', `Email with index ${idx} does not exist`);
      return markRead(folder, at);
    },
  }),
  search_emails: tool({
    summary: 'Find the emails of a folder with a text in sender, recipients, subject or content.',
    returns: 'list[Email]',
    effect: 'read',
    callers: ['agent'],
    args: { query: str, folder_name: optional(folderName, 'INBOX') },
    apply(mail, { query, folder_name }) {
      const wanted = query.toLowerCase();
      return asIs(folderOf(mail, folder_name).emails).filter(({ sender, recipients, subject, content }) =>
        [sender, ...recipients, subject, content].some((text) => text.toLowerCase().includes(wanted)),
      );
    },
  }),
};

function markRead({ emails }: Folder, at: number): Email {
  const email = emails[at]!;
  email.is_read = true;
  return email;
}
