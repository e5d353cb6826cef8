import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { StoreReport } from './store.ts';
import { reportText } from './store/store-tables.ts';

it('the bench of the store still measures states, reads, memory and the start', () => {
  const args = ['scripts/bench.mjs', 'store', '--quick', '--json'];
  const report = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }),
  ) as StoreReport;

  const { history, reads, records, memory, start } = report;
  expect(history.sizes.state).toBeGreaterThan(150_000);
  for (const size of Object.values(history.sizes)) expect(size).toBeGreaterThan(0);
  expect(records.large.made.median).toBeGreaterThan(0);
  for (const { ours, bare } of [reads.entry, reads.next, reads.page, records.large])
    expect(Math.min(ours.median, bare.median)).toBeGreaterThan(0);
  expect(records.small.recorded.median).toBeGreaterThan(0);
  expect(memory.most).toBeGreaterThan(memory.heap);
  expect(start.ready.median).toBeGreaterThan(start.node.median);
  expect(
    reportText(report)
      .split('\n')
      .filter((row) => row.startsWith('| seek, ms')),
  ).toHaveLength(1);
}, 240_000);
