import * as z from 'zod';
import { idOr, text, texts, time } from '../recorded.ts';
import { newEmail, FOLDERS, type Email, type FolderName, type MailState } from './state.ts';

const email = z.lazy(() =>
  z.object({
    sender: text.optional(),
    recipients: texts,
    subject: text.default(''),
    content: text.default(''),
    email_id: text.nullish(),
    parent_id: text.nullish(),
    cc: texts,
    attachments: z.record(text, text).nullish(),
    timestamp: time.optional(),
    is_read: z.boolean().default(false),
  }),
);

const mail = z.lazy(() =>
  z.object({
    user_email: text.default('user@meta.com'),
    view_limit: z.int().default(5),
    folders: z.record(text, z.object({ folder_name: z.enum(FOLDERS), emails: z.array(email) })),
  }),
);

/** What a mail gets where its recording leaves it out. */
type Otherwise = Pick<Email, 'sender' | 'email_id' | 'timestamp'>;

/** @throws {ZodError | ToolError} when `recorded` is no mail. */
export const emailIn = (recorded: unknown, otherwise: Otherwise): Email =>
  madeOf(email.parse(recorded), otherwise);

/** Mails stay in the order they were recorded in. @throws {ZodError | ToolError} when it is no state of a mailbox. */
export function recordedMail(state: unknown): MailState {
  const { user_email, view_limit, folders } = mail.parse(state);
  const emailsIn = (folder_name: FolderName): MailState['folders'][FolderName] => {
    const recorded =
      Object.values(folders).find((folder) => folder.folder_name === folder_name)?.emails ?? [];
    const emails = recorded.map((one, at) =>
      madeOf(one, {
        sender: user_email,
        email_id: `${folder_name.toLowerCase()}-${at + 1}`,
        timestamp: 0,
      }),
    );
    return { folder_name, emails };
  };
  const all = FOLDERS.map((name) => [name, emailsIn(name)]);
  return { user_email, view_limit, folders: Object.fromEntries(all) as MailState['folders'] };
}

const madeOf = (recorded: z.infer<typeof email>, otherwise: Otherwise): Email =>
  newEmail({
    sender: recorded.sender ?? otherwise.sender,
    recipients: recorded.recipients ?? [],
    email_id: idOr(recorded.email_id, otherwise.email_id),
    cc: recorded.cc ?? [],
    timestamp: recorded.timestamp ?? otherwise.timestamp,
    subject: recorded.subject,
    content: recorded.content,
    parent_id: recorded.parent_id ?? null,
    attachments: recorded.attachments === undefined ? {} : recorded.attachments,
    is_read: recorded.is_read,
  });
