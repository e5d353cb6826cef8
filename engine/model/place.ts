/** A place in a scenario's source. Lines and columns count from 1. */
export interface Place {
  /** Path within the workspace, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `scenarios/invoice.ts:12:5`, as editors and terminals write it. */
export const formatPlace = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;
