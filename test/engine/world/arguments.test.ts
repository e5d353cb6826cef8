import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../engine/model/values/json.ts';
import { app } from '../../../engine/world/app.ts';
import { callArguments, int, list, optional, str } from '../../../engine/world/arguments.ts';
import { toolOf } from '../../../engine/world/tool.ts';
import { AppUnderTest } from '../apps/app-under-test.ts';

const tool = toolOf<{ seen: readonly string[] }>();

/** An app with a tool that keeps and changes the list it receives. */
const greedy = app({
  class: 'Greedy',
  initial: () => ({ seen: [] as readonly string[] }),
  tools: {
    take: tool({
      summary: 'Take words.',
      effect: 'write',
      args: { words: list(str) },
      apply(state, { words }) {
        (words as string[]).push('mine');
        state.seen = words;
      },
    }),
  },
});

const declared = { text: str, times: optional(int, 1) };

describe('callArguments()', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['what is left out has its default', { text: 'a' }, { text: 'a', times: 1 }],
    ['they come in the order of the tool', { times: 2, text: 'a' }, { text: 'a', times: 2 }],
  ])('completes the arguments of a call: %s', (_what, given, wanted) => {
    expect(JSON.stringify(callArguments('write', declared, given))).toBe(JSON.stringify(wanted));
  });

  it('returns the given object when no default is missing', () => {
    const given = { text: 'a', times: 2 };

    expect(callArguments('write', declared, given)).toBe(given);
  });

  it('leaves the given and logged arguments unchanged when the tool writes to them', () => {
    const args = { words: ['yours'] };
    const desk = new AppUnderTest(greedy());
    const { args: logged } = desk.call('take', args);

    expect([args, logged]).toEqual([{ words: ['yours'] }, { words: ['yours'] }]);
    expect(desk.state.seen).toEqual(['yours', 'mine']);
  });
});
