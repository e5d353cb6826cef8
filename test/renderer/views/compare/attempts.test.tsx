// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { AttemptStep } from '../../../../engine/model/index.ts';
import { runId } from '../../../../engine/model/values/ids.ts';
import { comparePicked, compareTwo } from '../../../../renderer/stores/comparison.ts';
import { doneText } from '../../../../renderer/views/compare/attempt-table.tsx';
import { Comparison } from '../../../../renderer/views/compare/compare-container.tsx';
import type { Request } from '../../../../preload/contract.ts';
import { yes } from '../../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

const call = (text: string, entry: number, failed = false): AttemptStep => ({
  kind: 'call',
  tool: 'kitchen.boil',
  text,
  lead: text,
  failed,
  entry,
});

const ids = ['r1', 'r2', 'r3'].map(runId);
const runs = ids.map((id) => breakfast({ id, scenario: id === 'r3' ? 'tea' : 'eggs' }));

it('shows attempts side by side with the words that differ, and can go back to entries', async () => {
  const [a, b] = [[call('three eggs', 1), call('tea', 2)], [call('four eggs', 1)]];
  const asked: unknown[] = [];
  using page = await openPage(<Comparison />, {
    ...kitchenAnswers(kitchen({ runs })),
    'comparison.by': () => yes('steps'),
    'comparison.attempts': () =>
      yes({
        a: a,
        b: b,
        facts: [undefined, undefined],
        rows: [
          { kind: 'changed', a: 0, b: 0 },
          { kind: 'only-a', a: 1, b: undefined },
        ],
        parting: { row: 1, sentence: 'After 1 matching step, B ends.' },
      }),
    'comparison.stepTexts': (request) => {
      asked.push(request);
      return yes({
        a: { text: 'three eggs', differing: [[0, 5]], cut: 0 },
        b: { text: 'four eggs', differing: [[0, 4]], cut: 7 },
      });
    },
    'comparison.runs': () => ({
      ok: false,
      error: { code: 'not-compared', message: 'By entries.', problems: [] },
    }),
  });
  await page.after(() => void compareTwo(page.stores, [ids[1]!, ids[0]!]));

  expect(page.text()).toContain('Where they part: After 1 matching step, B ends.');
  expect(page.find('[aria-selected="true"]').textContent).toContain('tea');
  await page.after(() => {
    page.find('#step-0').click();
  });
  expect(asked.at(-1)).toEqual({ a: { run: 'r1', step: 0 }, b: { run: 'r2', step: 0 } });
  expect(page.find('[aria-label="The step in A"] mark').textContent).toBe('three');
  expect(page.find('[aria-label="The step in B"]').textContent).toContain('7 more characters');

  await page.after(() => {
    page.find('input[name="Compare by"]:not(:checked)').click();
  });
  expect(page.text()).toContain('By entries.');
});

it('shows who did what in several attempts', async () => {
  using page = await openPage(<Comparison />, {
    ...kitchenAnswers(kitchen({ runs })),
    'library.ids': () => yes([]),
    'comparison.by': () => yes('steps'),
    'comparison.attemptTable': () =>
      yes({
        rows: [
          [{ step: 0, differs: false, moved: false }, { step: 0, differs: true, moved: true }, undefined],
        ],
        steps: [[call('eggs', 4)], [call('an egg', 9, true)], []],
        facts: [undefined, undefined, undefined],
      }),
    'comparison.stepTexts': ({ a }: Request<'comparison.stepTexts'>) =>
      yes({
        a: { text: a?.run === 'r1' ? 'four eggs, soft' : 'an egg', differing: [], cut: 0 },
        b: undefined,
      }),
  });
  await page.after(() => void comparePicked(page.stores, ids));

  expect(page.find('[aria-label="Attempts"]').textContent).toMatch(/r1eggs.*r2eggs.*r3tea/);
  expect(page.find('#steps-0').textContent).toBe('kitchen.boileggs#4⇅ #9–');
  expect(page.find('[aria-label="The step in each attempt"]').textContent).toBe(
    'Done by 2 of 3 attempts.r1#4four eggs, softr2#9failedan eggr3not done',
  );
});

it('says how many of those that passed and failed took a step', () => {
  const judged = (outcome: 'passed' | 'failed') => ({ verdict: { outcome } }) as (typeof runs)[number];
  const done = { step: 0, differs: false, moved: false };

  expect(doneText([done, undefined, done], [judged('passed'), judged('passed'), judged('failed')])).toBe(
    'Done by 2 of 3 attempts: 1 of the 2 that passed, 1 of the 1 that failed.',
  );
});
