import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import type { SourceLocation } from '../../../engine/model/index.ts';
import type { Insertion } from './author-code.ts';

/** What the bundler puts before the path of a workspace file. */
export const NAMESPACE = 'workspace';

interface PositionData {
  /** The bundle's source map. */
  readonly map: string;
  /** What was put into each file before it was bundled. */
  readonly insertions: ReadonlyMap<string, readonly Insertion[]>;
  /** The places of the statements, by number from 1. */
  readonly marks: readonly SourceLocation[];
}

/** The way from the text that runs back to what the author wrote. */
export class SourcePositions {
  /** What it is made of, as another process can be sent it. */
  readonly data: PositionData;
  readonly #map: SourceMap;
  /** By file, and then by line. */
  readonly #insertions: ReadonlyMap<string, ReadonlyMap<number, readonly Insertion[]>>;
  /** By place in the bundle: a line that declares a million events is looked up once. */
  readonly #known = new Map<string, SourceLocation | undefined>();

  constructor(data: PositionData) {
    this.data = data;
    this.#map = new SourceMap(JSON.parse(data.map) as SourceMapPayload);
    this.#insertions = new Map([...data.insertions].map(([file, all]) => [file, byLine(all)]));
  }

  /** The place of the statement with this number. */
  ofMark(number: number): SourceLocation | undefined {
    return this.data.marks[number - 1];
  }

  /** What the author wrote that became `line` and `column` of the bundle, both from 1; nothing for the bundler's own. */
  ofBundle(line: number, column: number): SourceLocation | undefined {
    const key = `${line}:${column}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#find(line, column));
    return this.#known.get(key);
  }

  #find(line: number, column: number): SourceLocation | undefined {
    const entry: Partial<SourceMapping> = this.#map.findEntry(line - 1, column - 1);
    const { originalSource, originalLine, originalColumn } = entry;
    if (originalSource?.startsWith(`${NAMESPACE}:`) !== true) return undefined;
    // The map answers the nearest place before, which for text of the bundler is one of another line.
    if (originalLine === undefined || originalColumn === undefined || entry.generatedLine !== line - 1)
      return undefined;
    return this.ofFile(originalSource.slice(NAMESPACE.length + 1), originalLine, originalColumn);
  }

  /** What the author wrote that became `line` and `column` of the guarded `file`, both from 0. */
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

/** Takes the insertions out of a place in a guarded text. What lies within one is what it belongs to. */
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
