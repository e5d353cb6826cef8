import { expect, it } from 'vitest';
import { app } from '../../../engine/world/app.ts';
import { about, bool, int, list, nullable, optional, str } from '../../../engine/world/arguments.ts';
import { describeTools } from '../../../engine/world/describe.ts';
import { toolOf } from '../../../engine/world/tool.ts';

const tool = toolOf<object>();

const kitchen = app({
  class: 'Kitchen',
  initial: () => ({}),
  tools: {
    cook: tool({
      summary: 'Cook a dish.',
      returns: 'str',
      effect: 'write',
      callers: ['agent', 'user'],
      args: {
        dish: about(str, 'its name'),
        guests: optional(nullable(list(str)), null),
        minutes: optional(about(nullable(int), 'at most'), 20),
        hot: optional(bool, true),
      },
      apply: (_state, { dish }) => dish,
    }),
    look: tool({ summary: 'Look around.', effect: 'read', callers: [], args: {}, apply: () => null }),
  },
});

it('describeTools() returns the name, signature, parameters and roles of each tool', () => {
  const [cook, look] = describeTools('kitchen', kitchen().tools);

  expect(cook).toEqual({
    name: 'kitchen__cook',
    calls: { app: 'kitchen', tool: 'cook' },
    signature:
      'kitchen__cook(dish: str, guests: list[str] | None = None, minutes: int | None = 20, hot: bool = True) -> str',
    description: 'Cook a dish.',
    parameters: {
      type: 'object',
      properties: {
        dish: { type: 'string', description: 'its name' },
        guests: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }], default: null },
        minutes: { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'at most', default: 20 },
        hot: { type: 'boolean', default: true },
      },
      required: ['dish'],
      additionalProperties: false,
    },
    returns: 'str',
    effect: 'write',
    roles: ['agent', 'user'],
  });
  expect(look).toMatchObject({ signature: 'kitchen__look() -> Any', roles: [], effect: 'read' });
});

it('describeTools() uses the name and description of a tool override', () => {
  const told = { kitchen__look: { name: 'peek', description: 'Have a peek.' } };

  const [cook, look] = describeTools('kitchen', kitchen().tools, told);

  expect(cook?.name).toBe('kitchen__cook');
  expect(look).toMatchObject({
    name: 'peek',
    calls: { app: 'kitchen', tool: 'look' },
    signature: 'peek() -> Any',
    description: 'Have a peek.',
  });
});
