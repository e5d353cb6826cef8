// ends: refused
// says: variants
// hostile: {"within": 60, "says": "variant"}
import { agentUserInterface, scenario, seconds, variants } from 'orrery';

const many = Array.from({ length: 1000 }, (_, nth) => nth);

export default variants({ one: many, other: many }, ({ one, other }) =>
  scenario({
    name: 'trap',
    apps: () => ({ user: agentUserInterface() }),
    events({ user }) {
      user.send_message_to_agent({ content: `${one} ${other}` }).at(seconds(1));
    },
  }),
);
