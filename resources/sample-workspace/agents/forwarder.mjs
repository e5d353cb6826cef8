// An agent for invoice-by-noon, by rules. Put a model in the place of `decide`, in this language or another: lines of JSON
// come in, and each but the last is answered with one. Whatever else is to be said goes to the standard error.
import { createInterface } from 'node:readline';

const wait = { do: 'wait' };
const call = (tool, args, thought) => (last = { do: 'call', tool, args, thought });

/** What the agent was asked for, once it was. */
let recipient;
let forwarded = false;
/** What was called last, and how often in a row that failed. */
let last;
let failures = 0;

function decide({ messages, answer }) {
  for (const { kind, text } of messages)
    if (kind === 'user-message') recipient = /[\w.]+@[\w.]*\w/.exec(text)?.[0];
  if (recipient === undefined) return wait;
  if (answer?.status === 'failed') {
    console.error(`${answer.tool}: ${answer.error.message}`);
    failures += 1;
    return failures < 5 ? last : wait;
  }
  failures = 0;

  switch (answer?.tool) {
    case undefined:
      return forwarded ? wait : call('mail__list_emails', {}, 'Something came in: is the invoice there?');
    case 'mail__list_emails': {
      const invoice = answer.value.emails.find(({ subject }) => subject.startsWith('Invoice'));
      if (invoice === undefined) return { ...wait, thought: 'No invoice yet.' };
      const args = { email_id: invoice.email_id, recipients: [recipient] };
      return call('mail__forward_email', args, `There it is: “${invoice.subject}”. It goes to ${recipient}.`);
    }
    case 'mail__forward_email':
      forwarded = true;
      return call(
        'user__send_message_to_user',
        { content: 'The invoice came in and is with accounts.' },
        'Forwarded. I tell the user.',
      );
    default:
      return { do: 'finish' };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.kind === 'start') console.log('{"do":"ready"}');
  if (told.kind === 'turn') console.log(JSON.stringify(decide(told)));
}
