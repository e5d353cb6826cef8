// ends: failed | refused
// says: longer than 1 s | Its values are too large
// hostile: {"within": 120, "says": "million|too |more than|not hold|memory|larger|timed out"}
import { app, minutes, scenario, seconds, toolOf } from 'orrery';

const tool = toolOf<{ list: string[] }>();
const box = app({
  class: 'Box',
  initial: () => ({ list: ['soup'] }),
  tools: {
    double: tool({
      summary: 'Doubles.',
      effect: 'write',
      apply(state) {
        state.list = [...state.list, ...state.list];
      },
    }),
  },
});

export default scenario({
  name: 'trap',
  duration: minutes(5),
  apps: () => ({ box: box() }),
  events({ box }) {
    for (let at = 0; at < 40; at++) box.double().at(seconds(at));
  },
});
