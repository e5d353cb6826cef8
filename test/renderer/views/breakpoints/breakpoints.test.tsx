// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import { seconds } from '../../../../engine/model/values/time.ts';
import type { Breakpoint } from '../../../../preload/contract.ts';
import { Breakpoints, HitBanner } from '../../../../renderer/views/breakpoints/breakpoints-container.tsx';
import { conditionOf, type Draft } from '../../../../renderer/views/breakpoints/new-breakpoint.tsx';
import { no, yes } from '../../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers, START } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';
import { waiting } from '../graph/events.ts';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const UNREAD = { on: 'state', app: 'mail', path: 'unread', is: '≥', value: 2 } as const;
const list: readonly Breakpoint[] = [{ condition: UNREAD, enabled: true }];
const draft: Draft = {
  on: 'state',
  app: 'mail',
  path: 'unread',
  is: '≥',
  value: '2',
  event: '',
  tool: '',
  expression: '',
  when: 'true',
};

const order = waiting('order');
const isFried = { ...waiting('is-fried', 'order'), kind: 'condition' } as const;
const PLAN = { start: START, duration: undefined, tick: seconds(1) };

describe('conditionOf()', () => {
  it('returns a condition once every field is filled', () => {
    expect(conditionOf(draft)).toEqual(UNREAD);
    expect(conditionOf({ ...draft, path: ' ' })).toBeUndefined();
    expect(conditionOf({ ...draft, on: 'failure' })).toEqual({ on: 'failure' });
  });

  it('returns a probe condition for any expression', () => {
    const probe = { ...draft, on: 'probe' } as const;

    expect(conditionOf(probe)).toBeUndefined();
    expect(conditionOf({ ...probe, expression: ' apps.mail.unread > 2 ' })).toEqual({
      on: 'probe',
      expression: 'apps.mail.unread > 2',
      when: 'true',
    });
  });

  it('reads numbers, truth values and quoted texts as JSON, and the rest as text', () => {
    const valueOf = (value: string): unknown => conditionOf({ ...draft, value });

    expect(valueOf('true')).toMatchObject({ value: true });
    expect(valueOf('"2"')).toMatchObject({ value: '2' });
    expect(valueOf('two eggs')).toMatchObject({ value: 'two eggs' });
    expect(valueOf('{}')).toMatchObject({ value: '{}' });
  });
});

describe('the Breakpoints panel', () => {
  it('lists breakpoints, disables and deletes them', async () => {
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

  it('completes the event: any of the plan, or only checks where a check is asked for', async () => {
    using page = await openPage(<Breakpoints />, kitchenAnswers());
    await page.after(() => {
      page.stores.places.setState({ plan: { ...PLAN, events: [order, isFried] } });
    });
    const offered = (): readonly string[] => {
      const list = page.find('[aria-label="event"]').getAttribute('list')!;
      return Array.from(document.querySelectorAll(`#${list} > option`), (option) =>
        String(option.getAttribute('value')),
      );
    };
    expect(offered()).toEqual(['order', 'is-fried']);

    await page.choose('Pause on', 'Every check');
    expect(offered()).toEqual(['is-fried']);
  });

  it('keeps the list when main refuses the change, and shows the problem', async () => {
    using page = await openPage(<Breakpoints />, {
      ...kitchenAnswers(),
      'breakpoints.read': () => yes(list),
      'breakpoints.set': () => no('the disk is full'),
    });

    await page.click('Delete breakpoint: mail.unread ≥ 2');

    expect(page.text()).toContain('mail.unread ≥ 2');
    expect(page.stores.notices.getState().notices.at(-1)?.text).toBe('the disk is full');
  });

  it('shows which breakpoint paused the run until the run continues', async () => {
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
