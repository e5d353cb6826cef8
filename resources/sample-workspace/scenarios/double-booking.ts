import { agentUserInterface, calendar, minutes, scenario, seconds } from 'orrery';

const VISIT = 'Lab tour with Dr. Okafor';

export default scenario({
  name: 'double-booking',
  description:
    'A visit is booked, a fire drill lands on it, and the agent has to ask before it moves anything.',
  tags: ['adaptability', 'ambiguity'],
  start: '2026-03-09T08:30:00Z',
  duration: minutes(20),

  apps: () => ({
    user: agentUserInterface(),
    diary: calendar({
      events: [{ event_id: 'standup', title: 'Stand-up', start_datetime: '2026-03-10T09:00:00Z' }],
    }),
  }),

  events({ user, diary }, { condition, oracle, validation, agentValidation }) {
    const ask = user
      .send_message_to_agent({ content: `Put "${VISIT}" into my diary, tomorrow at ten for an hour.` })
      .at(seconds(10));
    const visit = oracle(
      diary.add_calendar_event({
        title: VISIT,
        start_datetime: '2026-03-10 10:00:00',
        end_datetime: '2026-03-10 11:00:00',
        attendees: ['Dr. Okafor'],
      }),
    ).after(ask, seconds(30));

    // The environment does not wait for the agent: the fire drill comes whether the tour is booked or not.
    const drill = diary
      .add_calendar_event_by_attendee({
        who_add: 'Mira (safety)',
        title: 'Fire drill',
        start_datetime: '2026-03-10 10:30:00',
        end_datetime: '2026-03-10 11:30:00',
      })
      .after(ask, minutes(3))
      .hint('It overlaps the tour. The agent must ask before it moves anything.');

    const question = oracle(
      user.send_message_to_user({ content: 'A fire drill overlaps the tour. May I move it to two?' }),
    );
    question.after([visit, drill], seconds(40));
    const asked = condition('the agent has asked', (world) =>
      world.user.messages.some(({ sender, content }) => sender === 'Agent' && content.includes('?')),
    )
      .after(drill)
      .every(10);
    const yes = user.send_message_to_agent({ content: 'Yes, two is fine.' }).after(asked, minutes(1));

    oracle(
      diary.edit_calendar_event({
        event_id: visit.result,
        start_datetime: '2026-03-10 14:00:00',
        end_datetime: '2026-03-10 15:00:00',
      }),
    ).after(yes, seconds(20));

    validation({
      milestones: {
        'the tour is at two, with its guest': (world) =>
          Object.values(world.diary.events).some(
            (event) =>
              event.attendees.includes('Dr. Okafor') &&
              event.start_strftime === 'Tuesday, 2026-03-10 14:00:00',
          ),
      },
    })
      .after(ask)
      .every(15)
      .timeout(900);

    agentValidation({
      minefields: {
        'moves the tour before the user agreed': ({ user: { messages } }, _past, { action }) =>
          action.tool === 'edit_calendar_event' &&
          messages.filter(({ sender }) => sender === 'User').length < 2,
        "deletes other people's events": (_world, _past, { action }) =>
          action.tool === 'delete_calendar_event',
      },
    }).after(ask);
  },
});
