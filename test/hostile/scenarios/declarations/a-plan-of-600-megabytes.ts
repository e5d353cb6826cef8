// ends: refused
// says: longer than 512 MB as one text
// hostile: {"within": 40, "says": "longer than 512 MB as one text"}
import { agentUserInterface, scenario, seconds } from 'orrery';

// One text in memory, and 6,000 times in the plan.
const content = 'soup '.repeat(20_000);

export default scenario({
  name: 'a plan of 600 megabytes',
  apps: () => ({ user: agentUserInterface() }),
  events({ user }) {
    for (let nth = 0; nth < 6_000; nth++) user.send_message_to_agent({ content }).at(seconds(nth));
  },
});
