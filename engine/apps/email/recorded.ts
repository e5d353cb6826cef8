import { z } from 'zod';
import { idOr, text, texts, time } from '../recorded.ts';
import { newEmail, FOLDERS, type FolderName, type MailState } from './state.ts';

const email = z.object({
  sender: text.optional(),
  recipients: texts,
  subject: text.default(''),
  content: text.default(''),
  email_id: text.nullish(),
  parent_id: text.nullish(),
  cc: texts,
  attachments: z.record(text, text).nullish(),
  timestamp: time.default(0),
  is_read: z.boolean().default(false),
});

const mail = z.object({
  user_email: text.default('user@meta.com'),
  view_limit: z.int().default(5),
  folders: z.record(text, z.object({ folder_name: z.enum(FOLDERS), emails: z.array(email) })),
});

/** Mails stay in the order they were recorded in. @throws {ZodError | ToolError} when it is no state of a mailbox. */
export function recordedMail(state: unknown): MailState {
  const { user_email, view_limit, folders } = mail.parse(state);
  const emailsIn = (folder_name: FolderName): MailState['folders'][FolderName] => {
    const recorded =
      Object.values(folders).find((folder) => folder.folder_name === folder_name)?.emails ?? [];
    const emails = recorded.map(({ sender = user_email, email_id, recipients, cc, ...rest }, at) =>
      newEmail({
        sender,
        recipients: recipients ?? [],
        email_id: idOr(email_id, `${folder_name.toLowerCase()}-${at + 1}`),
        cc: cc ?? [],
        timestamp: rest.timestamp,
        subject: rest.subject,
        content: rest.content,
        parent_id: rest.parent_id ?? null,
        attachments: rest.attachments === undefined ? {} : rest.attachments,
        is_read: rest.is_read,
      }),
    );
    return { folder_name, emails };
  };
  const all = FOLDERS.map((name) => [name, emailsIn(name)]);
  return { user_email, view_limit, folders: Object.fromEntries(all) as MailState['folders'] };
}
