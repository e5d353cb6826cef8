import { firstPosition } from '../../model/index.ts';
import { copyJson, DerivedValue, readOnly, type ReadOnly } from '../../state/index.ts';
import { about, refuse, str, type ToolContext } from '../../world/index.ts';
import { secondsAt, type When } from '../shared/dates.ts';
import { attachmentFrom } from '../files/attachments.ts';

export const FOLDERS = ['INBOX', 'SENT', 'DRAFT', 'TRASH'] as const;
export type FolderName = (typeof FOLDERS)[number];

/** The argument for the name of a folder. */
export const folderName = about(str, FOLDERS.join(', '));

/** An email, with its fields in ARE's order. */
export interface Email {
  sender: string;
  recipients: string[];
  subject: string;
  content: string;
  email_id: string;
  /** The id of the email that this one replies to or forwards. */
  parent_id: string | null;
  cc: string[];
  /** Contents in base64 by file name. */
  attachments: Record<string, string> | null;
  /** Seconds since the Unix epoch. */
  timestamp: number;
  is_read: boolean;
}

/** A folder of a mailbox, newest email first. */
export interface Folder {
  folder_name: FolderName;
  emails: Email[];
}

export interface MailState {
  user_email: string;
  view_limit: number;
  folders: Record<FolderName, Folder>;
}

/** An email of the initial state. Without an id it is numbered: `inbox-1` is the first of the inbox. */
export interface GivenEmail extends Partial<Omit<Email, 'timestamp'>> {
  readonly timestamp?: When;
}

/** Options for the initial state of a mailbox. Emails may be in any order. */
export interface MailboxOptions {
  /** The user's address; `user@meta.com` when left out. */
  readonly user_email?: string;
  /** The most emails that one call lists; 5 when left out. */
  readonly view_limit?: number;
  readonly inbox?: readonly GivenEmail[];
  readonly sent?: readonly GivenEmail[];
  readonly draft?: readonly GivenEmail[];
  readonly trash?: readonly GivenEmail[];
}

const EMAIL_ADDRESS = /^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9.-]+$/;

/** The initial state of a mailbox. @throws {ToolError} `ValueError` for a wrong address, or when two emails have one id. */
export function mailboxWith({
  user_email = 'user@meta.com',
  view_limit = 5,
  ...given
}: MailboxOptions): MailState {
  if (!EMAIL_ADDRESS.test(user_email)) refuse('ValueError', `Invalid email address: ${user_email}`);
  const ids = new Set<string>();
  const folder = (folder_name: FolderName, given: readonly GivenEmail[] = []): Folder => {
    const emails = given.map(({ timestamp = 0, ...rest }, index) => {
      const email = newEmail({
        sender: user_email,
        recipients: folder_name === 'INBOX' ? [user_email] : [],
        email_id: `${folder_name.toLowerCase()}-${index + 1}`,
        timestamp: secondsAt(timestamp),
        ...rest,
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

/** An email with all its fields. @throws {ToolError} `ValueError` when an address has no `@`. */
export function newEmail(given: Partial<Email> & Pick<Email, 'sender' | 'email_id' | 'timestamp'>): Email {
  const { sender, recipients = [], cc = [] } = given;
  checkAddress(sender);
  recipients.forEach(checkAddress);
  cc.forEach(checkAddress);
  return {
    sender,
    recipients,
    subject: given.subject ?? '',
    content: given.content ?? '',
    email_id: given.email_id,
    parent_id: given.parent_id ?? null,
    cc,
    attachments: given.attachments === undefined ? {} : given.attachments,
    timestamp: given.timestamp,
    is_read: given.is_read ?? false,
  };
}

export function checkAddress(address: string): void {
  if (!address.includes('@')) refuse('ValueError', `Invalid email address: ${address}`);
}

/** The folder called `name`, in upper or lower case. @throws {ToolError} `KeyError` when there is none. */
export function folderOf({ folders }: MailState, name: string): Folder {
  const known = FOLDERS.find((folder) => folder === name.toUpperCase());
  return known === undefined
    ? refuse('KeyError', `There is no folder "${name}". The folders are ${FOLDERS.join(', ')}.`)
    : folders[known];
}

const newestFirst = (one: { timestamp: number }, other: { timestamp: number }): number =>
  other.timestamp - one.timestamp;

/** The position of the email `id` in `folder`. @throws {ToolError} `ValueError` when it is not there. */
export function positionOf(folder: Folder, id: string): number {
  const index = readOnly(folder.emails).findIndex(({ email_id }) => email_id === id);
  return index < 0 ? refuse('ValueError', `Email with id ${id} does not exist`) : index;
}

/** Whether emails are sorted, newest first. Checking all 20,000 for each arriving email took most of a run's time. */
const isSorted = new DerivedValue((emails: ReadOnly<Email[]>) =>
  emails.every(({ timestamp }, index) => index === 0 || timestamp <= emails[index - 1]!.timestamp),
);

/** Inserts `email` before the older emails, and sorts the folder first if necessary. Returns the id of the email. */
export function insertEmail(folder: Folder, email: Email): string {
  if (!isSorted.of(folder.emails))
    folder.emails = copyJson(readOnly(folder.emails).toSorted(newestFirst)) as never as Email[];
  const { emails } = folder;
  const firstOlder = firstPosition(readOnly(emails), ({ timestamp }) => timestamp < email.timestamp);
  emails.splice(firstOlder, 0, email);
  isSorted.set(emails, true);
  return email.email_id;
}

/** The email `id`, in any folder. */
export function findEmail({ folders }: MailState, id: string): ReadOnly<Email> | undefined {
  for (const name of FOLDERS) {
    const found = readOnly(folders[name].emails).find(({ email_id }) => email_id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The files at `paths` as attachments of an email: contents in base64 by file name.
 *
 * @throws {ToolError} `ValueError` when a file is missing, or two have the same name.
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
