import { describe, expect, it } from 'vitest';
import { callArguments } from '../../../engine/world/arguments.ts';
import { classNames, toolsOf } from '../../../engine/apps/catalogue.ts';
import { describeTools } from '../../../engine/world/describe.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../engine/model/values/json.ts';

const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'];

/** Problems of `schema` as JSON Schema, limited to the keywords that tools use. */
function faultsIn(schema: Json | undefined, place: string): string[] {
  if (!isJsonObject(schema)) return [`${place}: no schema`];
  return Object.entries(schema).flatMap(([word, said]) => {
    const at = `${place}.${word}`;
    switch (word) {
      case 'type':
        return TYPES.includes(said as string) ? [] : [`${at}: ${JSON.stringify(said)}`];
      case 'description':
        return typeof said === 'string' && said !== '' ? [] : [`${at}: no text`];
      case 'items':
        return faultsIn(said, at);
      case 'additionalProperties':
        return said === false ? [] : faultsIn(said, at);
      case 'anyOf':
        return (said as Json[]).flatMap((one, index) => faultsIn(one, `${at}.${index}`));
      case 'properties':
        return Object.entries(said as JsonObject).flatMap(([name, one]) => faultsIn(one, `${at}.${name}`));
      case 'required':
        return (said as string[])
          .filter((name) => !Object.hasOwn(schema['properties'] as JsonObject, name))
          .map((name) => `${at}: ${name} is no property`);
      case 'enum':
        return (said as Json[]).length > 0 ? [] : [`${at}: empty`];
      case 'default':
        return [];
      default:
        return [`${at}: unknown word`];
    }
  });
}

const tools = classNames.flatMap((className) =>
  Object.entries(toolsOf(className)!).map(([name, tool]) => ({ className, name, tool })),
);

describe.each(classNames)('the tools of %s', (className) => {
  const own = tools.filter((one) => one.className === className);

  it('have a summary of one sentence and a return type', () => {
    for (const { name, tool } of own) {
      expect(tool.summary, name).toMatch(/^[A-Z].*[.?]$/);
      expect(tool.returns, name).toMatch(/^[A-Za-z][\w[\], |]*$/);
    }
  });

  it('have arguments described by valid JSON Schema', () => {
    const faults = describeTools(className, toolsOf(className)!).flatMap(({ name, parameters }) =>
      faultsIn(parameters, name),
    );

    expect(faults).toEqual([]);
  });

  it('accept their own default values', () => {
    for (const { name, tool } of own)
      for (const [argument, { accepts, fallback }] of Object.entries(tool.args))
        if (fallback !== undefined) expect(accepts(fallback), `${name} ${argument}`).toBe(true);
  });

  it('refuse undeclared arguments', () => {
    for (const { name, tool } of own)
      expect(() => callArguments(name, tool.args, { colour: 'red' })).toThrow(
        `${name} has no argument "colour".`,
      );
  });
});
