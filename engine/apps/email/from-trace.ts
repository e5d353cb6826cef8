import * as z from 'zod/mini';
import { type JsonObject, toSeconds } from '../../model/index.ts';
import { optional, refuse, type ToolContext, toolOf } from '../../world/index.ts';
import { parseArgument, idOrDefault, text, texts, time, objectOrPrinted } from '../shared/from-trace.ts';
import {
  type Email,
  type FolderName,
  folderName,
  folderOf,
  FOLDERS,
  insertEmail,
  type MailState,
  newEmail,
} from './state.ts';

const email = z.lazy(() =>
  z.object({
    sender: z.optional(text),
    recipients: texts,
    subject: z._default(text, ''),
    content: z._default(text, ''),
    email_id: z.nullish(text),
    parent_id: z.nullish(text),
    cc: texts,
    attachments: z.nullish(z.record(text, text)),
    timestamp: z.optional(time),
    is_read: z._default(z.boolean(), false),
  }),
);

const mail = z.lazy(() =>
  z.object({
    user_email: z._default(text, 'user@meta.com'),
    view_limit: z._default(z.int(), 5),
    folders: z.record(text, z.object({ folder_name: z.enum(FOLDERS), emails: z.array(email) })),
  }),
);

/** Values for fields that a recording may leave out. */
type Defaults = Pick<Email, 'sender' | 'email_id' | 'timestamp'>;

/** @throws {ZodError | ToolError} when `recorded` is not an email. */
const parseEmail = (recorded: unknown, otherwise: Defaults): Email =>
  emailWithDefaults(email.parse(recorded), otherwise);

/** The state of a mailbox, as recorded: emails keep their order. @throws {ZodError | ToolError} when `state` is something else. */
export function recordedMail(state: unknown): MailState {
  const { user_email, view_limit, folders } = mail.parse(state);
  const emailsIn = (folder_name: FolderName): MailState['folders'][FolderName] => {
    const recorded =
      Object.values(folders).find((folder) => folder.folder_name === folder_name)?.emails ?? [];
    const emails = recorded.map((one, index) =>
      emailWithDefaults(one, {
        sender: user_email,
        email_id: `${folder_name.toLowerCase()}-${index + 1}`,
        timestamp: 0,
      }),
    );
    return { folder_name, emails };
  };
  const all = FOLDERS.map((name) => [name, emailsIn(name)]);
  return { user_email, view_limit, folders: Object.fromEntries(all) as MailState['folders'] };
}

const emailWithDefaults = (recorded: z.infer<typeof email>, otherwise: Defaults): Email =>
  newEmail({
    sender: recorded.sender ?? otherwise.sender,
    recipients: recorded.recipients ?? [],
    email_id: idOrDefault(recorded.email_id, otherwise.email_id),
    cc: recorded.cc ?? [],
    timestamp: recorded.timestamp ?? otherwise.timestamp,
    subject: recorded.subject,
    content: recorded.content,
    parent_id: recorded.parent_id ?? null,
    attachments: recorded.attachments === undefined ? {} : recorded.attachments,
    is_read: recorded.is_read,
  });

const tool = toolOf<MailState>();

const emailArgument = objectOrPrinted('Email', 'the fields of an email');

const PRINTED = /^From: (.*)\nTo: (.*)\nCC: (.*)\nSubject: (.*)\nContent: ([^]*)$/;

/** No agent or user may call these two tools; ARE's scenarios plan emails with them. */
export const wholeEmailTools = {
  add_email: tool({
    summary: 'Put an email with all its fields into a folder.',
    returns: 'str',
    effect: 'write',
    callers: [],
    args: { email: emailArgument, folder_name: optional(folderName, 'INBOX') },
    apply: (mail, { email, folder_name }, context) =>
      // Python prints a member of an enumeration with its class: `EmailFolderName.INBOX`.
      insertEmail(folderOf(mail, folder_name.split('.').at(-1)!), givenEmail(mail, email, context)),
  }),
  send_email_to_user: tool({
    summary: 'Deliver an email with all its fields to the user.',
    returns: 'str',
    effect: 'write',
    callers: [],
    args: { email: emailArgument },
    apply: (mail, { email }, context) => insertEmail(mail.folders.INBOX, givenEmail(mail, email, context)),
  }),
};

/**
 * The email in a call's argument, as fields or as printed text. @throws {ToolError} `AssertionError` when it is not an email.
 */
function givenEmail({ user_email }: MailState, given: JsonObject | string, context: ToolContext): Email {
  const email_id = context.newId();
  const timestamp = toSeconds(context.now);
  const fields = typeof given === 'string' ? parsePrintedEmail(given) : given;
  return parseArgument('email', fields, () =>
    parseEmail(fields, { sender: user_email, email_id, timestamp }),
  );
}

function parsePrintedEmail(text: string): JsonObject {
  const [, sender, recipients, cc, subject, content] = PRINTED.exec(text) ?? [];
  if (sender === undefined)
    return refuse('AssertionError', 'email is a text, but not an email as ARE prints one.');
  return {
    sender,
    recipients: splitAddresses(recipients!),
    cc: splitAddresses(cc!),
    subject: subject!,
    content: content!,
  };
}

const splitAddresses = (list: string): string[] => list.split(/[,\s]+/).filter((address) => address !== '');
