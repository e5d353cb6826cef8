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

    // The oracle: the actions of a perfect agent.
    oracle(user.send_message_to_user({ content: 'I read, write and plan.' })).after(ask, seconds(10));

    // The run passes when the milestone is reached within 300 ticks (seconds), checked every 5.
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
