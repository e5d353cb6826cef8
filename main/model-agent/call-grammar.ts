import { isJsonObject, type Json, type JsonObject } from '../../engine/model/index.ts';
import { itemsOf } from './events.ts';

/** A tool that may be called. `parameters` is a JSON Schema. */
export interface CallableTool {
  readonly name: string;
  readonly parameters: JsonObject;
}

/**
 * A grammar in GBNF, the notation of llama.cpp. Each of its texts is a JSON object with a `thought`, the name of one of `tools` as
 * `tool`, and `arguments` that its JSON Schema allows. Limits of texts and numbers are left out: the tool checks them.
 */
export function callGrammar(tools: readonly CallableTool[]): string {
  const rules = new Rules();
  const calls = tools.map(({ name, parameters }, index) => {
    const args = new SchemaGrammar(rules, parameters, `args${index}-`).rootRule();
    return `${literal(`${JSON.stringify(name)},`)} sp ${literal('"arguments":')} sp ${args}`;
  });
  return rules.textWith([
    [
      'root',
      `${literal('{"thought":')} sp string "," sp ${literal('"tool":')} sp ( ${calls.join(' | ')} ) "}"`,
    ],
  ]);
}

/** The rules that all JSON needs. */
const JSON_RULES = [
  ['sp', '" "?'],
  ['value', 'object | array | string | number | "true" | "false" | "null"'],
  ['object', '"{" ( string ":" sp value ( "," sp string ":" sp value )* )? "}"'],
  ['array', '"[" ( value ( "," sp value )* )? "]"'],
  ['string', String.raw`"\"" ( [^"\\\x00-\x1F\x7F] | "\\" ["\\/bfnrt] )* "\""`],
  ['integer', '"-"? ( "0" | [1-9] [0-9]{0,14} )'],
  ['number', 'integer ( "." [0-9]{1,15} )? ( [eE] [-+]? [0-9]{1,2} )?'],
] as const;

const literal = (text: string): string => JSON.stringify(text);

class Rules {
  readonly #rules = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** The name of a rule with this body. */
  named(body: string): string {
    const name = this.#names.get(body) ?? `part${this.#names.size}`;
    this.#names.set(body, name);
    this.#rules.set(name, body);
    return name;
  }

  has(name: string): boolean {
    return this.#rules.has(name);
  }

  set(name: string, body: string): void {
    this.#rules.set(name, body);
  }

  textWith(first: readonly (readonly [name: string, body: string])[]): string {
    return [...first, ...this.#rules, ...JSON_RULES].map(([name, body]) => `${name} ::= ${body}\n`).join('');
  }
}

const SIMPLE = new Map([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'number'],
  ['boolean', '( "true" | "false" )'],
  ['null', '"null"'],
]);

/** Rules for one JSON Schema. Where it says what is not known here, any JSON may stand. */
class SchemaGrammar {
  readonly #rules: Rules;
  readonly #root: JsonObject;
  readonly #prefix: string;

  constructor(rules: Rules, root: JsonObject, prefix: string) {
    this.#rules = rules;
    this.#root = root;
    this.#prefix = prefix;
  }

  rootRule(): string {
    return this.#ruleAt('#');
  }

  /** The name of the rule for the schema that a reference names. Schemas may contain themselves. */
  #ruleAt(reference: string): string {
    const name = `${this.#prefix}${reference.slice(1).replace(/[^a-zA-Z0-9]+/g, '-')}`;
    if (this.#rules.has(name)) return name;
    const schema = schemaAt(this.#root, reference);
    if (schema === undefined) return 'value';
    this.#rules.set(name, 'value');
    this.#rules.set(name, this.#of(schema));
    return name;
  }

  #of(schema: Json): string {
    if (!isJsonObject(schema)) return 'value';
    if (typeof schema['$ref'] === 'string') return this.#ruleAt(schema['$ref']);
    if ('const' in schema) return literal(JSON.stringify(schema['const']));
    const { enum: values, anyOf, oneOf, allOf, type } = schema;
    if (Array.isArray(values) && values.length > 0)
      return choice(itemsOf(values).map((value) => literal(JSON.stringify(value))));
    for (const several of [anyOf, oneOf])
      if (Array.isArray(several) && several.length > 0)
        return choice(itemsOf(several).map((one) => this.#of(one)));
    const [only, ...others] = itemsOf(allOf);
    if (only !== undefined && others.length === 0) return this.#of(only);
    if (Array.isArray(type)) return choice(itemsOf(type).map((one) => this.#of({ ...schema, type: one })));
    if (type === 'object') return this.#object(schema);
    if (type === 'array') return this.#array(schema);
    return SIMPLE.get(type as string) ?? 'value';
  }

  #object({ properties, required, additionalProperties }: JsonObject): string {
    if (!isJsonObject(properties) || Object.keys(properties).length === 0) {
      if (additionalProperties === false) return '"{}"';
      if (!isJsonObject(additionalProperties)) return 'object';
      const pair = `string ":" sp ${this.#of(additionalProperties)}`;
      return `"{" ( ${pair} ( "," sp ${pair} )* )? "}"`;
    }
    const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
    const names = Object.keys(properties);
    const pairOf = (name: string): string =>
      this.#rules.named(`${literal(`${JSON.stringify(name)}:`)} sp ${this.#of(properties[name]!)}`);
    const needed = names.filter(isRequired).map(pairOf).join(' "," sp ');
    // In their order, each with a comma before it.
    const rest = names.filter((name) => !isRequired(name)).map(pairOf);
    const after = (from: number): string =>
      rest
        .slice(from)
        .map((pair) => `( "," sp ${pair} )?`)
        .join(' ');
    if (needed !== '') return `"{" ${needed} ${after(0)} "}"`;
    return `"{" ( ${rest.map((pair, index) => `${pair} ${after(index + 1)}`).join(' | ')} )? "}"`;
  }

  #array({ items, minItems }: JsonObject): string {
    const item = isJsonObject(items) ? this.#of(items) : 'value';
    const list = `${item} ( "," sp ${item} )*`;
    return typeof minItems === 'number' && minItems > 0 ? `"[" ${list} "]"` : `"[" ( ${list} )? "]"`;
  }
}

const choice = (ways: readonly string[]): string => `( ${ways.join(' | ')} )`;

/** The schema at a reference such as `#/$defs/Item`, within `root`. */
function schemaAt(root: JsonObject, reference: string): Json | undefined {
  const [first, ...keys] = reference.split('/');
  if (first !== '#') return undefined;
  let found: Json | undefined = root;
  for (const key of keys)
    found = isJsonObject(found) ? found[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return found;
}
