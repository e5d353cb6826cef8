import { toSeconds } from '../../model/index.ts';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import {
  int,
  list,
  nullable,
  optional,
  ownApp,
  refuse,
  str,
  type ToolContext,
  toolOf,
} from '../../world/index.ts';
import { datetime, parseDatetime } from '../shared/dates.ts';
import { pageOf } from '../shared/lists.ts';
import { saveAttachment } from '../files/attachments.ts';
import { wholeEmailTools } from './from-trace.ts';
import {
  attachmentsFrom,
  checkAddress,
  type Email,
  findEmail,
  type Folder,
  folderName,
  folderOf,
  FOLDERS,
  insertEmail,
  mailboxWith,
  type MailState,
  newEmail,
  positionOf,
  type MailboxOptions,
} from './state.ts';

const tool = toolOf<MailState>();

/** Tools for the agent to list, read and search emails. */
const emailReadingTools = {
  list_emails: tool({
    summary: 'List the emails of a folder, newest first, a page at a time.',
    returns: 'ReturnedEmails',
    effect: 'read',
    callers: ['agent'],
    args: { folder_name: optional(folderName, 'INBOX'), offset: optional(int, 0), limit: optional(int, 10) },
    apply(mail, { folder_name, offset, limit }) {
      const emails = readOnly(folderOf(mail, folder_name).emails);
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
      return readOnly(folderOf(mail, folder_name).emails).filter(({ sender, recipients, subject, content }) =>
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

/** Tools for the agent to send and move emails. */
const emailWritingTools = {
  send_email: tool({
    summary: 'Send an email.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: {
      recipients: optional(nullable(list(str)), null),
      subject: optional(str, ''),
      content: optional(str, ''),
      cc: optional(nullable(list(str)), null),
      attachment_paths: optional(nullable(list(str)), null),
    },
    apply(mail, { recipients, subject, content, cc, attachment_paths }, context) {
      const people = { recipients: [...(recipients ?? [])], cc: [...(cc ?? [])] };
      [...people.recipients, ...people.cc].forEach(checkAddress);
      const attachments = attachmentsFrom(attachment_paths, context);
      return send(mail, { ...people, subject, content, attachments }, context);
    },
  }),
  forward_email: tool({
    summary: 'Forward an email, which marks it as read.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: {
      email_id: str,
      recipients: optional(nullable(list(str)), null),
      folder_name: optional(folderName, 'INBOX'),
    },
    apply(mail, { email_id, recipients, folder_name }, context) {
      const folder = folderOf(mail, folder_name);
      const original = folder.emails[positionOf(folder, email_id)]!;
      original.is_read = true;
      const { subject, content, attachments } = original;
      return send(
        mail,
        {
          recipients: [...(recipients ?? [])],
          subject: `FWD: ${subject}`,
          content: `> ${content}`,
          parent_id: email_id,
          attachments,
        },
        context,
      );
    },
  }),
  reply_to_email: tool({
    summary: 'Reply to an email. A reply to your own email goes to the person whom that email answered.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: {
      email_id: str,
      folder_name: optional(folderName, 'INBOX'),
      content: optional(str, ''),
      attachment_paths: optional(nullable(list(str)), null),
    },
    apply(mail, { email_id, folder_name, content, attachment_paths }, context) {
      const folder = folderOf(mail, folder_name);
      const original = readOnly(folder.emails)[positionOf(folder, email_id)]!;
      return send(
        mail,
        {
          recipients: [replyRecipient(mail, original)],
          subject: `Re: ${original.subject}`,
          content,
          parent_id: email_id,
          attachments: attachmentsFrom(attachment_paths, context),
        },
        context,
      );
    },
  }),
  download_attachments: tool({
    summary: 'Save the attachments of an email to a folder.',
    returns: 'list[str]',
    effect: 'write',
    callers: ['agent'],
    args: {
      email_id: str,
      folder_name: optional(folderName, 'INBOX'),
      path_to_save: optional(str, 'Downloads/'),
    },
    apply(mail, { email_id, folder_name, path_to_save }, context): string[] {
      const folder = folderOf(mail, folder_name);
      const { attachments } = readOnly(folder.emails)[positionOf(folder, email_id)]!;
      return Object.entries<string>(attachments ?? {}).map(([name, base64]) =>
        saveAttachment(context, { name, base64 }, path_to_save),
      );
    },
  }),
  move_email: tool({
    summary: 'Move an email to another folder.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: {
      email_id: str,
      source_folder_name: optional(folderName, 'INBOX'),
      dest_folder_name: optional(folderName, 'DRAFT'),
    },
    apply: (mail, { email_id, source_folder_name, dest_folder_name }) =>
      move(mail, email_id, source_folder_name, dest_folder_name),
  }),
  delete_email: tool({
    summary: 'Move an email to the trash.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { email_id: str, folder_name: optional(folderName, 'INBOX') },
    apply: (mail, { email_id, folder_name }) => move(mail, email_id, folder_name, 'TRASH'),
  }),
};

function send(mail: MailState, written: Partial<Email>, context: ToolContext): string {
  const email = newEmail({
    sender: mail.user_email,
    email_id: context.newId(),
    timestamp: toSeconds(context.now),
    ...written,
  });
  return insertEmail(mail.folders.SENT, email);
}

function move(mail: MailState, id: string, from: string, to: string): string {
  const source = folderOf(mail, from);
  const target = folderOf(mail, to);
  const at = positionOf(source, id);
  if (source === target) return id;
  const [email] = source.emails.splice(at, 1);
  return insertEmail(target, email!);
}

/** The recipient of a reply to `email`: its sender or, for the user's own email, the sender of the email that it replied to. */
function replyRecipient(mail: MailState, email: ReadOnly<Email>): string {
  const seen = new Set<string>();
  let { sender, parent_id } = email;
  while (sender === mail.user_email && parent_id !== null && parent_id !== '' && !seen.has(parent_id)) {
    const parent = findEmail(mail, parent_id);
    if (parent === undefined) return refuse('ValueError', `Email with id ${parent_id} not found`);
    seen.add(parent_id);
    ({ sender, parent_id } = parent);
  }
  return sender;
}

const contentArguments = {
  sender: str,
  recipients: optional(nullable(list(str)), null),
  subject: optional(str, ''),
  content: optional(str, ''),
};

/** Tools for the environment to deliver emails. */
export const incomingEmailTools = {
  send_email_to_user_only: tool({
    summary: 'Deliver an email to the user.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: { sender: str, subject: optional(str, ''), content: optional(str, '') },
    apply({ folders, user_email }, { sender, subject, content }, context) {
      const email = newEmail({
        sender,
        recipients: [user_email],
        subject,
        content,
        email_id: context.newId(),
        timestamp: toSeconds(context.now),
      });
      return insertEmail(folders.INBOX, email);
    },
  }),
  reply_to_email_from_user: tool({
    summary: "Deliver a reply to one of the user's emails, from one of its recipients.",
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: {
      sender: str,
      email_id: str,
      content: optional(str, ''),
      attachment_paths: optional(nullable(list(str)), null),
    },
    apply(
      { folders: { INBOX, SENT }, user_email },
      { sender, email_id, content, attachment_paths },
      context,
    ) {
      const { recipients, subject } = readOnly(SENT.emails)[positionOf(SENT, email_id)]!;
      if (!recipients.includes(sender))
        refuse(
          'ValueError',
          `Sender ${sender} is not a recipient of the email, the recipients are ${recipients.join(', ')}`,
        );
      const reply = newEmail({
        sender,
        recipients: [user_email],
        subject: `Re: ${subject}`,
        content,
        parent_id: email_id,
        attachments: attachmentsFrom(attachment_paths, context),
        email_id: context.newId(),
        timestamp: toSeconds(context.now),
      });
      return insertEmail(INBOX, reply);
    },
  }),
  create_and_add_email: tool({
    summary: 'Put an email of the current time into a folder.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: { ...contentArguments, folder_name: optional(folderName, 'INBOX') },
    apply(mail, { recipients, folder_name, ...email }, context) {
      const folder = folderInCapitals(mail, folder_name);
      const added = newEmail({
        ...email,
        recipients: [...(recipients ?? [])],
        email_id: context.newId(),
        timestamp: toSeconds(context.now),
      });
      return insertEmail(folder, added);
    },
  }),
  create_and_add_email_with_time: tool({
    summary: 'Put an email of a given time into a folder, as read.',
    returns: 'str',
    effect: 'write',
    callers: ['data'],
    args: {
      ...contentArguments,
      email_time: optional(nullable(datetime), null),
      folder_name: optional(folderName, 'INBOX'),
    },
    apply(mail, { recipients, email_time, folder_name, ...email }, context) {
      const folder = folderInCapitals(mail, folder_name);
      const added = newEmail({
        ...email,
        recipients: [...(recipients ?? [])],
        email_id: context.newId(),
        timestamp: email_time === null ? toSeconds(context.now) : parseDatetime('email_time', email_time),
        is_read: true,
      });
      return insertEmail(folder, added);
    },
  }),
};

/** Some tools take the name of a folder in capitals only, as ARE's do. @throws {ToolError} `ValueError` for another name. */
function folderInCapitals({ folders }: MailState, name: string): Folder {
  const known = FOLDERS.find((folder) => folder === name);
  return known === undefined
    ? refuse('ValueError', `There is no folder "${name}". The folders are ${FOLDERS.join(', ')}.`)
    : folders[known];
}

const newEmailClient = ownApp({
  class: 'EmailClientV2',
  initial: mailboxWith,
  tools: { ...emailReadingTools, ...emailWritingTools, ...incomingEmailTools, ...wholeEmailTools },
});

/** The app that {@link emailClient} makes. Its name keeps the types of an editor's hints short. */
export interface EmailClient extends ReturnType<typeof newEmailClient> {}

/** A mailbox with an inbox, sent emails, drafts and a trash. */
export const emailClient: (options?: MailboxOptions) => EmailClient = newEmailClient;
