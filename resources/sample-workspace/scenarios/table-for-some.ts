import {
  agentUserInterface,
  emailClient,
  fileSystem,
  minutes,
  scenario,
  seconds,
  universe,
  variants,
} from 'orrery';
import notes from '../universes/ada-notes/';
import told from '../universes/ada.json';

const ada = universe(told);

const RESTAURANT = 'table@olivetree.example';

/** The restaurant's replies, and the word that the agent's message to the user must contain. */
const REPLIES = {
  free: { content: 'With pleasure, at seven.', word: 'seven' },
  late: { content: 'Not before nine, I am afraid.', word: 'nine' },
};

export default variants({ guests: [2, 6], reply: ['free', 'late'] }, ({ guests, reply }) =>
  scenario({
    name: 'table-for-some',
    description: 'A table is booked by mail, and the restaurant has its own idea of the time.',
    tags: ['search', 'execution', 'universe'],
    start: '2026-04-15T09:00:00Z',
    duration: minutes(30),

    apps: () => ({
      user: agentUserInterface(),
      mail: ada(emailClient),
      files: fileSystem({ files: notes }),
    }),

    events({ user, mail, files }, { condition, oracle, validation }) {
      const { content, word } = REPLIES[reply];
      const ask = user
        .send_message_to_agent({
          content: `Book the restaurant by the river, for ${guests} on Friday at seven.`,
        })
        .at(seconds(5));
      const look = oracle(files.cat({ path: 'Restaurants.md' })).after(ask, seconds(20));
      oracle(
        mail.send_email({
          recipients: [RESTAURANT],
          subject: 'A table on Friday',
          content: `A table for ${guests} at seven, please.`,
        }),
      ).after(look, seconds(30));
      // The restaurant answers whoever writes to it: the oracle, or another agent.
      const asked = condition('the restaurant has mail', (world) =>
        world.mail.folders.SENT.emails.some((sent) => sent.recipients.includes(RESTAURANT)),
      )
        .after(ask)
        .every(10);
      const answer = mail
        .send_email_to_user_only({ sender: RESTAURANT, subject: 'Re: A table on Friday', content })
        .after(asked, minutes(5));
      oracle(user.send_message_to_user({ content: `They have a table for us at ${word}.` })).after(
        answer,
        seconds(30),
      );

      validation({
        milestones: {
          'the restaurant was asked for as many as come': (world) =>
            world.mail.folders.SENT.emails.some(
              (sent) => sent.recipients.includes(RESTAURANT) && sent.content.includes(String(guests)),
            ),
          'the user was told the time': (world) =>
            world.user.messages.some(
              (message) => message.sender === 'Agent' && message.content.includes(word),
            ),
        },
        minefields: {
          'somebody else got mail': (world) =>
            world.mail.folders.SENT.emails.some(({ recipients }) => recipients.includes('bo@example.org')),
        },
      })
        .after(ask)
        .every(15)
        .timeout(1200);
    },
  }),
);
