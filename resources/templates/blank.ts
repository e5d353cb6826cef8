import { agentUserInterface, minutes, scenario, seconds } from 'orrery';

export default scenario({
  name: 'blank',
  description: 'The user asks; the agent answers.',
  start: '2026-01-05T09:00:00Z',
  duration: minutes(10),

  apps: () => ({
    user: agentUserInterface(),
  }),

  events({ user }, { oracle, validation }) {
    const ask = user.send_message_to_agent({ content: 'What can you do for me?' }).at(seconds(5));

    // What a perfect agent would do.
    oracle(user.send_message_to_user({ content: 'I read, write and plan.' })).after(ask, seconds(10));

    validation({
      milestones: {
        'the user has an answer': (world) => world.user.messages.some(({ sender }) => sender === 'Agent'),
      },
    })
      .after(ask)
      .every(5)
      .timeout(300);
  },
});
