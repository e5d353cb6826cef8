import { isJsonObject, type Json } from '../model/json.ts';
import { boundedJson } from '../trace/bounded-json.ts';
import { inShape } from '../model/in-shape.ts';
import { inShort, within, type Finding } from '../model/finding.ts';
import { TraceError } from '../trace/trace-error.ts';
import { LINE_KINDS, lineShapes, type LineKind } from './line-shapes.ts';

/** A line that is as its kind has it. */
export interface Line {
  readonly kind: LineKind;
  readonly value: Json;
}

/** Reads the lines of `text`, which counts from line `from` of `file`. @throws {TraceError} at the first that is none. */
export function* readLines(text: string, file: string, from: number): Generator<Line> {
  let number = from;
  let rank = 0;
  for (let start = 0; start < text.length; number++) {
    const end = text.indexOf('\n', start);
    const line = lineIn(text.slice(start, end < 0 ? undefined : end));
    if ('findings' in line) throw refusal(file, number, line.findings);
    const { kind } = line;
    if (LINE_KINDS.indexOf(kind) < rank) {
      const wanted = `${LINE_KINDS.slice(rank).join(', ')} or the end`;
      throw refusal(file, number, [{ path: '', found: `a line of kind ${kind}`, wanted }]);
    }
    rank = LINE_KINDS.indexOf(kind);
    yield line;
    start = end < 0 ? text.length : end + 1;
  }
}

function lineIn(text: string): Line | { readonly findings: readonly Finding[] } {
  const read = boundedJson(text);
  if ('finding' in read) return { findings: [read.finding] };
  const keys = isJsonObject(read.value) ? Object.keys(read.value) : [];
  const kind = LINE_KINDS.find((known) => keys.length === 1 && keys[0] === known);
  if (kind === undefined || !isJsonObject(read.value)) {
    const found = isJsonObject(read.value)
      ? `an object with ${keys.slice(0, 3).join(', ')}`
      : inShort(read.value);
    return { findings: [{ path: '', found, wanted: `an object with one of ${LINE_KINDS.join(', ')}` }] };
  }
  // What is written oddly would come out otherwise than it came in.
  if (JSON.stringify(read.value) !== text) {
    const wanted = 'one as JSON.stringify writes it';
    return { findings: [{ path: kind, found: 'a line that this program does not write', wanted }] };
  }
  const value = read.value[kind]!;
  const shaped = inShape(lineShapes[kind], value);
  if ('findings' in shaped) return { findings: shaped.findings.map((one) => within(kind, one)) };
  // As it was read: what parsed it would order its fields anew.
  return { kind, value };
}

const refusal = (file: string, line: number, findings: readonly Finding[]): TraceError =>
  new TraceError(`${file}: line ${line}`, findings);
