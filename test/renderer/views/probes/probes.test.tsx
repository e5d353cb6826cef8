// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import type { Probe } from '../../../../preload/contract.ts';
import { MAX_CHANGES } from '../../../../renderer/ui/format/probe-series.ts';
import { ProbeCommands, Probes } from '../../../../renderer/views/probes/probes-container.tsx';
import { type Answers, no, yes } from '../../fake-bridge.ts';
import { kitchenAnswers } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { rows } from '../../rows.ts';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const UNREAD: Probe = { name: 'unread', expression: 'apps.mail.unread' };

/** Replies for a run in which `unread` changes at its entries 0 and 2. */
const answers = (list: readonly Probe[], other: Answers = {}): Answers => ({
  ...kitchenAnswers(),
  'probes.read': () => yes(list),
  'probes.set': () => yes(null),
  'probes.follow': ({ from }) =>
    yes(
      from < 0
        ? { next: 2, entries: Int32Array.of(-1, 0), values: '[0,1]' }
        : { next: 3, entries: Int32Array.of(2), values: '[{"gap":"undefined"}]' },
    ),
  ...other,
});

const open = async (list: readonly Probe[], other?: Answers): Promise<Page> => {
  const page = await openPage(
    <>
      <Probes />
      <ProbeCommands />
    </>,
    answers(list, other),
  );
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
  });
  return page;
};

const write = (page: Page, expression: string): Promise<void> =>
  page.after(() => {
    page.stores.probes.setState(({ draft }) => ({ draft: { ...draft, expression } }));
  });

describe('the Probes panel', () => {
  it('shows the value at the playhead and moves to the next and previous change', async () => {
    using page = await open([UNREAD]);
    expect(page.find('.probes-module__probe').textContent).toBe('unreadapps.mail.unread2 changesundefined');

    await page.click('Previous change of unread');
    expect(page.stores.selection.getState().at).toBe(0);
    expect(page.find('.probes-module__now').textContent).toBe('1');

    await page.press('Alt+Shift+ArrowLeft');
    expect(page.stores.selection.getState().at).toBe(-1);
    await page.press('Alt+Shift+ArrowLeft');
    expect(page.stores.notices.getState().notices.at(-1)?.text).toBe(
      'unread does not change before the first entry.',
    );
  });

  it('requests each entry only once', async () => {
    using page = await open([UNREAD]);

    expect(page.bridge.asked.filter((question) => question.startsWith('probes.follow'))).toEqual([
      'probes.follow {"run":"r1","expression":"apps.mail.unread","from":-1}',
      'probes.follow {"run":"r1","expression":"apps.mail.unread","from":2}',
    ]);
  });

  it('switches a breakpoint on a probe’s changes on and off', async () => {
    using page = await open([UNREAD]);
    const set = (): string | undefined =>
      page.bridge.asked.filter((question) => question.startsWith('breakpoints.set')).at(-1);
    const pause = page.named('Pause when unread changes');

    await page.click('Pause when unread changes');
    expect(pause.getAttribute('aria-pressed')).toBe('true');
    expect(set()).toContain('{"on":"probe","expression":"apps.mail.unread","when":"changes"}');

    await page.press('Shift+F9');
    expect(pause.getAttribute('aria-pressed')).toBe('false');
    expect(set()).toBe('breakpoints.set {"breakpoints":[]}');
  });

  it('suggests a probe that fits the run', async () => {
    using page = await open([], { 'state.read': () => yes('{"inbox":[1]}') });
    expect(page.text()).toContain('apps.mail.inbox.length');

    await page.click('Add example');

    expect(page.bridge.asked).toContain(
      'probes.set {"probes":[{"name":"","expression":"apps.mail.inbox.length"}]}',
    );
  });

  it('shows the problem of an invalid expression and does not save it', async () => {
    const refusal = no('apps.: found unexpected end of input');
    const wrong = { ...refusal, error: { ...refusal.error, code: 'bad-expression' } };
    using page = await open([], { 'probes.follow': () => wrong });
    await write(page, 'apps.');

    await page.click('Add probe');

    expect(page.find('[role=alert]').textContent).toBe('apps.: found unexpected end of input');
    expect(page.bridge.asked.some((question) => question.startsWith('probes.set'))).toBe(false);
  });

  it('shows why a probe was not evaluated and stops requesting it', async () => {
    using page = await open([UNREAD], { 'probes.follow': () => no('found a folder that is not trusted') });

    expect(page.find('.probes-module__failure').textContent).toBe('found a folder that is not trusted');
    expect(page.bridge.asked.filter((question) => question.startsWith('probes.follow'))).toHaveLength(1);
  });

  it('renames a probe in its place, removes it and restores it with Undo', async () => {
    using page = await open([UNREAD, { name: '', expression: 'apps.mail' }]);

    await page.click('Edit unread');
    await page.after(() => {
      page.stores.probes.setState(({ draft }) => ({ draft: { ...draft, name: 'open' } }));
    });
    await page.click('Save');
    expect(page.stores.probes.getState().list.map(({ name }) => name)).toEqual(['open', '']);

    await page.click('Remove open');
    expect(page.stores.probes.getState().list).toHaveLength(1);
    await page.after(() => {
      page.stores.notices.getState().notices.at(-1)?.acts[0]?.run();
    });
    expect(page.stores.probes.getState().list).toHaveLength(2);
  });

  it('moves the focus to the field or the next probe after an action', async () => {
    using page = await open([UNREAD, { name: 'post', expression: 'apps.mail' }]);
    const field = page.find('#probe-expression');

    for (const leave of ['Cancel', 'Save']) {
      await page.click('Edit unread');
      expect(document.activeElement).toBe(field);
      act(() => {
        page.named(leave).focus();
      });
      await page.click(leave);
      expect(document.activeElement).toBe(field);
    }

    await page.click('Remove unread');
    expect(document.activeElement?.textContent).toContain('post');
    await page.click('Remove post');
    expect(document.activeElement).toBe(field);
  });

  it('keeps a half-typed expression when a new probe is requested', async () => {
    using page = await open([UNREAD]);
    await page.click('Edit unread');
    await write(page, 'apps.mail.unr');

    await page.press('p');

    expect(page.stores.panels.getState().dock).toBe('probes');
    expect(page.stores.probes.getState().draft).toMatchObject({
      expression: 'apps.mail.unr',
      replaces: UNREAD.expression,
    });
  });

  it('shows the last known value until the next is evaluated', async () => {
    using page = await open([UNREAD]);
    vi.spyOn(page.bridge, 'call').mockReturnValue(new Promise<never>(() => undefined));

    await page.after(() => {
      page.stores.log.setState({ rows: rows(5), count: 5 });
    });

    expect(page.find('.probes-module__now.probes-module__old').textContent).toBe('undefined');
  });

  it('shows where the limit of changes ended the evaluation', async () => {
    const many = Int32Array.from({ length: MAX_CHANGES }, (_, nth) => nth - 1);
    using page = await open([UNREAD], {
      'probes.follow': () => yes({ next: 2, entries: many, values: JSON.stringify([...many]) }),
    });

    expect(page.find('.probes-module__gap').textContent).toBe('not evaluated');
  });
});
