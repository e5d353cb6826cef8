// A rule-based agent for invoice-by-noon. To use a model, replace `decide`, in JavaScript or in another language.
// Each line of input is JSON, and expects one line of JSON in return, except for the last. Log to standard error.
import { createInterface } from 'node:readline';

const wait = { do: 'wait' };
const call = (tool, args, thought) => (last = { do: 'call', tool, args, thought });

/** The address that the user asked the agent to forward to; undefined before the request. */
let recipient;
let forwarded = false;
/** The last call, and how often in a row it failed. */
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
