// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { eventId, runId } from '../../../../engine/model/values/ids.ts';
import { Inspector } from '../../../../renderer/views/inspector/inspector-container.tsx';
import { type Answers, yes } from '../../fake-bridge.ts';
import { kitchenAnswers, ORDER } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

async function openFirst(answers: Answers = kitchenAnswers()): Promise<Page> {
  const page = await openPage(<Inspector />, answers);
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
  });
  await page.after(() => {
    page.stores.selection.setState({ at: 0, following: false });
  });
  return page;
}

describe('the Inspector', () => {
  it('shows the time, actor, call and result of the entry at the playhead', async () => {
    using page = await openFirst();

    for (const words of [
      'order',
      '2026-01-05 09:00:05 UTC',
      'Environment',
      'mail.send_email_to_user_only',
      'egg-1',
    ])
      expect(page.text()).toContain(words);
  });

  it('shows only the hints for the entry’s event', async () => {
    const hints = [
      { event: ORDER.event, kind: 'task', text: 'Both eggs are for one guest.' },
      { event: eventId('bill'), kind: 'environment', text: 'It never comes.' },
    ] as const;
    using page = await openFirst({
      ...kitchenAnswers(),
      'plan.read': () => yes(null),
      'plan.hints': () => yes(hints),
    });

    expect(page.find('.hint-list-module__list').textContent).toBe('Both eggs are for one guest.');
    expect(page.find('.hint-list-module__list svg').getAttribute('aria-label')).toBe('Task hint');
  });

  it('says nothing of the effect of a call that never happened', async () => {
    using happened = await openFirst();
    expect(happened.text()).toContain('Effect');
    using skipped = await openFirst({
      ...kitchenAnswers(),
      'log.entry': () =>
        yes({ ...ORDER, outcome: { status: 'skipped', reason: 'oracle step, the agent is playing' } }),
    });
    expect(skipped.text()).toContain('skipped: oracle step, the agent is playing');
    expect(skipped.text()).not.toContain('Effect');
  });

  it('lists each cause by itself', async () => {
    using page = await openFirst({
      ...kitchenAnswers(),
      'log.entry': () => yes({ ...ORDER, causes: [5, 11, 17] }),
    });

    expect(page.text()).toContain('Caused by');
    const listed = Array.from(document.querySelectorAll('.inspector-module__causes > li'), (item) =>
      item.textContent.trim(),
    );
    expect(listed).toEqual(['#5', '#11', '#17']);
  });

  it('folds many causes into their number', async () => {
    const causes = Array.from({ length: 40 }, (_, nth) => nth);
    using page = await openFirst({ ...kitchenAnswers(), 'log.entry': () => yes({ ...ORDER, causes }) });
    const listed = (): number => document.querySelectorAll('.inspector-module__causes li').length;
    expect([page.text().includes('Caused by40 causes'), listed()]).toEqual([true, 0]);

    await page.click('40 causes');

    expect(listed()).toBe(41);
  });

  it('shows each change with its old and new value', async () => {
    using page = await openFirst();

    expect(page.text()).toContain('mail.unreadfrom0 → to1');
  });

  it('shows an error message as plain text', async () => {
    const hostile = '<img src=x onerror="alert(1)">';
    const error = { type: 'ValueError', message: hostile };
    using page = await openFirst({
      ...kitchenAnswers(),
      'log.entry': () => yes({ ...ORDER, outcome: { status: 'failed', error } }),
    });

    expect(page.text()).toContain('ValueError');
    expect(page.text()).toContain(hostile);
    expect(document.querySelector('img')).toBeNull();
  });

  it('links the places of a stack trace to the source', async () => {
    const stack = 'TypeError: no oven\n    at bake (apps/oven.ts:4:9)\n    at scenarios/supper.ts:12:5';
    const error = { type: 'TypeError', message: 'no oven', stack };
    using page = await openFirst({
      ...kitchenAnswers(),
      'log.entry': () => yes({ ...ORDER, outcome: { status: 'failed', error } }),
    });

    expect(page.text()).toContain('at bake (apps/oven.ts:4:9)');
    await page.click('scenarios/supper.ts:12:5');
    expect(page.stores.panels.getState().reveal).toMatchObject({ file: 'scenarios/supper.ts', line: 12 });
  });

  it('keeps the focus and folds long texts again when the entry changes', async () => {
    const long = (index: number) => `${index} `.padEnd(500, 'egg ');
    using page = await openFirst({
      ...kitchenAnswers(),
      'log.entry': ({ index }) =>
        yes({ ...ORDER, index, action: { ...ORDER.action, args: { eggs: { fried: long(index) } } } }),
    });
    const eggs = page.find('.json-tree-module__head');
    await page.after(() => {
      eggs.click();
      eggs.focus();
    });
    await page.click('Show all');

    await page.after(() => {
      page.stores.selection.setState({ at: 1, following: false });
    });

    expect(page.find('.inspector-module__index').textContent).toBe('#1');
    expect(document.activeElement).toBe(eggs);
    expect(page.named('Show all').getAttribute('aria-expanded')).toBe('false');
  });

  it('closes the branch form when the entry changes', async () => {
    using page = await openFirst({
      ...kitchenAnswers(),
      'log.entry': ({ index }) => yes({ ...ORDER, index }),
    });
    await page.click('Branch from here');
    expect(page.find('form')).toBeTruthy();

    await page.after(() => {
      page.stores.selection.setState({ at: 1, following: false });
    });

    expect(page.named('Branch from here')).toBeTruthy();
  });

  it('shows the position before the first entry', async () => {
    using page = await openFirst();

    await page.after(() => {
      page.stores.selection.setState({ at: -1, following: false });
    });

    expect(page.text()).toContain('Before the first entry');
  });
});
