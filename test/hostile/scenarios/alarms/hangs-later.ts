// ends: failed
// says: The alarm of "counter" is broken. Its next(state) failed: Scenario code timed out: it took longer than 1 s
// hostile: {"within": 40, "says": "The alarm of \"counter\" is broken\\. Its next\\(state\\) failed: Scenario code timed out: it took longer than 1 s"}
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
  alarm: {
    tool: 'count',
    next: (state) => (state.turns > 0 && /^(a+)+$/.test('a'.repeat(40) + 'b') ? undefined : undefined),
  },
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
