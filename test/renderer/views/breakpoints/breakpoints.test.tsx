// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import type { Breakpoint } from '../../../../preload/contract.ts';
import { Breakpoints, HitBanner } from '../../../../renderer/views/breakpoints/breakpoints-container.tsx';
import { conditionOf, type Draft } from '../../../../renderer/views/breakpoints/new-breakpoint.tsx';
import { no, yes } from '../../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const UNREAD = { on: 'state', app: 'mail', path: 'unread', is: '≥', value: 2 } as const;
const list: readonly Breakpoint[] = [{ condition: UNREAD, enabled: true }];
const draft: Draft = {
  ...{ on: 'state', app: 'mail', path: 'unread', is: '≥', value: '2' },
  ...{ event: '', tool: '', expression: '', when: 'true' },
};

describe('a breakpoint in the form', () => {
  it('is set once nothing is missing', () => {
    expect(conditionOf(draft)).toEqual(UNREAD);
    expect(conditionOf({ ...draft, path: ' ' })).toBeUndefined();
    expect(conditionOf({ ...draft, on: 'failure' })).toEqual({ on: 'failure' });
  });

  it('stands on a probe, whether or not that is watched', () => {
    const probe = { ...draft, on: 'probe' } as const;

    expect(conditionOf(probe)).toBeUndefined();
    expect(conditionOf({ ...probe, expression: ' apps.mail.unread > 2 ' })).toEqual({
      ...{ on: 'probe', expression: 'apps.mail.unread > 2', when: 'true' },
    });
  });

  it('takes for a number or a truth value what reads like one', () => {
    const valueOf = (value: string): unknown => conditionOf({ ...draft, value });

    expect(valueOf('true')).toMatchObject({ value: true });
    expect(valueOf('"2"')).toMatchObject({ value: '2' });
    expect(valueOf('two eggs')).toMatchObject({ value: 'two eggs' });
    expect(valueOf('{}')).toMatchObject({ value: '{}' });
  });
});

describe('the breakpoints', () => {
  it('are listed, switched off and deleted', async () => {
    using page = await openPage(<Breakpoints />, {
      ...kitchenAnswers(),
      'breakpoints.read': () => yes(list),
    });
    expect(page.text()).toContain('mail.unread ≥ 2');

    await page.after(() => {
      page.find('.breakpoints-module__breakpoint input').click();
    });
    expect(page.bridge.asked.at(-1)).toBe(
      `breakpoints.set ${JSON.stringify({ breakpoints: [{ condition: UNREAD, enabled: false }] })}`,
    );
    await page.click('Delete breakpoint: mail.unread ≥ 2');

    expect(page.bridge.asked.at(-1)).toBe('breakpoints.set {"breakpoints":[]}');
    expect(document.activeElement).toBe(page.find('[role=combobox][aria-label="Pause on"]'));
  });

  it('stay as they were where main refuses them', async () => {
    using page = await openPage(<Breakpoints />, {
      ...kitchenAnswers(),
      'breakpoints.read': () => yes(list),
      'breakpoints.set': () => no('the disk is full'),
    });

    await page.click('Delete breakpoint: mail.unread ≥ 2');

    expect(page.text()).toContain('mail.unread ≥ 2');
    expect(page.stores.notices.getState().notices.at(-1)?.text).toBe('the disk is full');
  });

  it('say which of them a run has come to, until it goes on', async () => {
    const paused = breakfast({ state: 'paused', verdict: undefined });
    using page = await openPage(<HitBanner />, kitchenAnswers(kitchen({ runs: [paused] })));
    await page.after(() => {
      selectRun(page.stores.selection, runId('r1'));
    });
    expect(page.text()).toBe('');

    await page.after(() => {
      page.bridge.tell('breakpoint.hit', {
        run: paused.id,
        hit: { condition: UNREAD, entry: 2, found: '3' },
      });
    });
    expect(page.text()).toMatch(/^Paused after #2 mail.unread ≥ 2: 3/);

    await page.after(() => {
      page.bridge.tell('run.changed', { ...paused, state: 'running' });
    });
    expect(page.text()).toBe('');
  });
});
