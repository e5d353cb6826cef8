// ends: completed
// says: __proto__
// hostile: {"within": 40, "says": "__proto__"}
import { agentUserInterface, minutes, scenario, seconds } from 'orrery';

export default scenario({
  name: '__proto__',
  duration: minutes(5),
  apps: () => ({ constructor: agentUserInterface() }),
  events({ constructor: user }, { condition, stop }) {
    const ask = user.send_message_to_agent({ content: 'toString' }).at(seconds(1));
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', ''];
    for (const name of names)
      stop().after(
        condition(name, () => false)
          .after(ask)
          .timeout(3),
      );
  },
});
