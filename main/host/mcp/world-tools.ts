import { fromJsonSchema, type JsonSchemaType, type Tool } from '@modelcontextprotocol/server';
import { describePlanTools, type Plan, type ToolDescription } from '../../../engine/index.ts';
import type { Json, JsonObject } from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';
import { jsonSchemas } from './json-schemas.ts';

/** The names of the tools that every world has besides those of its apps. */
export const WAIT_TOOL = 'orrery__wait';
export const FINISH_TOOL = 'orrery__finish';

/** The maximum length of a tool name that clients accept. */
const MAX_NAME = 64; // characters

/** A tool as described to clients of the Model Context Protocol. */
export interface WorldTool {
  readonly listed: Tool;
  /** The tool's name in the run. */
  readonly name: string;
  /** Whether a result has the tool's declared type. */
  readonly fits: (result: Json) => boolean;
}

/**
 * The tools that the agent of `plan` may call, in order of declaration, and tools to wait and to finish.
 * @throws {ProblemError} when the scenario has a tool with one of these two names.
 */
export function worldTools(plan: Pick<Plan, 'apps' | 'augmentation'>): readonly WorldTool[] {
  const taken = new Set([WAIT_TOOL, FINISH_TOOL]);
  const own = describePlanTools(plan, 'agent').map((tool): WorldTool => {
    if (tool.name === WAIT_TOOL || tool.name === FINISH_TOOL)
      throw new ProblemError(
        'tool-name-taken',
        `The scenario has a tool "${tool.name}". Give it another name.`,
      );
    const name = freeName(tool.name, taken);
    taken.add(name);
    return worldTool(tool, name);
  });
  return [...own, waitTool, finishTool];
}

/** `name` reduced to the characters and length that all clients accept, and different from all `taken` names. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^\w-]/g, '_');
  for (let nth = 1; ; nth += 1) {
    const end = nth === 1 ? '' : `_${nth}`;
    const free = `${plain.slice(0, MAX_NAME - end.length)}${end}`;
    if (!taken.has(free)) return free;
  }
}

function worldTool(
  { name, description, parameters, returns, effect }: ToolDescription,
  free: string,
): WorldTool {
  const result = resultSchema(returns);
  const isRead = effect === 'read';
  return {
    name,
    fits: schemaCheck(result),
    listed: {
      name: free,
      description,
      inputSchema: parameters as Tool['inputSchema'],
      outputSchema: outputSchema({
        result: { ...result, description: `The result: ${returns}` },
        other: { description: 'A result of another type than declared' },
      }),
      annotations: {
        readOnlyHint: isRead,
        ...(isRead ? {} : { destructiveHint: true, idempotentHint: false }),
        openWorldHint: false,
      },
    },
  };
}

const MESSAGES: JsonObject = {
  type: 'array',
  description: 'The messages since the last answer, oldest first',
  items: {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['user-message', 'environment-notification', 'environment-stop'] },
      time: { type: 'string' },
      text: { type: 'string' },
      attachments: { type: 'array', items: { type: 'string' } },
    },
    required: ['kind', 'time', 'text', 'attachments'],
  },
};

const outputSchema = (properties: JsonObject): Tool['outputSchema'] => ({
  type: 'object',
  properties: {
    ...properties,
    time: { type: 'string', description: 'The simulated time, UTC' },
    timestamp: { type: 'number', description: 'The simulated time in seconds since 1970' },
    messages: MESSAGES,
    ended: { type: 'string', description: 'Why you have no more turns; missing while you have' },
  },
  required: ['time', 'timestamp', 'messages'],
});

const always = (): boolean => true;

const waitTool: WorldTool = {
  name: WAIT_TOOL,
  fits: always,
  listed: {
    name: WAIT_TOOL,
    description:
      'Waits for the next message, at most for so many seconds of simulated time; without seconds, as long as anything can happen. Returns at once if there are messages that you have not got.',
    inputSchema: {
      type: 'object',
      properties: { seconds: { type: 'number', minimum: 0, maximum: 1e9 } },
      required: [],
      additionalProperties: false,
    },
    outputSchema: outputSchema({}),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  },
};

const finishTool: WorldTool = {
  name: FINISH_TOOL,
  fits: always,
  listed: {
    name: FINISH_TOOL,
    description: 'Ends your part when you have done everything. The world goes on without you.',
    inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    outputSchema: outputSchema({}),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
};

/** Returns a function that checks whether a value has the form `schema`. The check is compiled on demand. */
function schemaCheck(schema: JsonObject): (value: Json) => boolean {
  if (Object.keys(schema).length === 0) return always;
  let made: ReturnType<typeof fromJsonSchema> | undefined;
  return (value) => {
    made ??= fromJsonSchema(schema as JsonSchemaType, jsonSchemas);
    const checked = made['~standard'].validate(value);
    return !(checked instanceof Promise) && checked.issues === undefined;
  };
}

const PLAIN_TYPES: Readonly<Record<string, JsonObject>> = {
  str: { type: 'string' },
  int: { type: 'integer' },
  float: { type: 'number' },
  bool: { type: 'boolean' },
  None: { type: 'null' },
  dict: { type: 'object' },
  list: { type: 'array' },
  Any: {},
  any: {},
};

/** The JSON Schema of a Python type, as far as its text says. The fields of a class are unknown. */
export function resultSchema(type: string): JsonObject {
  const choices = split(type, '|');
  if (choices.length > 1) return { anyOf: choices.map(resultSchema) };
  const [name = ''] = choices;
  const plain = PLAIN_TYPES[name];
  if (plain !== undefined) return plain;
  const [, outer, inner = ''] = /^(list|dict)\[(.*)\]$/.exec(name) ?? [];
  if (outer === 'list') return { type: 'array', items: resultSchema(inner) };
  if (outer === 'dict') {
    const [, value = 'Any'] = split(inner, ',');
    return { type: 'object', additionalProperties: resultSchema(value) };
  }
  return /^[A-Z]\w*$/.test(name) ? { type: 'object', title: name } : {};
}

/** The parts of `type` between signs outside of brackets. */
function split(type: string, sign: '|' | ','): readonly string[] {
  const parts: string[] = [];
  let begun = '';
  let depth = 0;
  for (const char of type) {
    if (char === '[') depth += 1;
    if (char === ']') depth -= 1;
    if (char === sign && depth === 0) {
      parts.push(begun);
      begun = '';
    } else begun += char;
  }
  return [...parts, begun].map((part) => part.trim());
}
