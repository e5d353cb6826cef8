// ends: completed
// says:
// hostile: {"within": 40}
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
        throw Object.defineProperty(new Error('no'), 'message', {
          get() {
            for (;;);
          },
        });
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
    void counter.count();
  },
});
