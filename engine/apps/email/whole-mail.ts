import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { optional, type Argument } from '../argument.ts';
import { givenWhole } from '../recorded.ts';
import { refuse, toolOf, type ToolContext } from '../tool.ts';
import { emailIn } from './recorded.ts';
import { folderName, folderOf, insert, stamp, type Email, type MailState } from './state.ts';

const tool = toolOf<MailState>();

/** A mail with its fields, or as recordings of the field have it: a text. */
const email: Argument<JsonObject | string> = {
  type: 'Email',
  schema: { anyOf: [{ type: 'object' }, { type: 'string' }], description: 'the fields of a mail' },
  accepts: (value) => typeof value === 'string' || isJsonObject(value),
};

const WRITTEN = /^From: (.*)\nTo: (.*)\nCC: (.*)\nSubject: (.*)\nContent: ([^]*)$/;

/** Tools for nobody in particular: scenarios of the field put whole mails into the mailbox with them. */
export const wholeMailTools = {
  add_email: tool({
    summary: 'Put a whole email into a folder.',
    returns: 'str',
    effect: 'write',
    callers: [],
    args: { email, folder_name: optional(folderName, 'INBOX') },
    apply: (mail, { email, folder_name }, context) =>
      insert(folderOf(mail, folder_name), wholeMail(mail, email, context)),
  }),
  send_email_to_user: tool({
    summary: 'Let a whole email to the user arrive.',
    returns: 'str',
    effect: 'write',
    callers: [],
    args: { email },
    apply: (mail, { email }, context) => insert(mail.folders.INBOX, wholeMail(mail, email, context)),
  }),
};

/** @throws {ToolError} `AssertionError` when `given` is no mail. */
function wholeMail({ user_email }: MailState, given: JsonObject | string, context: ToolContext): Email {
  const { email_id, timestamp } = stamp(context);
  const fields = typeof given === 'string' ? fieldsOf(given) : given;
  return givenWhole('email', fields, () => emailIn(fields, { sender: user_email, email_id, timestamp }));
}

function fieldsOf(text: string): JsonObject {
  const [, sender, recipients, cc, subject, content] = WRITTEN.exec(text) ?? [];
  if (sender === undefined) return refuse('AssertionError', 'email: found a text that is no email');
  return {
    sender,
    recipients: addresses(recipients!),
    cc: addresses(cc!),
    subject: subject!,
    content: content!,
  };
}

const addresses = (list: string): string[] => list.split(/[,\s]+/).filter((address) => address !== '');
