/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-return -- raw files have no types */
// Files of other tools as they are written, for those who count what is in them.

/** What is counted in a file, over all its attempts. */
export interface Counts {
  /** What the user and the agent said to each other; what the agent says with a call is a thought. */
  readonly messages: number;
  /** Also those of helpers; not those that were given up or copied. */
  readonly calls: number;
  /** The calls of which the file has a result or an error. */
  readonly results: number;
  readonly failed: number;
  readonly tokens: readonly [read: number, written: number];
  /** `scorer value` of each, in the order of the alphabet. */
  readonly scores: readonly string[];
}

export type Raw = Readonly<Record<string, any>>;

export const sum = (numbers: readonly (number | null | undefined)[]): number =>
  numbers.reduce<number>((total, one) => total + (one ?? 0), 0);

/** The objects in the lists of this name. */
export const all = (documents: readonly Raw[], list: string): readonly Raw[] =>
  documents.flatMap((one) => objects(one[list]));

export const objects = (list: unknown): readonly Raw[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];

/** The document in a text; any other value as it is. */
export function parsed(value: unknown): any {
  if (typeof value !== 'string') return value;
  try {
    return parsed(JSON.parse(value));
  } catch {
    return value;
  }
}
