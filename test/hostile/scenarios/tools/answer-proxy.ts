// ends: completed
// says: which JSON cannot hold
// hostile: {"within": 40, "says": "which JSON cannot hold"}
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
        return new Proxy(
          {},
          {
            ownKeys: () => ['a'],
            getOwnPropertyDescriptor: () => ({ value: () => 1, enumerable: true, configurable: true }),
            get: () => () => 1,
          },
        );
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
