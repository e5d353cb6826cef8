import { list, nullable, optional, str } from '../argument.ts';
import { asIs, type AsIs } from '../as-is.ts';
import { saveAttachment } from '../files/attachments.ts';
import { attached } from './attached.ts';
import {
  findEmail,
  folderName,
  folderOf,
  insert,
  newEmail,
  positionOf,
  stamp,
  type Email,
  type MailState,
} from './state.ts';
import { refuse, toolOf, type ToolContext } from '../tool.ts';

const tool = toolOf<MailState>();

/** What an agent writes, sends and sorts its user's mail with. */
export const writingTools = {
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
      const attachments = attached(attachment_paths, context);
      return send(
        mail,
        { recipients: [...(recipients ?? [])], subject, content, cc: [...(cc ?? [])], attachments },
        context,
      );
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
    summary: 'Reply to an email. A reply to your own email goes to whoever that one answered.',
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
      const original = asIs(folder.emails)[positionOf(folder, email_id)]!;
      return send(
        mail,
        {
          recipients: [correspondent(mail, original)],
          subject: `Re: ${original.subject}`,
          content,
          parent_id: email_id,
          attachments: attached(attachment_paths, context),
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
      const { attachments } = asIs(folder.emails)[positionOf(folder, email_id)]!;
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
    ...stamp(context),
    ...written,
  });
  return insert(mail.folders.SENT, email);
}

function move(mail: MailState, id: string, from: string, to: string): string {
  const source = folderOf(mail, from);
  const target = folderOf(mail, to);
  const at = positionOf(source, id);
  if (source === target) return id;
  const [email] = source.emails.splice(at, 1);
  return insert(target, email!);
}

/** Who a reply to `email` goes to: its sender, or whoever the user's own mail was an answer to. */
function correspondent(mail: MailState, email: AsIs<Email>): string {
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
