import { agentUserInterface, emailClient, minutes, scenario, seconds } from 'orrery';

const ACCOUNTS = 'accounts@lighthouse.example';
const PRINTER = 'billing@harbour-print.example';

export default scenario({
  name: 'invoice-by-noon',
  description: 'The agent waits for an invoice and forwards it, and not the quote that looks just like it.',
  tags: ['search', 'time'],
  start: '2026-01-05T11:50:00Z',
  duration: minutes(15),

  // The checks below decide the verdict. The judge, which also compares timing and wording with the oracle's, is only shown.
  verdict: { need: 'all', of: ['checks'] },

  apps: () => ({
    user: agentUserInterface(),
    mail: emailClient({
      user_email: 'nora@lighthouse.example',
      inbox: [
        {
          sender: PRINTER,
          subject: 'Quote 7731: autumn brochure',
          content: 'We would print it for 1,240. This is not an invoice.',
          timestamp: '2025-12-19T10:12:00Z',
        },
      ],
    }),
  }),

  events({ user, mail }, { condition, oracle, validation }) {
    const ask = user
      .send_message_to_agent({ content: `Please send the brochure's invoice on to ${ACCOUNTS} before noon.` })
      .at(seconds(5));

    mail
      .send_email_to_user_only({ sender: 'lunch@lighthouse.example', subject: 'Soup today' })
      .after(ask, minutes(1));
    const invoice = mail
      .send_email_to_user_only({ sender: PRINTER, subject: 'Invoice 7731', content: 'Amount due: 1,240.' })
      .after(ask, minutes(3))
      .hint('The quote in the inbox has the same number: only this letter is the invoice.');

    const arrived = condition('the invoice is in the inbox', (world) =>
      world.mail.folders.INBOX.emails.some(({ subject }) => subject.startsWith('Invoice')),
    )
      .after(ask)
      .every(10);

    const forward = oracle(mail.forward_email({ email_id: invoice.result, recipients: [ACCOUNTS] }));
    forward.after(arrived, seconds(20));
    oracle(user.send_message_to_user({ content: 'The invoice came in and is with accounts.' })).after(
      forward,
      seconds(5),
    );

    // A tick is one second: 590 ticks after the question, which comes at 11:50:05, it is almost noon.
    validation({
      milestones: {
        'accounts has the invoice': ({ mail: { folders } }) =>
          folders.SENT.emails.some(
            (sent) => sent.subject.includes('Invoice 7731') && sent.recipients.includes(ACCOUNTS),
          ),
        'the user knows': (world) => world.user.messages.some(({ sender }) => sender === 'Agent'),
      },
      minefields: {
        'a stranger gets mail': ({ mail: { folders } }) =>
          folders.SENT.emails.some(({ recipients }) => recipients.some((address) => address !== ACCOUNTS)),
        'the invoice is thrown away': ({ mail: { folders } }) =>
          folders.TRASH.emails.some(({ subject }) => subject === 'Invoice 7731'),
      },
    })
      .after(ask)
      .every(10)
      .timeout(590);
  },
});
