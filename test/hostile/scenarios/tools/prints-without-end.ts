// ends: completed
// says: timed out
// hostile: {"within": 60, "says": "timed out"}
import { app, minutes, scenario, toolOf } from 'orrery';

const tool = toolOf<{ turns: number }>();
const box = app({
  class: 'Box',
  initial: () => ({ turns: 0 }),
  tools: {
    print: tool({
      summary: 'Prints.',
      effect: 'write',
      apply(state) {
        state.turns += 1;
        for (;;)
          console.log('soup'.repeat(1000), {
            get soup(): string {
              for (;;) state.turns += 1;
            },
          });
      },
    }),
  },
});

export default scenario({
  name: 'trap',
  duration: minutes(5),
  apps: () => ({ box: box() }),
  events({ box }) {
    void box.print();
  },
});
