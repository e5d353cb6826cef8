/** What is known of the fields of an object; others are an entry's own. */
export type Fields = ReadonlyMap<string, Field>;

/** Says the same in many entries, is written apart from the rest, or is an object of such fields itself. */
export type Field = 'alike' | 'apart' | Fields;

const alike = (...names: readonly string[]) => names.map((name): [string, Field] => [name, 'alike']);

const ACTION: Fields = new Map([...alike('app', 'tool', 'effect'), ['args', new Map<string, Field>()]]);

/** Those of a log entry. */
export const ENTRY_FIELDS: Fields = new Map<string, Field>([
  ...alike('kind', 'oracle', 'name', 'verdict', 'direct', 'quiet', 'refused', 'waited'),
  ...['index', 'time', 'due', 'causes', 'changes'].map((name): [string, Field] => [name, 'apart']),
  ['action', ACTION],
  ['outcome', new Map(alike('status'))],
]);
