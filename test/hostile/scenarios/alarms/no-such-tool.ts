// ends: refused
// says: The alarm of "counter" calls "ring", which is not one of its tools.
// hostile: {"within": 90, "says": "The alarm of \"counter\" calls \"ring\", which is not one of its tools\\."}
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
  alarm: { tool: 'ring', next: () => 0 as never },
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
