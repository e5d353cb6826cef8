// ends: refused
// says: Scenario code timed out: it took longer than 20 s and was stopped
// hostile: {"within": 90, "says": "Scenario code timed out: it took longer than 20 s and was stopped"}
import { agentUserInterface, app, minutes, scenario, seconds, toolOf } from 'orrery';

/^(a+)+$/.test('a'.repeat(40) + 'b');
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
    void counter.count();
  },
});
