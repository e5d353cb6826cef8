import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import type { SourceLocation } from '../../../engine/model/index.ts';
import type { Insertion } from './author-code.ts';

/** The namespace of workspace files in esbuild, written before their paths. */
export const NAMESPACE = 'workspace';

interface PositionData {
  /** The bundle's source map. */
  readonly map: string;
  /** The guard code inserted into each file before bundling. */
  readonly insertions: ReadonlyMap<string, readonly Insertion[]>;
  /** The positions of statements, by number from 1. */
  readonly marks: readonly SourceLocation[];
}

/** Maps positions in the running script to locations in the author's files. */
export class SourcePositions {
  /** The data of the mapping, which can be sent to another process. */
  readonly data: PositionData;
  readonly #map: SourceMap;
  /** The insertions by file and line. */
  readonly #insertions: ReadonlyMap<string, ReadonlyMap<number, readonly Insertion[]>>;
  /** The results by position in the bundle: a line that declares a million events is looked up once. */
  readonly #known = new Map<string, SourceLocation | undefined>();

  constructor(data: PositionData) {
    this.data = data;
    this.#map = new SourceMap(JSON.parse(data.map) as SourceMapPayload);
    this.#insertions = new Map([...data.insertions].map(([file, all]) => [file, byLine(all)]));
  }

  /** The position of statement `number`. */
  ofMark(number: number): SourceLocation | undefined {
    return this.data.marks[number - 1];
  }

  /** The author's location for `line` and `column` of the bundle, both from 1; `undefined` for the bundler's own code. */
  ofBundle(line: number, column: number): SourceLocation | undefined {
    const key = `${line}:${column}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#find(line, column));
    return this.#known.get(key);
  }

  #find(line: number, column: number): SourceLocation | undefined {
    const entry: Partial<SourceMapping> = this.#map.findEntry(line - 1, column - 1);
    const { originalSource, originalLine, originalColumn } = entry;
    if (originalSource?.startsWith(`${NAMESPACE}:`) !== true) return undefined;
    // The map returns the nearest earlier position, which for the bundler's own code is on another line.
    if (originalLine === undefined || originalColumn === undefined || entry.generatedLine !== line - 1)
      return undefined;
    return this.ofFile(originalSource.slice(NAMESPACE.length + 1), originalLine, originalColumn);
  }

  /** The author's location for `line` and `column` of the guarded `file`, both from 0. */
  ofFile(file: string, line: number, column: number): SourceLocation {
    const { line: authorLine, column: authorColumn } = unguarded(
      this.#insertions.get(file)?.get(line) ?? [],
      line,
      column,
    );
    return { file, line: authorLine + 1, column: authorColumn + 1 };
  }
}

function byLine(insertions: readonly Insertion[]): ReadonlyMap<number, readonly Insertion[]> {
  const lines = new Map<number, Insertion[]>();
  for (const insertion of insertions) {
    const others = lines.get(insertion.line);
    if (others === undefined) lines.set(insertion.line, [insertion]);
    else others.push(insertion);
  }
  return lines;
}

/**
 * The author's location for a position in a guarded text. A position inside an insertion maps to the code that the insertion
 * belongs to.
 */
export function unguarded(
  insertions: readonly Insertion[],
  line: number,
  column: number,
): { readonly line: number; readonly column: number } {
  let shift = 0;
  for (const insertion of insertions) {
    if (insertion.line !== line) continue;
    const from = insertion.column + shift;
    if (column < from) break;
    if (column < from + insertion.length) return insertion.means;
    shift += insertion.length;
  }
  return { line, column: column - shift };
}
