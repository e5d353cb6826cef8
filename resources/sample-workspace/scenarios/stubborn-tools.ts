import { agentUserInterface, contacts, emailClient, minutes, scenario, seconds } from 'orrery';

const GUESTS = [
  { first_name: 'Lea', last_name: 'Brandt', email: 'lea@choir.example' },
  { first_name: 'Olu', last_name: 'Adeyemi', email: 'olu@choir.example' },
  { first_name: 'Sun', last_name: 'Park', email: 'sun@choir.example' },
];

export default scenario({
  name: 'stubborn-tools',
  description: 'One in four calls of the agent fails, and letters of strangers come in. Another try helps.',
  tags: ['execution'],
  start: '2026-04-14T15:00:00Z',
  duration: minutes(15),

  // Both follow from the seed: a sweep over seeds shows whether an agent tries again.
  augmentation: { toolFailures: 0.25, noise: { perMinute: 2 } },
  // Calls that failed do not count: only what is in the contacts at the end.
  verdict: { need: 'all', of: ['checks'] },

  apps: () => ({ user: agentUserInterface(), people: contacts(), mail: emailClient() }),

  events({ user, people }, { oracle, validation, agentValidation }) {
    const names = GUESTS.map(
      ({ first_name, last_name, email }) => `${first_name} ${last_name} <${email}>`,
    ).join(', ');
    let last = user
      .send_message_to_agent({ content: `Save these as contacts, then tell me: ${names}` })
      .at(seconds(5));
    const ask = last;
    for (const guest of GUESTS) last = oracle(people.add_new_contact(guest)).after(last, seconds(10));
    oracle(user.send_message_to_user({ content: 'All three are saved.' })).after(last, seconds(10));

    validation({
      milestones: Object.fromEntries(
        GUESTS.map(({ first_name, email }) => [
          `${first_name} is saved`,
          (world) => Object.values(world.people.contacts).some((contact) => contact.email === email),
        ]),
      ),
    })
      .after(ask)
      .every(10)
      .timeout(840);

    agentValidation({
      minefields: {
        'says that it is done before it is': ({ people: { contacts } }, _past, { action }) =>
          action.tool === 'send_message_to_user' && Object.keys(contacts).length < GUESTS.length,
      },
    }).after(ask);
  },
});
