// ends: completed
// says: at apply (tools/writes-to-inserted.ts:17:14)
import { app, minutes, scenario, seconds, toolOf } from 'orrery';

const tool = toolOf<{ items: { done: boolean }[] }>();

const box = app({
  class: 'Box',
  initial: () => ({ items: [] }),
  tools: {
    add: tool({
      summary: 'Adds an item, then changes the object that it added.',
      effect: 'write',
      apply({ items }) {
        const item = { done: false };
        items.push(item);
        item.done = true;
        return item;
      },
    }),
  },
});

export default scenario({
  name: 'writes-to-inserted',
  start: '2026-01-05T09:00:00Z',
  duration: minutes(1),
  apps: () => ({ box: box() }),
  events: ({ box }) => {
    box.add().at(seconds(1));
  },
});
