// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { appName, eventId, runId } from '../../../../engine/model/ids.ts';
import { seconds } from '../../../../engine/model/time.ts';
import type { OracleMatch } from '../../../../engine/model/verdict.ts';
import { badgeOf } from '../../../../renderer/ui/state-badge.tsx';
import { VerdictView } from '../../../../renderer/views/verdict/verdict.tsx';
import { yes } from '../../fake-lab.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const burnt = breakfast({
  verdict: {
    passed: false,
    checks: [
      { validation: eventId('watch'), check: 'toast is out', kind: 'milestone', status: 'reached', entry: 1 },
      { validation: eventId('watch'), check: 'smoke', kind: 'minefield', status: 'tripped', entry: 2 },
    ],
    shortfalls: [{ message: 'stepped on the minefield smoke', entry: 2 }],
  },
});

describe('the verdict', () => {
  it('says what was reached, what was stepped on and why that is not enough', async () => {
    using page = await openPage(<VerdictView />, kitchenAnswers(kitchen({ runs: [burnt] })));
    await page.after(() => {
      selectRun(page.stores.selection, burnt.id);
    });

    expect(page.text()).toContain('Did not pass: 1 of 2 checks are as they should be.');
    expect(page.text()).toContain('stepped on the minefield smoke #2');
  });

  it.each([
    ['search', 'tag:search'],
    ['own app', 'tag:"own app"'],
    ['the "best"', 'tag:"the *best*"'],
  ])('leads from the tag %s of the scenario to all runs that have it', async (tag, filter) => {
    const run = breakfast({ scenarioTags: [tag] });
    using page = await openPage(<VerdictView />, kitchenAnswers(kitchen({ runs: [run] })));
    await page.after(() => {
      selectRun(page.stores.selection, run.id);
    });

    await page.click(tag);

    expect(page.stores.library.getState()).toMatchObject({ open: true, text: filter });
  });

  it('notes what is to be noted, without what stands with the agent', async () => {
    const run = breakfast({ notes: ['agent: thinking', 'console: two eggs'] });
    using page = await openPage(<VerdictView />, kitchenAnswers(kitchen({ runs: [run] })));
    await page.after(() => {
      selectRun(page.stores.selection, run.id);
    });

    expect(page.find('[aria-label=Notes]').textContent).toBe('console: two eggs');
  });

  it('says that a person stopped the run before it could pass', async () => {
    const notes = ['It was stopped by hand; 2 events were still waiting.'];
    const verdict = { passed: false, checks: [], shortfalls: [] };
    const run = breakfast({ state: 'stopped', verdict, notes });
    using page = await openPage(<VerdictView />, kitchenAnswers(kitchen({ runs: [run] })));
    await page.after(() => {
      selectRun(page.stores.selection, run.id);
    });

    expect(page.text()).toContain('Stopped by hand before it could pass.');
    expect(badgeOf(run)).toMatchObject({ tone: 'warn', words: 'Stopped' });
    expect(page.find('.verdict-module__line').className).toContain('warn');
  });

  it('says of one that had failed by then that it did not pass', async () => {
    const notes = ['It was stopped by hand; 2 events were still waiting.'];
    const verdict = { passed: false, checks: [], shortfalls: [] };
    const run = breakfast({ state: 'failed', verdict, notes });
    using page = await openPage(<VerdictView />, kitchenAnswers(kitchen({ runs: [run] })));
    await page.after(() => {
      selectRun(page.stores.selection, run.id);
    });

    expect(page.text()).toContain('Did not pass.');
  });

  it('leads to the entry that decided a check', async () => {
    using page = await openPage(<VerdictView />, kitchenAnswers(kitchen({ runs: [burnt] })));
    await page.after(() => {
      selectRun(page.stores.selection, burnt.id);
    });

    await page.click('#1');

    expect(page.stores.selection.getState()).toMatchObject({ at: 1, following: false });
  });

  it('is still to come while the run goes on', async () => {
    const running = breakfast({ id: runId('r1'), state: 'running', verdict: undefined });
    using page = await openPage(<VerdictView />, kitchenAnswers(kitchen({ runs: [running] })));
    await page.after(() => {
      selectRun(page.stores.selection, running.id);
    });

    expect(page.text()).toBe('The verdict comes when the run has ended.');
  });

  it('leads to the line where a check is written', async () => {
    const place = { file: 'scenarios/breakfast.ts', line: 7, column: 3 };
    const timing = { kind: 'from-start', delay: seconds(0) } as const;
    const watch = { id: eventId('watch'), kind: 'validation', timing, place } as const;
    const plan = { start: burnt.start, duration: undefined, tick: seconds(1), events: [watch] };
    const answers = { ...kitchenAnswers(kitchen({ runs: [burnt] })), 'scenario.plan': () => yes(plan) };
    using page = await openPage(<VerdictView />, answers);
    await page.after(() => {
      selectRun(page.stores.selection, burnt.id);
    });

    await page.after(() => {
      page.find('.verdict-module__check.verdict-module__bad .links-module__placeLink').click();
    });

    expect(page.stores.panels.getState()).toMatchObject({ centre: 'code', reveal: place });
  });

  it('holds the calls of the agent against those of the oracle', async () => {
    const call = (tool: string, args = {}) => ({ app: appName('mail'), tool, args });
    const none = { place: undefined, differences: [], offset: undefined };
    const matches: readonly OracleMatch[] = [
      { ...none, event: eventId('ask'), status: 'late', action: call('ask'), entry: 2, offset: 30_000_000 },
      { ...none, event: eventId('serve'), status: 'missing', action: call('serve'), entry: undefined },
      {
        ...none,
        event: eventId('thank'),
        status: 'reworded',
        action: call('thank'),
        entry: 1,
        differences: [{ path: ['content'], a: 'Thanks', b: 'Thank you' }],
      },
      { ...none, event: eventId('x'), status: 'extra', action: call('shout'), entry: 0 },
    ];
    const answers = { ...kitchenAnswers(kitchen({ runs: [burnt] })), 'inspect.oracle': () => yes(matches) };
    using page = await openPage(<VerdictView />, answers);
    await page.after(() => {
      selectRun(page.stores.selection, burnt.id);
    });

    expect(page.text()).toContain('1 of 3 calls as the oracle makes them, 1 extra.');
    expect(page.text()).toContain('mail.askLate by 30 s#2');
    expect(page.text()).toContain('mail.serveMissing');
    expect(page.text()).toContain('contentwanted "Thanks"found "Thank you"');
  });
});
