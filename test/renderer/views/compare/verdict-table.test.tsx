// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { CheckResult } from '../../../../engine/model/verdict.ts';
import { eventId, runId } from '../../../../engine/model/values/ids.ts';
import { BaselineTable } from '../../../../renderer/views/compare/baseline-table.tsx';
import { Head } from '../../../../renderer/views/compare/comparison.tsx';
import { VerdictTable } from '../../../../renderer/views/compare/verdict-table.tsx';
import { breakfast, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

const checked = (id: string, ...checks: CheckResult[]) =>
  breakfast({ id: runId(id), verdict: { ...breakfast().verdict!, checks } });

const stove = (status: CheckResult['status'], entry: number): CheckResult => ({
  kind: 'minefield',
  check: 'stove left on',
  validation: eventId('stove'),
  status,
  entry,
});

const eggs = (status: CheckResult['status'], entry: number): CheckResult => ({
  kind: 'milestone',
  check: 'eggs',
  validation: eventId('eggs'),
  status,
  entry,
});

const markedRows = (): readonly string[] =>
  Array.from(document.querySelectorAll('tr'), (row) => row)
    .filter((row) => /differs/.test(row.outerHTML))
    .map((row) => row.querySelector('th')!.textContent);

const one = checked('r1', stove('clear', 12), eggs('reached', 3));
const later = checked('r2', stove('clear', 14), eggs('missed', 9));

it('marks a check only when its result differs, not when it came at another entry', async () => {
  {
    using page = await openPage(<VerdictTable a={one} b={later} />, kitchenAnswers());
    expect(page.text()).toContain('stove left onNot triggered (#12)Not triggered (#14)');
    expect(markedRows()).toEqual(['Milestone: eggs']);
  }
  const runs = [one, later].map((run) => ({ run, comparison: undefined, problem: undefined }));
  using page = await openPage(<BaselineTable runs={runs} onCompare={() => undefined} />, kitchenAnswers());
  expect(page.text()).toContain('Not triggered (#14)');
  expect(markedRows()).toEqual(['Milestone: eggs']);
});

it('tells runs apart that differ only in tool failures or noise', async () => {
  const withChoices = (id: string, augmentation: object) =>
    breakfast({ id: runId(id), choices: { augmentation } });
  const plain = breakfast();
  const failing = withChoices('r2', { toolFailures: 0.3 });
  const noisy = withChoices('r3', { noise: { perMinute: 4, seed: 9 } });
  {
    using page = await openPage(
      <Head
        {...{ a: failing, b: noisy, by: undefined, rows: undefined, onlyDifferent: false }}
        onSwap={() => undefined}
        onShowOnlyDifferent={() => undefined}
        onStep={() => undefined}
        onCompareBy={() => undefined}
        onSave={() => undefined}
        onClose={() => undefined}
      />,
      kitchenAnswers(),
    );
    expect(page.text()).toContain('r230 % tool failures, Oracle, seed 7, breakfast');
    expect(page.text()).toContain('r34 noise events per minute, noise seed 9, Oracle, seed 7, breakfast');
  }
  const runs = [plain, failing, noisy].map((run) => ({ run, comparison: undefined, problem: undefined }));
  using page = await openPage(<BaselineTable runs={runs} onCompare={() => undefined} />, kitchenAnswers());
  expect(page.text()).toContain('Scenariobreakfastbreakfastbreakfast');
  expect(page.text()).toContain(
    'SettingsNone30 % tool failures4 noise events per minute, noise seed 9Entries',
  );
  expect(markedRows()).toEqual(['Settings']);
});
