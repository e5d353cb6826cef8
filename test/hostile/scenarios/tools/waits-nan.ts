// ends: completed
// says: waitForNotification(span): NaN is not a span of time
// hostile: {"says": "waitForNotification\\(span\\): NaN is not a span of time"}
import { app, minutes, scenario, toolOf } from 'orrery';

const tool = toolOf<object>();
const box = app({
  class: 'Box',
  initial: () => ({}),
  tools: {
    wait: tool({
      summary: 'Waits.',
      effect: 'read',
      apply(_state, _args, context) {
        context.waitForNotification(NaN as never);
      },
    }),
  },
});

export default scenario({
  name: 'trap',
  duration: minutes(5),
  apps: () => ({ box: box() }),
  events: ({ box }) => void box.wait(),
});
