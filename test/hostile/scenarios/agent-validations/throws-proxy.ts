// ends: failed
// says: The thrown value cannot be read.
// hostile: {"within": 40, "says": "The thrown value cannot be read\\."}
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
    agentValidation({
      milestones: {
        never: () => {
          throw new Proxy(
            {},
            {
              get() {
                throw 1;
              },
            },
          );
        },
      },
    });
    oracle(user.send_message_to_user({ content: 'done' })).at(seconds(2));
    oracle(user.send_message_to_user({ content: 'again' })).at(seconds(3));
  },
});
