import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { electronArgs } from '../../scripts/shared/system.mjs';
import { put } from '../e2e/temporary-folder.ts';
import { machine, type Machine } from './machine.ts';
import { headingOf, table } from './tables.ts';
import { memoryOf, type Memory } from './window/measure-run.ts';

/** Memory of one window in which a person runs a scenario again and again, compares and branches. */
interface MemoryReport {
  readonly date: string;
  readonly machine: Machine;
  readonly rows: readonly MemoryRow[];
}

interface MemoryRow {
  readonly runs: number;
  readonly branches: number;
  readonly comparisons: number;
  readonly seconds: number;
  /** As the system reports it, after garbage was collected. */
  readonly memory: Memory;
  /** What JavaScript uses of it. */
  readonly heap: Memory;
}

const SCENARIO = `import { agentUserInterface, emailClient, scenario, seconds } from 'orrery';

export default scenario({
  name: 'again',
  apps: () => ({ user: agentUserInterface(), mail: emailClient({ user_email: 'nora@lighthouse.example' }) }),
  events({ user, mail }, { condition, oracle, validation }) {
    const ask = user.send_message_to_agent({ content: 'Forward the invoice when it comes.' }).at(seconds(1));
    const invoice = mail
      .send_email_to_user_only({ sender: 'ada@harbour.example', subject: 'Invoice', content: 'soup '.repeat(400) })
      .after(ask, seconds(5));
    const arrived = condition('the invoice is in', ({ mail }) => mail.folders.INBOX.emails.length > 0)
      .after(ask)
      .timeout(60);
    oracle(mail.forward_email({ email_id: invoice.result, recipients: ['nora@lighthouse.example'] })).after(arrived);
    validation({ milestones: { 'it is sent': ({ mail }) => mail.folders.SENT.emails.length > 0 } }).after(arrived).timeout(60);
    for (let nth = 0; nth < 20; nth++)
      mail.send_email_to_user_only({ sender: 'ada@harbour.example', subject: 'Letter ' + nth }).after(ask, seconds(10 + nth));
  },
});
`;

const QUICK = process.argv.includes('--quick');
const RUNS = QUICK ? 20 : 1_000;
const ROW_EVERY = QUICK ? 10 : 100; // runs
const TIMEOUT = 120_000; // milliseconds
const POLL_MILLISECONDS = 20;
const COMPARE_EVERY = 2; // runs
const BRANCH_EVERY = 4; // runs

async function measure(): Promise<readonly MemoryRow[]> {
  const app = await _electron.launch({
    executablePath: process.env['ORRERY_ELECTRON']!,
    args: [
      ...electronArgs(),
      ...[
        '--disable-gpu',
        '--js-flags=--expose-gc',
        `--user-data-dir=${join(home, 'profile')}`,
        process.cwd(),
      ],
      ...[`--workspace=${join(home, 'workspace')}`, '--trust'],
    ],
  });
  try {
    const page = await app.firstWindow();
    await page.getByRole('list', { name: 'Scenarios' }).getByRole('button', { name: 'again.ts' }).click();
    const rows: MemoryRow[] = [];
    const began = performance.now();
    let [branches, comparisons] = [0, 0];
    for (let runs = 1; runs <= RUNS; runs++) {
      // The last run of each round is a branch of the one before.
      if (runs % BRANCH_EVERY === 0) {
        await nextRun(page, () => branch(page));
        branches++;
      } else await nextRun(page, () => page.getByRole('button', { name: 'Run', exact: true }).click());
      if (runs % COMPARE_EVERY === 0) {
        await compare(page);
        comparisons++;
      }
      if (runs % ROW_EVERY !== 0) continue;
      const used = await usedMemory(app, page);
      const seconds = Math.round((performance.now() - began) / 1000);
      rows.push({ runs, branches, comparisons, seconds, ...used });
      process.stderr.write(`bench: ${rowOf(rows.at(-1)!).join(' · ')}\n`);
    }
    return rows;
  } finally {
    await app.close();
  }
}

/** Does `start`, and waits until the new run has passed and its last row is shown. */
async function nextRun(page: Page, start: () => Promise<void>): Promise<void> {
  const before = await page.evaluate(shownRun);
  await start();
  const began = performance.now();
  while (!(await page.evaluate(hasPassed, before))) {
    if (performance.now() - began > TIMEOUT) throw new Error('the run did not pass in time');
    await sleep(POLL_MILLISECONDS);
  }
}

const shownRun = (): string =>
  /^r\d+/.exec(document.querySelector('[aria-label="Breadcrumb"] li:last-child')?.textContent ?? '')?.[0] ??
  '';

/** It must not use variables from outside. */
const hasPassed = (before: string): boolean => {
  const shown = /^r\d+/.exec(
    document.querySelector('[aria-label="Breadcrumb"] li:last-child')?.textContent ?? '',
  )?.[0];
  const status = document.querySelector('[aria-label="Status"]')?.textContent ?? '';
  return (
    shown !== undefined &&
    shown !== before &&
    status.includes('Passed') &&
    document.querySelector('[id^=log-row-]') !== null
  );
};

async function branch(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Playhead' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Branch from here' }).click();
  await page.getByRole('combobox', { name: 'What to change', exact: true }).click();
  await page.getByRole('option', { name: 'No change (rerun)', exact: true }).click();
  await page.getByRole('button', { name: 'Run branch' }).click();
}

async function compare(page: Page): Promise<void> {
  await page.keyboard.press('Control+d');
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await comparison.getByText('No difference:').first().waitFor();
  await page.keyboard.press('Escape');
  await comparison.waitFor({ state: 'detached' });
}

async function usedMemory(app: ElectronApplication, page: Page): Promise<Pick<MemoryRow, 'memory' | 'heap'>> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const main = await app.evaluate(() => {
    (globalThis as { gc?: () => void }).gc?.();
    return process.memoryUsage().heapUsed;
  });
  return { memory: await memoryOf(app), heap: { main: inMib(main), page: inMib(usedSize) } };
}

const inMib = (bytes: number): number => Math.round(bytes / 2 ** 20);

const rowOf = ({ runs, branches, comparisons, seconds, memory, heap }: MemoryRow): readonly string[] =>
  [runs, branches, comparisons, seconds, memory.main, heap.main, memory.page, heap.page].map((value) =>
    value.toLocaleString('en-US'),
  );

function reportText(report: MemoryReport): string {
  const [first, last] = [report.rows[0]!, report.rows.at(-1)!];
  const growth = (of: 'main' | 'page'): string => (last.memory[of] / first.memory[of]).toFixed(2);
  return [
    ...headingOf(report),
    '',
    'MiB in one window, after garbage was collected.',
    '',
    ...table(
      ['runs', 'branches', 'comparisons', 's', 'main', 'its heap', 'page', 'its heap'],
      report.rows.map(rowOf),
    ),
    '',
    `At the end main takes ${growth('main')} times what it took after ${first.runs} runs, and the page ${growth('page')} times; the goal is 1.2.`,
  ].join('\n');
}

// Last, because it uses the constants above.
const home = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-bench-')));
try {
  put(join(home, 'workspace'), { 'scenarios/again.ts': SCENARIO });
  const report = { date: new Date().toISOString(), machine: machine(), rows: await measure() };
  console.log(process.argv.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
