import type { LogRow, RowBatch, RowFace } from '../../preload/contract.ts';

/** Rows that follow one another, the first of index `from`, as the page is sent them. */
export function packRows(from: number, rows: Iterable<LogRow>): RowBatch {
  const times: number[] = [];
  const dues: number[] = [];
  const written: number[] = [];
  const faces: RowFace[] = [];
  const faceOf: number[] = [];
  const textEnds: number[] = [];
  const causes: number[] = [];
  const causeEnds: number[] = [];
  const nthFace = new Map<string, number>();
  let text = '';
  for (const row of rows) {
    times.push(row.time);
    dues.push(row.due);
    written.push(row.written ?? NaN);
    const face = faceIn(row);
    const key = JSON.stringify(Object.values(face));
    if (!nthFace.has(key)) nthFace.set(key, faces.push(face) - 1);
    faceOf.push(nthFace.get(key)!);
    text += row.event;
    textEnds.push(text.length);
    text += row.gist;
    textEnds.push(text.length);
    for (const cause of row.causes) causes.push(cause);
    causeEnds.push(causes.length);
  }
  return {
    from,
    times: Float64Array.from(times),
    dues: Float64Array.from(dues),
    written: Float64Array.from(written),
    faces,
    faceOf: Uint32Array.from(faceOf),
    text,
    textEnds: Uint32Array.from(textEnds),
    causes: Uint32Array.from(causes),
    causeEnds: Uint32Array.from(causeEnds),
  };
}

const faceIn = ({ kind, oracle, app, tool, status, verdict, changed, told }: LogRow): RowFace => ({
  kind,
  oracle,
  app,
  tool,
  status,
  verdict,
  changed,
  told,
});
