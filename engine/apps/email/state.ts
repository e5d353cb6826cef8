import { toSeconds } from '../../model/index.ts';
import { DerivedValue, readOnly, type ReadOnly } from '../../state/index.ts';
import { about, refuse, str, type ToolContext } from '../../world/index.ts';
import { secondsAt, type When } from '../shared/dates.ts';
import { attachmentFrom } from '../files/attachments.ts';

export const FOLDERS = ['INBOX', 'SENT', 'DRAFT', 'TRASH'] as const;
export type FolderName = (typeof FOLDERS)[number];

/** The name of a folder, as tools take it. */
export const folderName = about(str, FOLDERS.join(', '));

/** One mail in a folder. */
export interface Email {
  sender: string;
  recipients: string[];
  subject: string;
  content: string;
  email_id: string;
  /** The mail this one answers or forwards. */
  parent_id: string | null;
  cc: string[];
  /** Contents in base64, by file name. */
  attachments: Record<string, string> | null;
  /** Seconds since the Unix epoch. */
  timestamp: number;
  is_read: boolean;
}

/** A folder of a mailbox, newest mail first. */
export interface Folder {
  folder_name: FolderName;
  emails: Email[];
}

export interface MailState {
  user_email: string;
  view_limit: number;
  folders: Record<FolderName, Folder>;
}

/** A mail that is there from the start. What is left out is made up: ids by position, `inbox-1` for the first. */
export interface GivenEmail extends Partial<Omit<Email, 'timestamp'>> {
  readonly timestamp?: When;
}

/** What a mailbox begins with. Mails may be given in any order. */
export interface MailboxOptions {
  /** The user's own address. */
  readonly user_email?: string;
  readonly view_limit?: number;
  readonly inbox?: readonly GivenEmail[];
  readonly sent?: readonly GivenEmail[];
  readonly draft?: readonly GivenEmail[];
  readonly trash?: readonly GivenEmail[];
}

const EMAIL_ADDRESS = /^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9.-]+$/;

/** @throws {ToolError} `ValueError` when an address is none or two mails have one id. */
export function mailboxWith({
  user_email = 'user@meta.com',
  view_limit = 5,
  ...given
}: MailboxOptions): MailState {
  if (!EMAIL_ADDRESS.test(user_email)) refuse('ValueError', `Invalid email address: ${user_email}`);
  const ids = new Set<string>();
  const folder = (folder_name: FolderName, mails: readonly GivenEmail[] = []): Folder => {
    const incoming = folder_name === 'INBOX';
    const emails = mails.map(({ timestamp = 0, ...mail }, at) => {
      const email = newEmail({
        sender: user_email,
        recipients: incoming ? [user_email] : [],
        email_id: `${folder_name.toLowerCase()}-${at + 1}`,
        timestamp: secondsAt(timestamp),
        ...mail,
      });
      if (ids.has(email.email_id)) refuse('ValueError', `Two emails have the id "${email.email_id}".`);
      ids.add(email.email_id);
      return email;
    });
    return { folder_name, emails: emails.sort(newestFirst) };
  };
  const folders = {
    INBOX: folder('INBOX', given.inbox),
    SENT: folder('SENT', given.sent),
    DRAFT: folder('DRAFT', given.draft),
    TRASH: folder('TRASH', given.trash),
  };
  return { user_email, view_limit, folders };
}

/** A mail with all its fields, in the field's order. @throws {ToolError} `ValueError` when an address has no `@`. */
export function newEmail(mail: Partial<Email> & Pick<Email, 'sender' | 'email_id' | 'timestamp'>): Email {
  const { sender, recipients = [], cc = [] } = mail;
  for (const address of [sender, ...recipients, ...cc])
    if (!address.includes('@')) refuse('ValueError', `Invalid email address: ${address}`);
  return {
    sender,
    recipients,
    subject: mail.subject ?? '',
    content: mail.content ?? '',
    email_id: mail.email_id,
    parent_id: mail.parent_id ?? null,
    cc,
    attachments: mail.attachments === undefined ? {} : mail.attachments,
    timestamp: mail.timestamp,
    is_read: mail.is_read ?? false,
  };
}

/** What a mail that is made in this call gets: an id of its own and the time. */
export const newIdAndTime = (context: ToolContext): Pick<Email, 'email_id' | 'timestamp'> => ({
  email_id: context.newId(),
  timestamp: toSeconds(context.now),
});

/** The folder called `name`, in capitals or not. @throws {ToolError} `KeyError` when there is none. */
export function folderOf({ folders }: MailState, name: string): Folder {
  const known = FOLDERS.find((folder) => folder === name.toUpperCase());
  return known === undefined
    ? refuse('KeyError', `There is no folder "${name}". The folders are ${FOLDERS.join(', ')}.`)
    : folders[known];
}

const newestFirst = (one: { timestamp: number }, other: { timestamp: number }): number =>
  other.timestamp - one.timestamp;

/** Where in `folder` the mail `id` is. @throws {ToolError} `ValueError` when it is not in it. */
export function positionOf(folder: Folder, id: string): number {
  const at = readOnly(folder.emails).findIndex(({ email_id }) => email_id === id);
  return at < 0 ? refuse('ValueError', `Email with id ${id} does not exist`) : at;
}

/** Whether a folder's emails are sorted. Looking through 20,000 of them for each that arrives took most of a run's time. */
const isSorted = new DerivedValue((emails: ReadOnly<Email[]>) =>
  emails.every(({ timestamp }, at) => at === 0 || timestamp <= emails[at - 1]!.timestamp),
);

/** Puts `email` into `folder`, behind all that are not older. Sorts a folder that is not sorted. Answers the email's id. */
export function insertEmail(folder: Folder, email: Email): string {
  if (!isSorted.of(folder.emails)) folder.emails = readOnly(folder.emails).toSorted(newestFirst) as Email[];
  const { emails } = folder;
  emails.splice(firstOlder(readOnly(emails), email.timestamp), 0, email);
  isSorted.set(emails, true);
  return email.email_id;
}

/** The position of the first of the sorted `emails` that is older than `timestamp`, found by halving. */
function firstOlder(emails: ReadOnly<Email[]>, timestamp: number): number {
  let from = 0;
  let to = emails.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (emails[middle]!.timestamp < timestamp) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The mail `id`, wherever it is. */
export function findEmail({ folders }: MailState, id: string): ReadOnly<Email> | undefined {
  for (const name of FOLDERS) {
    const found = readOnly(folders[name].emails).find(({ email_id }) => email_id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The files at `paths` as a mail carries them: contents in base64, by file name.
 *
 * @throws {ToolError} `ValueError` when one is not there, or two have one name.
 */
export function attachmentsFrom(
  paths: readonly string[] | null,
  context: ToolContext,
): Record<string, string> {
  const files = new Map<string, string>();
  for (const path of paths ?? []) {
    const { name, base64 } = attachmentFrom(context, path);
    if (files.has(name)) refuse('ValueError', `Two attachments are called "${name}".`);
    files.set(name, base64);
  }
  return Object.fromEntries(files);
}
