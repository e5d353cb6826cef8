import { agentUserInterface, minutes, scenario, seconds } from 'orrery';
import { greenhouse } from './apps/greenhouse.ts';

export default scenario({
  name: 'hot-greenhouse',
  description: 'An app of your own: the agent looks after a greenhouse that grows hot while nobody is there.',
  tags: ['time', 'own app'],
  start: '2026-06-20T11:00:00Z',
  duration: minutes(30),

  // The vents may be opened in any order, but the greenhouse must end in the same state as in the oracle's run.
  finalState: { only: ['greenhouse'] },
  verdict: { need: 'all', of: ['checks', 'final-state'] },

  apps: () => ({
    user: agentUserInterface(),
    greenhouse: greenhouse({ celsius: 24, open: { north: false, south: false } }),
  }),

  events({ user, greenhouse }, { condition, oracle, validation }) {
    const ask = user
      .send_message_to_agent({
        content: 'Open the vents when the greenhouse is over 30 degrees, not before.',
      })
      .at(seconds(5));

    const warm = greenhouse.set_temperature({ celsius: 28 }).after(ask, minutes(5));
    const hot = greenhouse.set_temperature({ celsius: 33.5 }).after(warm, minutes(5));

    const look = oracle(greenhouse.get_climate({})).after(hot, seconds(30));
    const north = oracle(greenhouse.open_vent({ vent: 'north' })).after(look, seconds(5));
    const south = oracle(greenhouse.open_vent({ vent: 'south' })).after(north, seconds(5));
    const airy = condition('every vent is open', (world) =>
      Object.values(world.greenhouse.open).every((open) => open),
    ).after(hot);
    greenhouse.set_temperature({ celsius: 26 }).after(airy, minutes(4));
    oracle(user.send_message_to_user({ content: 'It was 33.5 degrees; both vents are open now.' })).after(
      south,
      seconds(5),
    );

    validation({
      milestones: {
        'the vents are open': (world) => Object.values(world.greenhouse.open).every((open) => open),
        'it is cool again': (world) =>
          world.greenhouse.open['north'] === true && world.greenhouse.celsius < 30,
        'the user knows': (world) => world.user.messages.some(({ sender }) => sender === 'Agent'),
      },
      minefields: {
        'a vent is open in the cold': ({ greenhouse: { celsius, open } }) =>
          celsius < 25 && Object.values(open).includes(true),
      },
    })
      .after(ask)
      .timeout(1500);
  },
});
