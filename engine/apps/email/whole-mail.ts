import type { JsonObject } from '../../model/json.ts';
import { optional } from '../argument.ts';
import { whole } from '../printed.ts';
import { givenWhole } from '../recorded.ts';
import { refuse, toolOf, type ToolContext } from '../tool.ts';
import { emailIn } from './recorded.ts';
import { folderName, folderOf, insert, stamp, type Email, type MailState } from './state.ts';

const tool = toolOf<MailState>();

const email = whole('Email', 'the fields of a mail');

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
      // Members of Python's enumerations print themselves with its name: `EmailFolderName.INBOX`.
      insert(folderOf(mail, folder_name.split('.').at(-1)!), wholeMail(mail, email, context)),
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
