// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { BranchEntry } from '../../../../renderer/views/branch/branch-container.tsx';
import { CHANGE_KINDS, type ChangeKind } from '../../../../renderer/views/branch/changes.ts';
import { breakfast, kitchen, kitchenAnswers, ORDER } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const COOK = 'agents/cook.mjs';

/** The branch form of `run`, selected at its first entry. */
async function openForm(run: RunSummary): Promise<Page> {
  const page = await openPage(
    <BranchEntry run={run} entry={ORDER} onDone={() => undefined} />,
    kitchenAnswers(kitchen({ runs: [run], programs: [COOK] })),
  );
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
  });
  return page;
}

const choose = (page: Page, way: ChangeKind): Promise<void> =>
  page.choose('What to change', CHANGE_KINDS[way]);

describe('the branch form', () => {
  it.each<[ChangeKind, string]>([
    ['nothing', 'and the agent’s recorded calls are replayed.'],
    ['argument', 'and the agent’s recorded calls are replayed with this change.'],
    ['set', 'and the agent’s recorded calls are replayed with this change.'],
    ['plain', ''],
    ['oracle', ''],
    ['script', ''],
    ['program', ''],
  ])('says how a branch of a trace continues after the change %s', async (way, end) => {
    using page = await openForm(breakfast({ mode: 'trace', state: 'recorded' }));

    await choose(page, way);

    expect(page.find('form > p:nth-last-child(2)').textContent).toBe(
      `Same as the recording before #0. Then the trace runs again${end === '' ? '.' : `, ${end}`}`,
    );
  });

  it('refuses a value that starts like JSON but is not valid, and shows the problem', async () => {
    using page = await openForm(breakfast());
    await choose(page, 'set');
    const type = (label: string, text: string): Promise<void> =>
      page.after(() => {
        const field = page.find(label) as HTMLTextAreaElement;
        // React ignores values that its own setter has set.
        const { prototype } = field.constructor as typeof HTMLTextAreaElement;
        Reflect.set(prototype, 'value', text, field);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    await type('form input:not([aria-hidden])', 'unread');

    await type('form textarea', '{"eggs": 2');
    expect(page.find('[role=alert]').textContent).toContain('This is not valid JSON:');
    expect(page.named('Run branch').matches(':disabled')).toBe(true);
    await type('form textarea', '{"eggs": 2}');
    expect(page.named('Run branch').matches(':disabled')).toBe(false);
    await type('form textarea', 'two eggs');
    expect(page.named('Run branch').matches(':disabled')).toBe(false);
  });

  it('starts a program with the thinking time of the run options', async () => {
    using page = await openForm(breakfast());
    page.stores.runSettings.setState({ agent: { program: 'agents/other.mjs', thinking: 5 } });
    await choose(page, 'program');

    await page.click('Run branch');

    const branched = page.bridge.asked.find((question) => question.startsWith('run.branch'));
    expect(branched).toContain(JSON.stringify({ program: COOK, thinking: 5 }));
  });
});
