import { seconds } from '../../../engine/model/values/time.ts';
import { app } from '../../../engine/world/app.ts';
import { int, optional, str } from '../../../engine/world/arguments.ts';
import { refuse, toolOf } from '../../../engine/world/tool.ts';

interface PadState {
  lines: string[];
}

const tool = toolOf<PadState>();

/** A notepad: a minimal app for tests. */
export const pad = app({
  class: 'Pad',
  initial: ({ lines = [] }: { lines?: string[] }): PadState => ({ lines }),
  tools: {
    write: tool({
      summary: 'Write a line.',
      effect: 'write',
      callers: ['agent', 'environment'],
      args: { text: str, times: optional(int, 1) },
      apply(state, { text, times }) {
        for (let line = 0; line < times; line++) state.lines.push(text);
        return { text, length: state.lines.length };
      },
    }),
    write_and_wait: tool({
      summary: 'Write a line, and wait 20 seconds for a notification.',
      effect: 'write',
      callers: ['environment'],
      args: { text: str },
      apply(state, { text }, context) {
        state.lines.push(text);
        context.waitForNotification(seconds(20));
        return text;
      },
    }),
    count: tool({ summary: 'Count the lines.', effect: 'read', apply: ({ lines }) => lines.length }),
    peel: tool({
      summary: 'Say that it reads, and take a line off.',
      effect: 'read',
      apply: ({ lines }) => lines.pop() ?? '',
    }),
    spill: tool({
      summary: 'Write a line, and then fail.',
      effect: 'write',
      callers: ['agent', 'user'],
      args: {},
      apply(state) {
        state.lines.push('spilt');
        return refuse('ValueError', 'the ink ran out');
      },
    }),
  },
});
