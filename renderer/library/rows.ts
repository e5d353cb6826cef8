import type { RunGroup, RunLibrary, RunLine } from '../../engine/model/index.ts';

export type NamedGroup = RunGroup & { readonly name: string };

/** A line of the list: a run, or the head of a group. */
export type Row =
  | { readonly line: RunLine; readonly depth: number }
  | { readonly line?: undefined; readonly group: NamedGroup };

/** The lines of the list, from top to bottom; of folded groups only the heads. */
export const rowsOf = ({ groups }: RunLibrary, folded: ReadonlySet<string>): readonly Row[] =>
  groups.flatMap((group): readonly Row[] => {
    const { name } = group;
    if (name === undefined) return group.lines;
    const head = { group: { ...group, name } };
    return folded.has(name) ? [head] : [head, ...group.lines];
  });
