// ends: completed
// says:
// hostile: {"within": 90}
import { agentUserInterface, app, minutes, scenario, seconds, toolOf } from 'orrery';

const tool = toolOf<{ turns: number }>();
const counter = app({
  class: 'Counter',
  initial: () => ({ turns: 0 }),
  tools: {
    count: tool({
      summary: 'Counts.',
      effect: 'write',
      apply(state) {
        void state;
        state.turns += 1;
      },
    }),
  },
});

export default scenario({
  name: 'trap',
  duration: minutes(5),
  apps: () => ({ counter: counter(), user: agentUserInterface() }),
  events({ counter, user }, { agentValidation, condition, oracle, validation }) {
    void [agentValidation, condition, counter, oracle, validation, seconds, user];
    for (let n = 0; n < 100_000; n++) counter.count().at(seconds(n % 200));
  },
});
