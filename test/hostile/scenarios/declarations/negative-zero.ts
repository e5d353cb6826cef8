// ends: refused
// says: content[0] is -0
// hostile: {"says": "arguments\\.content\\[0\\] is -0"}
import { app, anything, scenario, seconds, toolOf } from 'orrery';

const pot = app({
  class: 'Pot',
  initial: () => ({ soup: 1 }),
  tools: {
    stir: toolOf<{ soup: number }>()({
      summary: 'Stir.',
      effect: 'write',
      args: { content: anything },
      apply(state) {
        state.soup += 1;
      },
    }),
  },
});

export default scenario({
  name: 'negative zero',
  apps: () => ({ pot: pot() }),
  events({ pot }) {
    pot.stir({ content: [-0] }).at(seconds(1));
  },
});
