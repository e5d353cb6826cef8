import {
  agentUserInterface,
  appName,
  emailClient,
  minutes,
  planOf,
  scenario,
  seconds,
  systemApp,
} from 'orrery/engine';

export const mail = appName('mail');
export const user = appName('user');

/** The user asks for an invoice to be forwarded; it comes half a minute later. */
export const invoice = scenario({
  name: 'invoice',
  start: '2026-01-05T09:00:00Z',
  duration: minutes(10),
  tags: ['search', 'adaptability'],
  apps: () => ({ mail: emailClient(), user: agentUserInterface(), system: systemApp() }),
  events({ mail, user }, { condition, oracle, validation }) {
    const ask = user.send_message_to_agent({ content: 'Forward me the invoice.' }).at(seconds(5)).id('ask');
    const letter = mail
      .send_email_to_user_only({ sender: 'ada@example.org', subject: 'Invoice' })
      .after(ask, seconds(30))
      .id('letter')
      .hint('It comes after the user has asked for it.');
    const arrived = condition('the invoice is in', ({ mail }) => mail.folders.INBOX.emails.length > 0)
      .after(ask)
      .every(10)
      .id('arrived');
    oracle(mail.forward_email({ email_id: letter.result, recipients: ['me@example.org'] }))
      .after(arrived, seconds(2))
      .id('forward');
    validation({ milestones: { forwarded: ({ mail }) => mail.folders.SENT.emails.length > 0 } })
      .after(ask)
      .every(30)
      .timeout(300)
      .id('done in time');
  },
});

export const plan = planOf(invoice);
