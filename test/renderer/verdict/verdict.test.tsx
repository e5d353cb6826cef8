// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { eventId, runId } from '../../../engine/model/ids.ts';
import { VerdictView } from '../../../renderer/verdict/verdict.tsx';
import { breakfast, kitchen, kitchenAnswers } from '../kitchen.ts';
import { openPage } from '../open-page.tsx';

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
      page.bench.panels.setState({ run: burnt.id });
    });

    expect(page.text()).toContain('Did not pass: 1 of 2 checks are as they should be.');
    expect(page.text()).toContain('stepped on the minefield smoke #2');
  });

  it('leads to the entry that decided a check', async () => {
    using page = await openPage(<VerdictView />, kitchenAnswers(kitchen({ runs: [burnt] })));
    await page.after(() => {
      page.bench.panels.setState({ run: burnt.id });
    });

    await page.click('#1');

    expect(page.bench.playhead.getState()).toMatchObject({ at: 1, following: false });
  });

  it('is still to come while the run goes on', async () => {
    const running = breakfast({ id: runId('r1'), state: 'running', verdict: undefined });
    using page = await openPage(<VerdictView />, kitchenAnswers(kitchen({ runs: [running] })));
    await page.after(() => {
      page.bench.panels.setState({ run: running.id });
    });

    expect(page.text()).toBe('The verdict comes when the run has ended.');
  });
});
