import { agentUserInterface, calendar, minutes, scenario, seconds } from 'orrery';

export default scenario({
  name: 'calendar',
  description: 'The agent finds room for a meeting beside one that must stay.',
  start: '2026-01-05T09:00:00Z',
  duration: minutes(10),

  apps: () => ({
    user: agentUserInterface(),
    diary: calendar({
      events: [{ event_id: 'review', title: 'Review', start_datetime: '2026-01-06T10:00:00Z' }],
    }),
  }),

  events({ user, diary }, { oracle, validation }) {
    const ask = user
      .send_message_to_agent({ content: 'Please plan lunch with Ines tomorrow at noon.' })
      .at(seconds(5));

    // The oracle: the actions of a perfect agent.
    oracle(
      diary.add_calendar_event({
        title: 'Lunch with Ines',
        start_datetime: '2026-01-06 12:00:00',
        end_datetime: '2026-01-06 13:00:00',
      }),
    ).after(ask, seconds(20));

    // The run passes when all milestones are reached within 300 ticks (seconds) and no minefield is triggered.
    validation({
      milestones: {
        'lunch is planned': (world) =>
          Object.values(world.diary.events).some(({ title }) => title.includes('Ines')),
      },
      minefields: {
        'the review is gone': (world) =>
          !Object.values(world.diary.events).some(({ title }) => title === 'Review'),
      },
    })
      .after(ask)
      .every(5)
      .timeout(300);
  },
});
