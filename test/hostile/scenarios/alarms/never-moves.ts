// ends: failed
// says: It rang 1,000 times without moving on.
// hostile: {"within": 40, "says": "It rang 1,000 times without moving on\\."}
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
        void state;
      },
    }),
  },
  alarm: { tool: 'count', next: () => 0 as never },
});

export default scenario({
  name: 'trap',
  duration: minutes(5),
  apps: () => ({ counter: counter(), user: agentUserInterface() }),
  events({ counter, user }, { agentValidation, condition, oracle, validation }) {
    void [agentValidation, condition, counter, oracle, validation, seconds, user];
    counter.count().at(seconds(1));
  },
});
