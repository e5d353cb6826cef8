// ends: interrupted
// says: nothing until a SIGTERM
// hostile: {"within": 60, "until": 8}
import { agentUserInterface, minutes, scenario, seconds } from 'orrery';

// Each check uses most of its second, so that none ever times out.
export default scenario({
  name: 'trap',
  duration: minutes(60),
  apps: () => ({ user: agentUserInterface() }),
  events({ user }, { condition, stop }) {
    const ask = user.send_message_to_agent({ content: 'Soup?' }).at(seconds(1));
    const never = condition('never', () => {
      let sum = 0;
      for (let round = 0; round < 15_000_000; round++) sum += Math.sqrt(round);
      return sum < 0;
    });
    stop().after(never.after(ask));
  },
});
