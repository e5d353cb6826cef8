import { agentUserInterface, minutes, reminderApp, scenario, seconds } from 'orrery';

const NOON = Date.parse('2026-05-04T12:00:00Z') * 1_000;

export default scenario({
  name: 'pills-at-noon',
  description: 'The agent has to act at a time of day: it sets an alarm, waits for it, and tells the user.',
  tags: ['time', 'memory'],
  start: '2026-05-04T11:40:00Z',
  duration: minutes(40),

  // How the agent remembers is its own affair: the checks alone decide.
  verdict: { need: 'all', of: ['checks'] },

  apps: () => ({ user: agentUserInterface(), reminders: reminderApp() }),

  events({ user, reminders }, { condition, oracle, validation, agentValidation }) {
    const ask = user
      .send_message_to_agent({ content: 'Tell me at twelve to take my pills. Not before, not much later.' })
      .at(seconds(5));
    oracle(
      reminders.add_reminder({
        title: 'Pills',
        description: 'Tell the user to take the pills.',
        due_datetime: '2026-05-04 12:00:00',
      }),
    ).after(ask, seconds(20));

    // The user changes the subject meanwhile: an agent without an alarm forgets.
    user
      .send_message_to_agent({ content: 'By the way, thank you for yesterday. No need to answer.' })
      .after(ask, minutes(8));

    // At twelve the app's alarm rings, and the agent is notified.
    const rang = condition('the alarm rang', (world) =>
      Object.values(world.reminders.reminders).some(({ time_notified }) => time_notified !== null),
    )
      .after(ask)
      .every(10);
    oracle(user.send_message_to_user({ content: 'It is twelve: time for your pills.' })).after(
      rang,
      seconds(10),
    );

    const timesTold = (messages: readonly { sender: string; content: string }[]): number =>
      messages.filter(({ sender, content }) => sender === 'Agent' && content.includes('pills')).length;
    validation({
      milestones: { 'the user is told by five past twelve': ({ user }) => timesTold(user.messages) > 0 },
    })
      .after(ask)
      .every(10)
      .timeout(1495);

    agentValidation({
      minefields: {
        'tells the user too early': ({ user }, past) => timesTold(user.messages) > 0 && past.now < NOON,
        'tells the user again and again': ({ user }) => timesTold(user.messages) > 2,
      },
    }).after(ask);
  },
});
