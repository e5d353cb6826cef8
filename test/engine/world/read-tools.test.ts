import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileSystem } from '../../../engine/apps/files/files.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import { seededRandom } from '../../../engine/model/values/random.ts';
import { parseInstant, seconds } from '../../../engine/model/values/time.ts';
import { app } from '../../../engine/world/app.ts';
import { type ToolContext, toolOf } from '../../../engine/world/tool.ts';
import { World } from '../../../engine/world/world.ts';
import { tries } from '../../tries.ts';
import { pad } from '../scenario/pad.ts';

interface DeskState {
  drawer: string[];
}

type Step = (state: DeskState, context: ToolContext) => unknown;
type Steps = Readonly<Record<string, Step>>;

/** What a tool can do with each member of its context, by whether that writes to a state. */
const STEPS: Readonly<
  Record<'state' | keyof ToolContext, { readonly reads: Steps; readonly writes: Steps }>
> = {
  state: {
    reads: { look: ({ drawer }) => drawer.length },
    writes: { put: ({ drawer }) => drawer.push('pen') },
  },
  app: { reads: { name: (_state, { app }) => app }, writes: {} },
  now: { reads: { time: (_state, { now }) => now }, writes: {} },
  random: { reads: { draw: (_state, { random }) => random.next() }, writes: {} },
  recorded: { reads: { recall: (_state, { recorded }) => recorded }, writes: {} },
  newId: { reads: { id: (_state, context) => context.newId() }, writes: {} },
  call: {
    reads: {
      count: (_state, context) => context.call('pad', 'count', {}),
      // The failed call undoes its own line.
      spill: (_state, context) => {
        try {
          return context.call('pad', 'spill', {});
        } catch {
          return null;
        }
      },
    },
    writes: {
      write: (_state, context) => context.call('pad', 'write', { text: 'a line' }),
      // Its own app, by way of the world.
      stow: (_state, context) => context.call('desk', 'stow', {}),
      open: (_state, context) => context.call('files', 'mkdir', { path: context.newId() }),
    },
  },
  outside: {
    reads: {
      ask: (_state, context) => {
        try {
          return context.outside({});
        } catch {
          return null;
        }
      },
    },
    writes: {},
  },
  files: {
    reads: { list: (_state, context) => context.files()!.files.children.length },
    writes: {
      move: (_state, context) => (context.files()!.tmpdir += '/deeper'),
      add: (_state, context) => {
        context.files()!.files.children.push({ name: 'plan', type: 'directory', children: [] });
      },
    },
  },
  waitForNotification: {
    reads: {
      wait: (_state, context) => {
        context.waitForNotification(seconds(1));
      },
    },
    writes: {},
  },
  letPass: {
    reads: {
      pass: (_state, context) => {
        context.letPass(seconds(1));
      },
    },
    writes: {},
  },
};

const all = Object.values(STEPS).flatMap(({ reads, writes }) => [
  ...Object.values(reads).map((run) => ({ run, writes: false })),
  ...Object.values(writes).map((run) => ({ run, writes: true })),
]);

const program = fc.array(fc.constantFrom(...all), { maxLength: 5 });

const tool = toolOf<DeskState>();

/** A world with a desk whose tools carry out `steps`: directly, or by a tool that calls the one that does. */
function worldWith(steps: readonly { readonly run: Step }[]): World {
  const apply = (state: DeskState, _args: object, context: ToolContext): void => {
    for (const { run } of steps) run(state, context);
  };
  const desk = app({
    class: 'Desk',
    initial: (): DeskState => ({ drawer: [] }),
    tools: {
      look: tool({ summary: 'Say that it reads.', effect: 'read', apply }),
      ask: tool({
        summary: 'Write, and call a tool that says that it reads.',
        effect: 'write',
        apply: (state, _args, context: ToolContext) => {
          state.drawer.push('a question');
          return context.call('desk', 'look', {});
        },
      }),
      stow: tool({
        summary: 'Put something into the drawer.',
        effect: 'write',
        apply: ({ drawer }) => void drawer.push('a stone'),
      }),
    },
  });
  return new World(
    { desk: desk(), pad: pad(), files: fileSystem({ files: { notes: 'Buy bread.' } }) },
    { now: () => parseInstant('2026-01-05T09:00:00Z'), random: seededRandom(1) },
  );
}

describe('a tool with the effect `read`', () => {
  it.each(['look', 'ask'])(
    'that writes by anything that it is given fails and changes nothing (%s)',
    (called) => {
      fc.assert(
        fc.property(program, (steps) => {
          const world = worldWith(steps);
          const states = (): string =>
            JSON.stringify(world.apps.map(({ name }) => [name, world.state(name)]));
          const before = states();

          const { outcome, changes, effect } = world.call({ app: appName('desk'), tool: called, args: {} });

          if (steps.some(({ writes }) => writes)) {
            expect(outcome).toMatchObject({
              status: 'failed',
              error: {
                type: 'TypeError',
                message: expect.stringMatching(
                  /^look has the effect 'read' but writes to (?:desk|pad|files)\.\S+\.$/,
                ) as string,
              },
            });
            expect(changes).toEqual([]);
            expect(states()).toBe(before);
          } else {
            expect(outcome).toMatchObject({ status: 'done' });
            expect(changes.length).toBe(effect === 'read' ? 0 : 1);
          }
        }),
        { numRuns: tries(400) },
      );
    },
  );
});
