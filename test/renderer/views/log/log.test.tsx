// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import { packWholeRows } from '../../../../main/host/inspect/log-rows.ts';
import { LIMITS } from '../../../../preload/contract.ts';
import { Log } from '../../../../renderer/views/log/log-container.tsx';
import { type Answers, no } from '../../fake-bridge.ts';
import { giveRoom } from '../../give-room.ts';
import { breakfast, kitchen, kitchenAnswers, ORDERS } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { rows } from '../../rows.ts';
import { selectRun } from '../../../../renderer/stores/selection.ts';

async function openLog(answers: Answers = kitchenAnswers()): Promise<Page> {
  const page = await openPage(<Log />, answers);
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
  });
  return page;
}

describe('the Log', () => {
  giveRoom();

  it('has a row for each entry with its time, tool and outcome', async () => {
    using page = await openLog();

    expect(page.find('[role=grid]').getAttribute('aria-rowcount')).toBe('3');
    expect(page.text()).toContain('09:00:05mail.send_email_to_user_onlysubject: Two eggs');
    expect(page.find('#log-row-2 [aria-label=Failed]')).toBeTruthy();
  });

  it('says how to run the plan of a trace without events', async () => {
    const planned = breakfast({ mode: 'trace', state: 'recorded', entries: 0, verdict: undefined });
    using page = await openLog({
      ...kitchenAnswers(kitchen({ runs: [planned] })),
      'log.rows': () => ({ ok: true, value: packWholeRows(0, []) }),
    });

    expect(page.text()).toContain('This trace has no events');
    expect(page.text()).toContain('Rerun trace');
  });

  it.each([
    ['running', 'No entries yet'],
    ['interrupted', 'No entries'],
  ] as const)('of a run that is %s and has logged nothing says: %s', async (state, words) => {
    const bare = breakfast({ state, entries: 0, verdict: undefined });
    using page = await openLog({
      ...kitchenAnswers(kitchen({ runs: [bare] })),
      'log.rows': () => ({ ok: true, value: packWholeRows(0, []) }),
    });

    expect(page.text()).toBe(words);
  });

  it('shows the end of a long run while the rows before it are being read, and moves there', async () => {
    const entries = LIMITS.rows + 1_000;
    const log = rows(entries);
    const started: (() => void)[] = [];
    const answers = kitchenAnswers(kitchen({ runs: [breakfast({ entries })] }));
    using page = await openLog({
      ...answers,
      'log.rows': async ({ from }) => {
        if (from === 0) await new Promise<void>((resolve) => started.push(resolve));
        return { ok: true, value: packWholeRows(from, log.slice(from, from + LIMITS.rows)) };
      },
    });

    expect(page.find('[aria-selected=true]').id).toBe(`log-row-${entries - 1}`);
    expect(page.find(`#log-row-${entries - 2}`).textContent).toContain('mail.send_email');

    await page.press('ArrowUp', page.find('[role=grid]'));
    expect(page.find('[aria-selected=true]').id).toBe(`log-row-${entries - 2}`);

    await page.after(() => {
      for (const start of started) start();
    });
    await page.after(() => undefined);
    expect(page.find('[role=grid]').getAttribute('aria-rowcount')).toBe(`${entries}`);
    expect(page.find('[aria-selected=true]').id).toBe(`log-row-${entries - 2}`);
  });

  it('points to the Transcript for a trace without apps', async () => {
    const bare = breakfast({ mode: 'trace', state: 'recorded', entries: 0, verdict: undefined, apps: [] });
    using page = await openLog({
      ...kitchenAnswers(kitchen({ runs: [bare] })),
      'log.rows': () => ({ ok: true, value: packWholeRows(0, []) }),
    });

    expect(page.text()).toContain('See them under Transcript');
    expect(page.text()).not.toContain('Rerun trace');
  });

  it('selects the entry at the playhead, and moves the playhead by key and click', async () => {
    using page = await openLog();
    expect(page.find('[aria-selected=true]').id).toBe('log-row-2');

    await page.press('ArrowUp', page.find('[role=grid]'));
    expect(page.find('[aria-selected=true]').id).toBe('log-row-1');
    await page.after(() => {
      page.find('#log-row-0').click();
    });

    expect(page.stores.selection.getState()).toMatchObject({ at: 0, following: false });
    expect(page.find('[role=grid]').getAttribute('aria-activedescendant')).toBe('log-row-0');
  });

  it('draws fewer than 60 rows of a hundred thousand', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ ...ORDERS[0]!, index }));
    using page = await openLog({
      ...kitchenAnswers(),
      'log.rows': ({ from }) => ({ ok: true, value: packWholeRows(from, many.slice(from)) }),
    });

    expect(page.find('[role=grid]').getAttribute('aria-rowcount')).toBe('100000');
    const drawn = document.querySelectorAll('.log-module__row').length;
    expect(drawn).toBeGreaterThan(10);
    expect(drawn).toBeLessThan(60);
  });

  it('draws no extra rows on a jump, and more around the view after a scroll', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({ ...ORDERS[0]!, index }));
    using page = await openLog({
      ...kitchenAnswers(),
      'log.rows': ({ from }) => ({ ok: true, value: packWholeRows(from, many.slice(from)) }),
    });
    const rows = () => [...document.querySelectorAll('.log-module__row')];
    const seek = (at: number) =>
      page.after(() => {
        page.stores.selection.setState({ at, following: false });
      });
    await seek(500);
    const before = rows();

    await seek(700);

    expect(rows()).toEqual(before);
    expect(page.find('#log-row-700')).toBeTruthy();
    await page.after(() => {
      page.find('[role=grid]').scrollTop = 500 * 26;
      page.find('[role=grid]').dispatchEvent(new Event('scroll'));
    });
    expect(rows().length).toBeGreaterThan(before.length);
    expect(page.find('#log-row-490')).toBeTruthy();
  });

  it('shows why a log cannot be read', async () => {
    using page = await openLog({ ...kitchenAnswers(), 'log.rows': () => no('the database is busy') });

    expect(page.find('[role=alert]').textContent).toBe('the database is busy');
  });
});
