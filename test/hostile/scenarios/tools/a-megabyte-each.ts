// ends: completed
// says:
// hostile: {"within": 120, "args": ["--db", "runs.db"]}
import { app, minutes, scenario, seconds, str, toolOf } from 'orrery';

const tool = toolOf<{ last: string }>();
const box = app({
  class: 'Box',
  initial: () => ({ last: '' }),
  tools: {
    fill: tool({
      summary: 'Fills.',
      effect: 'write',
      args: { text: str },
      apply(state, { text }) {
        state.last = text.repeat(1_000_000);
        return state.last;
      },
    }),
  },
});

export default scenario({
  name: 'trap',
  duration: minutes(10),
  apps: () => ({ box: box() }),
  events({ box }) {
    for (let at = 0; at < 60; at++) box.fill({ text: String(at % 10) }).at(seconds(at));
  },
});
