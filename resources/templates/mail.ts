import { agentUserInterface, emailClient, minutes, scenario, seconds } from 'orrery';

const GUEST = 'guest@inn.example';

export default scenario({
  name: 'mail',
  description: 'A mail comes in while the user waits; the agent answers it.',
  start: '2026-01-05T09:00:00Z',
  duration: minutes(20),

  apps: () => ({
    user: agentUserInterface(),
    mail: emailClient({ user_email: 'host@inn.example' }),
  }),

  events({ user, mail }, { condition, oracle, validation }) {
    const ask = user
      .send_message_to_agent({ content: 'When the guest writes, please confirm the room.' })
      .at(seconds(5));
    const request = mail
      .send_email_to_user_only({ sender: GUEST, subject: 'A room on Friday', content: 'Is one free?' })
      .after(ask, minutes(2));

    // Checked every 10 ticks (a tick is a second) until it holds.
    const arrived = condition('the request is in the inbox', (world) =>
      world.mail.folders.INBOX.emails.some(({ sender }) => sender === GUEST),
    )
      .after(ask)
      .every(10);
    // The oracle: the actions of a perfect agent. `request.result` is the id of the guest's email.
    oracle(mail.reply_to_email({ email_id: request.result, content: 'Yes, it is yours.' })).after(
      arrived,
      seconds(20),
    );

    // The run passes when all milestones are reached within 600 ticks and no minefield is triggered.
    validation({
      milestones: {
        'the guest has an answer': ({ mail: { folders } }) =>
          folders.SENT.emails.some(({ recipients }) => recipients.includes(GUEST)),
      },
      minefields: {
        'the request is thrown away': ({ mail: { folders } }) => folders.TRASH.emails.length > 0,
      },
    })
      .after(ask)
      .every(10)
      .timeout(600);
  },
});
