import { isJsonObject, type Json, type JsonObject } from '../../engine/model/json.ts';
import type { Path } from '../../engine/model/change.ts';
import type { SimTime } from '../../engine/model/time.ts';
import { fieldOf, listIn, objectOf, textOf, textsOf, timeOf } from './guards.ts';

export interface Mail {
  readonly path: Path;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly content: string;
  readonly attachments: readonly string[];
  readonly time: SimTime | undefined;
  readonly read: boolean;
}

export interface MailFolder {
  readonly name: string;
  /** Newest first. */
  readonly mails: readonly Mail[];
}

/** The folders of a mailbox, or nothing where the state is no mailbox. */
export function readMail(state: Json): readonly MailFolder[] | undefined {
  const folders = isJsonObject(state) ? objectOf(state, 'folders') : undefined;
  if (folders === undefined) return undefined;
  const read: MailFolder[] = [];
  for (const [name, folder] of Object.entries(folders)) {
    const emails = isJsonObject(folder) ? listIn(fieldOf(folder, 'emails')) : undefined;
    if (emails?.every(isJsonObject) !== true) return undefined;
    const mails = emails.map((email, at) => readOne(email, ['folders', name, 'emails', at]));
    read.push({ name, mails: mails.sort((one, other) => (other.time ?? 0) - (one.time ?? 0)) });
  }
  return read;
}

function readOne(email: JsonObject, path: Path): Mail {
  return {
    path,
    sender: textOf(email, 'sender') ?? '',
    recipients: textsOf(email, 'recipients'),
    cc: textsOf(email, 'cc'),
    subject: textOf(email, 'subject') ?? '',
    content: textOf(email, 'content') ?? '',
    attachments: Object.keys(objectOf(email, 'attachments') ?? {}),
    time: timeOf(email, 'timestamp'),
    read: fieldOf(email, 'is_read') !== false,
  };
}
