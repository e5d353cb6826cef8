// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { RunControls } from '../../../../renderer/app/title/run-controls.tsx';
import { openScenario } from '../../../../renderer/stores/documents.ts';
import { kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const COOK = 'agents/cook.mjs';

/** The agent that the last run was requested with. */
const asked = ({ bridge }: Page): unknown => {
  const { mode, choices } = JSON.parse(
    bridge.asked.findLast((question) => question.startsWith('run.start'))!.slice('run.start '.length),
  ) as Record<string, unknown>;
  return { mode, choices };
};

it('returns to the agent before when the chosen program is removed', async () => {
  using page = await openPage(<RunControls />, kitchenAnswers(kitchen({ programs: [COOK] })));
  await page.after(() => void openScenario(page.stores, 'scenarios/breakfast.ts'));
  await page.choose('Agent', COOK);

  await page.press('F10');
  expect(asked(page)).toEqual({
    mode: 'oracle',
    choices: { agent: { program: COOK, thinking: 'frozen' } },
  });

  await page.after(() => {
    selectRun(page.stores.selection, undefined);
    page.bridge.tell('workspace.changed', kitchen());
  });
  await page.press('F10');
  expect(asked(page)).toEqual({ mode: 'oracle', choices: undefined });
});

it('runs the script chosen last as the agent, without the program chosen before', async () => {
  const scripts = ['agents/hasty.json', 'agents/slow.json'];
  using page = await openPage(<RunControls />, kitchenAnswers(kitchen({ programs: [COOK], scripts })));
  await page.after(() => void openScenario(page.stores, 'scenarios/breakfast.ts'));
  await page.choose('Agent', COOK);

  await page.choose('Agent', 'hasty.json');
  await page.choose('Agent', 'slow.json');
  await page.press('F10');

  expect(asked(page)).toEqual({ mode: 'oracle', choices: { script: 'agents/slow.json' } });
});
