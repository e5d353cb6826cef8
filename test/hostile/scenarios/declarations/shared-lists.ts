// ends: refused
// says: arguments has more than 5,000,000 values.
// hostile: {"says": ":\\d+:\\d+: .*arguments has more than 5,000,000 values\\."}
import { app, minutes, anything, scenario, toolOf } from 'orrery';

const tool = toolOf<object>();
const box = app({
  class: 'Box',
  initial: () => ({}),
  tools: { put: tool({ summary: 'Puts.', effect: 'read', args: { it: anything }, apply: () => null }) },
});

export default scenario({
  name: 'trap',
  duration: minutes(5),
  apps: () => ({ box: box() }),
  events({ box }) {
    let list: unknown[] = [];
    for (let level = 0; level < 100; level++) list = [list, list];
    box.put({ it: list as never });
  },
});
