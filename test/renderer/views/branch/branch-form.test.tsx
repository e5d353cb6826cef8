// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/ids.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { BranchForm } from '../../../../renderer/views/branch/branch-form.tsx';
import type { ChangeKind } from '../../../../renderer/views/branch/changes.ts';
import { breakfast, kitchen, kitchenAnswers, ORDER } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const COOK = 'node agents/cook.mjs';

/** The form of a branch of `run`, on show, at its first entry. */
async function openForm(run: RunSummary): Promise<Page> {
  const page = await openPage(
    <BranchForm run={run} entry={ORDER} onDone={() => undefined} />,
    kitchenAnswers(kitchen({ runs: [run], programs: [COOK] })),
  );
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
  });
  return page;
}

const choose = (page: Page, way: ChangeKind): Promise<void> =>
  page.after(() => {
    const ways = page.find('form > label:first-child > select') as HTMLSelectElement;
    ways.value = way;
    ways.dispatchEvent(new Event('change', { bubbles: true }));
  });

describe('the form of a branch', () => {
  it.each<[ChangeKind, string]>([
    ['nothing', 'then the plan goes on, and the agent does what it did.'],
    ['argument', 'then the plan goes on, and the agent does what it did, but for this.'],
    ['set', 'then the plan goes on, and the agent does what it did, but for this.'],
    ['plain', 'then the plan goes on.'],
    ['oracle', 'then the plan goes on.'],
    ['script', 'then the plan goes on.'],
    ['program', 'then the plan goes on.'],
  ])('tells of a trace what its agent does after %s', async (way, end) => {
    using page = await openForm(breakfast({ mode: 'trace', state: 'recorded' }));

    await choose(page, way);

    expect(page.find('form > .branch-module__note:nth-last-child(2)').textContent).toBe(
      `All before #0 stands as it was recorded; ${end}`,
    );
  });

  it('lets a program think for as long as the run options say', async () => {
    using page = await openForm(breakfast());
    page.stores.runSettings.setState({ agent: { command: 'node agents/other.mjs', thinking: 5 } });
    await choose(page, 'program');

    await page.click('Run the branch');

    const branched = page.lab.asked.find((question) => question.startsWith('run.branch'));
    expect(branched).toContain(JSON.stringify({ command: COOK, thinking: 5 }));
  });
});
