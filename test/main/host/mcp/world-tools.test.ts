import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { classNames, type Plan, toolsOf } from '../../../../engine/index.ts';
import { resultSchema, worldTools } from '../../../../main/host/mcp/world-tools.ts';

it.each([
  ['str', { type: 'string' }],
  ['int | None', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
  ['list[str | dict]', { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'object' }] } }],
  [
    'dict[str, list[Contact] | dict]',
    {
      type: 'object',
      additionalProperties: {
        anyOf: [{ type: 'array', items: { type: 'object', title: 'Contact' } }, { type: 'object' }],
      },
    },
  ],
  ['Email', { type: 'object', title: 'Email' }],
  ['tuple[int, ...]', {}],
  ['', {}],
])('resultSchema() reads the type %s', (type, schema) => {
  expect(resultSchema(type)).toEqual(schema);
});

const everyApp = (): Pick<Plan, 'apps' | 'augmentation'> => ({
  apps: Object.fromEntries(
    classNames.map((name) => [name, { class: name, state: {}, tools: toolsOf(name)! }]),
  ),
  augmentation: {} as Plan['augmentation'],
});

it('worldTools() gives every tool of all apps schemas that can be checked, and a name of its own that clients take', () => {
  const tools = worldTools(everyApp()).map(({ listed }) => listed);

  expect(tools.length).toBeGreaterThan(140);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  for (const { name, inputSchema, outputSchema } of tools) {
    expect(name).toMatch(/^[\w-]{1,64}$/);
    for (const schema of [inputSchema, outputSchema])
      expect(() => fromJsonSchema(schema as JsonSchemaType)['~standard'].validate({})).not.toThrow();
  }
});

it('worldTools() renames tools whose names clients would refuse', () => {
  const { apps, augmentation } = everyApp();
  const [mail] = Object.values(apps);
  const long = 'a'.repeat(90);
  const odd = { 'my mail': mail!, 'my.mail': mail!, [long]: mail! };
  const names = worldTools({ apps: odd, augmentation }).map(({ listed: { name }, name: own }) => [own, name]);

  expect(new Set(names.map(([, name]) => name)).size).toBe(names.length);
  for (const [own, name] of names.slice(0, -2)) {
    expect(own).toMatch(/^(my mail|my\.mail|a{90})__/);
    expect(name).toMatch(/^(my_mail__|a{62,64})[\w-]*$/);
  }
});
