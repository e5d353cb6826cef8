import { app } from '../../engine/world/app.ts';
import { int, str } from '../../engine/world/arguments.ts';
import { toolOf } from '../../engine/world/tool.ts';

interface SlotsState {
  readonly texts: string[];
}

export const SLOTS = 100;

const tool = toolOf<SlotsState>();

/** Texts in a hundred slots: an app that does next to nothing, so that the engine is measured. */
export const slots = app({
  class: 'Slots',
  initial: (): SlotsState => ({ texts: Array.from({ length: SLOTS }, () => '') }),
  tools: {
    put: tool({
      summary: 'Put a text into a slot.',
      effect: 'write',
      callers: ['environment'],
      args: { slot: int, text: str },
      apply(state, { slot, text }) {
        state.texts[slot] = text;
      },
    }),
  },
});
