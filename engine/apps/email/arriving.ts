import { list, nullable, optional, str } from '../argument.ts';
import { asIs } from '../as-is.ts';
import { datetime, parseDatetime } from '../datetime.ts';
import { attached } from './attached.ts';
import {
  folderName,
  insert,
  newEmail,
  positionOf,
  stamp,
  FOLDERS,
  type Folder,
  type MailState,
} from './state.ts';
import { refuse, toolOf } from '../tool.ts';

const tool = toolOf<MailState>();

const written = {
  sender: str,
  recipients: optional(nullable(list(str)), null),
  subject: optional(str, ''),
  content: optional(str, ''),
};

/** What the world puts into the user's mailbox. */
export const arrivingTools = {
  send_email_to_user_only: tool({
    summary: 'Let an email to the user arrive.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: { sender: str, subject: optional(str, ''), content: optional(str, '') },
    apply({ folders, user_email }, { sender, subject, content }, context) {
      const email = { sender, recipients: [user_email], subject, content };
      return insert(folders.INBOX, newEmail({ ...email, ...stamp(context) }));
    },
  }),
  reply_to_email_from_user: tool({
    summary: "Let a reply to one of the user's emails arrive, from one of its recipients.",
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
      const { recipients, subject } = asIs(SENT.emails)[positionOf(SENT, email_id)]!;
      if (!recipients.includes(sender))
        refuse(
          'ValueError',
          `Sender ${sender} is not a recipient of the email, the recipients are ${recipients.join(', ')}`,
        );
      const reply = {
        sender,
        recipients: [user_email],
        subject: `Re: ${subject}`,
        content,
        parent_id: email_id,
        attachments: attached(attachment_paths, context),
      };
      return insert(INBOX, newEmail({ ...reply, ...stamp(context) }));
    },
  }),
  create_and_add_email: tool({
    summary: 'Put an email into a folder as it is now.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: { ...written, folder_name: optional(folderName, 'INBOX') },
    apply(mail, { recipients, folder_name, ...email }, context) {
      const folder = exactFolder(mail, folder_name);
      return insert(folder, newEmail({ ...email, recipients: [...(recipients ?? [])], ...stamp(context) }));
    },
  }),
  create_and_add_email_with_time: tool({
    summary: 'Put an email of an earlier time into a folder, as read.',
    returns: 'str',
    effect: 'write',
    callers: ['data'],
    args: {
      ...written,
      email_time: optional(nullable(datetime), null),
      folder_name: optional(folderName, 'INBOX'),
    },
    apply(mail, { recipients, email_time, folder_name, ...email }, context) {
      const folder = exactFolder(mail, folder_name);
      const made = newEmail({
        ...email,
        recipients: [...(recipients ?? [])],
        ...stamp(context),
        is_read: true,
      });
      if (email_time !== null) made.timestamp = parseDatetime('email_time', email_time);
      return insert(folder, made);
    },
  }),
};

/** The tools of the world want a folder's name in capitals. */
function exactFolder({ folders }: MailState, name: string): Folder {
  const known = FOLDERS.find((folder) => folder === name);
  return known === undefined
    ? refuse('ValueError', `found no folder "${name}", wanted ${FOLDERS.join(', ')}`)
    : folders[known];
}
