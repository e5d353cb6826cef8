// ends: completed
// says: This part of box is no longer in the state: an earlier call removed, moved or replaced it. Read it from the state again.\n    at tools/writes-to-removed.ts:21:15
import { app, minutes, scenario, seconds, toolOf } from 'orrery';

const tool = toolOf<{ items: { done: boolean }[] }>();
let held: { done: boolean } | undefined;

const box = app({
  class: 'Box',
  initial: () => ({ items: [{ done: false }] }),
  tools: {
    remove: tool({
      summary: 'Removes an item and keeps it.',
      effect: 'write',
      apply: ({ items }) => void (held = items.pop()),
    }),
    finish: tool({
      summary: 'Changes the removed item.',
      effect: 'write',
      apply() {
        held!.done = true;
        return 'finished';
      },
    }),
  },
});

export default scenario({
  name: 'writes-to-removed',
  start: '2026-01-05T09:00:00Z',
  duration: minutes(1),
  apps: () => ({ box: box() }),
  events: ({ box }) => {
    box.remove().at(seconds(1));
    box.finish().at(seconds(2));
  },
});
