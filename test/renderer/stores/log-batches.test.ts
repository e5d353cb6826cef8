import { describe, expect, it } from 'vitest';
import { packWholeRows } from '../../../main/host/inspect/log-rows.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { rowsIn } from '../../../renderer/stores/log.ts';
import { row } from '../rows.ts';

const ROWS: readonly LogRow[] = [
  row(7, { summary: 'Two eggs', notified: true, written: 0 }),
  row(8, { causes: [2, 7], summary: '', kind: 'agent', oracle: true }),
  row(9, {
    app: undefined,
    tool: undefined,
    kind: 'validation',
    verdict: 'passed',
    summary: 'fed: two\nlines ü',
  }),
  row(10, { causes: [9], status: 'failed', event: '', answersOther: true }),
];

const fieldsOf = (one: LogRow): LogRow => {
  const { index, time, due, event, kind, oracle, app, tool, status, verdict, changed, causes, notified } =
    one;
  const { written, summary, answersOther } = one;
  return {
    index,
    time,
    due,
    event,
    kind,
    oracle,
    app,
    tool,
    status,
    verdict,
    changed,
    causes,
    notified,
    answersOther,
    written,
    summary,
  };
};

describe('packWholeRows()', () => {
  it('keeps every field of the rows', () => {
    expect(rowsIn(packWholeRows(7, ROWS)).map(fieldsOf)).toEqual(ROWS);
  });

  it('stores fields that rows share only once', () => {
    const { faces } = packWholeRows(0, [row(0), row(1), row(2, { status: 'failed' }), row(3)]);

    expect(faces.map(({ status }) => status)).toEqual(['done', 'failed']);
  });
});
