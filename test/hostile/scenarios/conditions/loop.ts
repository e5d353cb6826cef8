// ends: failed
// says: timed out: it ran a loop 20,000,000 times and was stopped
// hostile: {"within": 40, "says": "timed out: it ran a loop 20,000,000 times and was stopped"}
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
    condition('never', () => {
      while (true);
    });
  },
});
