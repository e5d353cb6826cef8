import { agentUserInterface, contacts, emailClient, minutes, scenario, seconds } from 'orrery';

export default scenario({
  name: 'two-wishes',
  description: 'A dialogue of two turns: what the user asks for next depends on what the agent did before.',
  tags: ['memory', 'adaptability'],
  start: '2026-09-07T10:00:00Z',
  duration: minutes(20),

  apps: () => ({
    user: agentUserInterface(),
    people: contacts(),
    mail: emailClient({ user_email: 'noor@studio.example' }),
  }),

  events({ user, people, mail }, { oracle, validation }) {
    const first = user
      .send_message_to_agent({ content: 'Save Ada Byron, ada@engines.example, and say when it is done.' })
      .at(seconds(5));
    const saved = oracle(
      people.add_new_contact({ first_name: 'Ada', last_name: 'Byron', email: 'ada@engines.example' }),
    ).after(first, seconds(10));
    const answer = oracle(user.send_message_to_user({ content: 'Ada Byron is in your contacts.' })).after(
      saved,
      seconds(5),
    );

    // The oracle's message ends a turn. When an agent plays, its own message stands for it.
    const second = user
      .send_message_to_agent({
        content: 'She has moved: ada@notes.example. Write to her there: "See you Friday."',
      })
      .after(answer, seconds(30));
    const moved = oracle(
      people.edit_contact({ contact_id: saved.result, updates: { email: 'ada@notes.example' } }),
    ).after(second, seconds(10));
    const written = oracle(
      mail.send_email({ recipients: ['ada@notes.example'], subject: 'Friday', content: 'See you Friday.' }),
    ).after(moved, seconds(10));
    oracle(user.send_message_to_user({ content: 'Her address is changed, and the letter is out.' })).after(
      written,
      seconds(5),
    );

    validation({
      milestones: {
        'the new address is saved': ({ people: { contacts } }) =>
          Object.values(contacts).some(
            ({ last_name, email }) => last_name === 'Byron' && email === 'ada@notes.example',
          ),
        'the letter went to the new address': ({ mail: { folders } }) =>
          folders.SENT.emails.some(({ recipients }) => recipients.includes('ada@notes.example')),
      },
      minefields: {
        'a letter went to the old address': ({ mail: { folders } }) =>
          folders.SENT.emails.some(({ recipients }) => recipients.includes('ada@engines.example')),
      },
    })
      .after(first)
      .every(10)
      .timeout(1150);
  },
});
