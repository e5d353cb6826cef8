// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { TitleBar } from '../../../../renderer/app/title/title-bar.tsx';
import { openScenario } from '../../../../renderer/stores/documents.ts';
import { nextScenario } from '../../../../renderer/stores/runs.ts';
import { showRun } from '../../../../renderer/stores/run-opening.ts';
import { Editor } from '../../../../renderer/views/editor/editor-container.tsx';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';

const trace = breakfast({
  id: runId('r2'),
  scenario: 'a trace',
  source: 'traces/lunch.json',
  mode: 'trace',
  state: 'recorded',
});

const open = (runs: readonly RunSummary[]): Promise<Page> =>
  openPage(
    <>
      <TitleBar />
      <Editor />
    </>,
    kitchenAnswers(kitchen({ runs })),
  );

const crumbs = (page: Page): readonly (string | null)[] =>
  [...page.find('ol').querySelectorAll('li')].map((crumb) => crumb.textContent);

describe('the title bar and the editor', () => {
  it('show only the trace after it is opened, not the scenario opened before', async () => {
    using page = await open([trace, breakfast()]);
    await page.after(() => void openScenario(page.stores, 'scenarios/supper.ts'));

    await page.after(() => void showRun(page.stores, trace));

    expect(page.text()).toContain('A trace has no source');
    expect(nextScenario(page.stores.workspace.getState(), page.stores.documents.getState().open, trace)).toBe(
      'traces/lunch.json',
    );
    expect(crumbs(page)).toEqual(['kitchen', 'a trace', 'r2']);
  });

  it('name both the open scenario and the run of another one', async () => {
    using page = await open([breakfast()]);
    await page.after(() => void showRun(page.stores, breakfast()));
    expect(crumbs(page)).toEqual(['kitchen', 'breakfast', 'r1, Oracle']);

    await page.after(() => void openScenario(page.stores, 'scenarios/supper.ts'));

    expect(crumbs(page)).toEqual(['kitchen', 'scenarios/supper.ts', 'Showing breakfast, r1, Oracle']);
  });

  it('name the missing file of a run whose scenario is not in the workspace', async () => {
    const imported = breakfast({ source: 'scenarios/elsewhere.ts' });
    using page = await open([imported]);

    await page.after(() => void showRun(page.stores, imported));

    expect(page.text()).toContain('scenarios/elsewhere.ts is not in this workspace');
  });
});
