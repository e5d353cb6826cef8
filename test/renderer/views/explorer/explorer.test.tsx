// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { putText } from '../../../../renderer/stores/documents.ts';
import { Explorer } from '../../../../renderer/views/explorer/explorer-container.tsx';
import { ExportDialog } from '../../../../renderer/views/export/export-container.tsx';
import { no, yes } from '../../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

describe('the Explorer', () => {
  it('lists scenarios, and runs with their agent, size, age and seed', async () => {
    using page = await openPage(<Explorer />, kitchenAnswers());

    expect(page.text()).toContain('breakfast.ts');
    expect(page.text()).toContain('r1Oracle3 entriesjust nowseed 7');
    expect(page.find('[aria-label=Passed]')).toBeTruthy();
  });

  it('shows a run’s branch point, variant and agent', async () => {
    const branch = breakfast({
      id: runId('r2'),
      origin: { parent: runId('r1'), at: 4, interventions: [] },
      choices: { variant: 'late', agent: { command: 'node agents/cook.mjs', thinking: 'frozen' } },
    });
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ runs: [branch] })));

    expect(page.text()).toContain('r2branch of r1 at #4variant latecook.mjs3 entries');
  });

  it('lists shared code apart from scenarios', async () => {
    const { scenarios } = kitchen();
    const shared = { path: 'scenarios/apps/oven.ts', bytes: 300, changed: 0, shared: true as const };
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ scenarios: [shared, ...scenarios] })));

    expect(page.find('ul[aria-label=Scenarios]').textContent).not.toContain('oven.ts');
    expect(page.find('ul[aria-label="Shared code"]').textContent).toContain('oven.ts');
  });

  it('lists very many files in steps', async () => {
    const traces = Array.from({ length: 201 }, (_, nth) => ({
      path: `traces/${nth}.json`,
      bytes: 1,
      changed: 0,
    }));
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ traces })));
    const list = page.find('ul[aria-label=Traces]');
    const more = list.lastElementChild!.querySelector('button')!;
    expect(list.textContent).not.toContain('200.json');
    expect(more.textContent).toBe('Show more (1 left)');

    await page.after(() => {
      more.click();
    });

    expect(list.textContent).toContain('200.json');
    expect(list.textContent).not.toContain('Show more');
  });

  it('says when files of a folder are not listed', async () => {
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ cut: ['traces'] })));

    expect(page.find('[role=alert]').textContent).toBe(
      'Not all of traces/ is listed: its other folders are left out after 10,000 files.',
    );
  });

  it('says how to create a scenario and a run in an empty workspace', async () => {
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ scenarios: [], runs: [] })));

    expect(page.text()).toContain('No scenarios yet. Create one, or add a .ts file to this folder.');
    expect(page.text()).toContain('No runs yet. Open a scenario and press F5.');
  });

  it('does not ask for a run where the runs cannot be read', async () => {
    const unreadable = kitchen({ runs: [], databaseProblem: 'runs.db: found a newer one' });
    using page = await openPage(<Explorer />, kitchenAnswers(unreadable));

    expect(page.text()).toContain('The runs cannot be read.');
    expect(page.text()).not.toContain('press F5');
  });

  it('keeps a deleted scenario with unsaved changes, also when no other is left', async () => {
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ scenarios: [] })));

    await page.after(() => {
      putText(page.stores.documents, 'scenarios/supper.ts', { saved: 'soup', text: 'stew', gone: true });
    });

    expect(page.find('ul[aria-label=Scenarios]').textContent).toContain('supper.ts');
    expect(page.text()).not.toContain('No scenarios yet.');
  });

  it('shows why the workspace cannot be read', async () => {
    using page = await openPage(<Explorer />, {
      'workspace.read': () => no('kitchen: found no such folder'),
    });

    expect(page.find('[role=alert]').textContent).toBe('kitchen: found no such folder');
  });

  it('opens a scenario and checks it', async () => {
    using page = await openPage(<Explorer />, kitchenAnswers());

    await page.click('supper.ts');

    expect(page.bridge.asked.filter((call) => call.startsWith('scenario.'))).toEqual([
      'scenario.plan {"path":"scenarios/supper.ts"}',
      'scenario.read {"path":"scenarios/supper.ts"}',
      'scenario.check {"path":"scenarios/supper.ts"}',
    ]);
  });

  it('resumes a run that was cut off', async () => {
    const cut = breakfast({ state: 'interrupted', verdict: undefined });
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ runs: [cut] })));

    await page.click('Resume run r1');

    expect(page.bridge.asked).toContain('run.resumeInterrupted {"run":"r1"}');
    expect(page.stores.selection.getState().run).toBe('r2');
  });

  it('deletes a run only after a confirmation', async () => {
    using page = await openPage(<Explorer />, kitchenAnswers());

    await page.click('Delete run r1');
    expect(page.text()).toContain('Delete r1 with its log and notes? This cannot be undone.');
    expect(page.bridge.asked).not.toContain('run.delete {"runs":["r1"]}');
    await page.click('Delete');

    expect(page.bridge.asked).toContain('run.delete {"runs":["r1"]}');
  });

  it('keeps the run and focuses it when Escape cancels the deletion', async () => {
    using page = await openPage(<Explorer />, kitchenAnswers());

    await page.click('Delete run r1');
    await page.press('Escape', page.named('Cancel'));

    expect(page.bridge.asked).not.toContain('run.delete {"runs":["r1"]}');
    expect(document.activeElement).toBe(page.find('.explorer-module__runItem .explorer-module__item'));
  });

  it('handles Escape before the window does', async () => {
    using page = await openPage(<Explorer />, kitchenAnswers());
    const hear = vi.fn();
    document.addEventListener('keydown', hear);
    onTestFinished(() => {
      document.removeEventListener('keydown', hear);
    });

    await page.click('Delete run r1');
    await page.press('Escape', page.named('Cancel'));

    expect(hear).not.toHaveBeenCalled();
  });

  it('focuses the next run after a deletion, or the one before when it was the last', async () => {
    const runs = ['r3', 'r2', 'r1'].map((id) => breakfast({ id: runId(id) }));
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ runs })));
    const focused = async (id: string, left: readonly RunSummary[]): Promise<string> => {
      await page.click(`Delete run ${id}`);
      await page.click('Delete');
      await page.after(() => {
        page.bridge.tell('workspace.changed', kitchen({ runs: left }));
      });
      return document.activeElement!.textContent;
    };

    expect(await focused('r2', [runs[0]!, runs[2]!])).toContain('r1');
    expect(await focused('r1', [runs[0]!])).toContain('r3');
    expect(await focused('r3', [])).toContain('Runs');
  });

  it('offers no deletion of a running run', async () => {
    const running = breakfast({ state: 'running', verdict: undefined });
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ runs: [running] })));

    expect(() => page.named('Delete run r1')).toThrow('found 0');
  });

  it('updates a run as it changes', async () => {
    using page = await openPage(<Explorer />, kitchenAnswers());

    await page.after(() => {
      page.bridge.tell('run.changed', breakfast({ state: 'running', entries: 4096, verdict: undefined }));
    });

    expect(page.text()).toContain('4,096 entries');
    expect(page.find('[aria-label=Running]')).toBeTruthy();
  });

  it('runs the scenario of a trace', async () => {
    const view = kitchen({ traces: [{ path: 'traces/soup.json', bytes: 900, changed: 0 }] });
    using page = await openPage(<Explorer />, {
      ...kitchenAnswers(view),
      'run.start': () => yes(breakfast({ id: runId('r2') })),
    });

    await page.click('Run soup.json');

    expect(page.bridge.asked).toContain(
      'run.start {"scenario":"traces/soup.json","mode":"oracle","paused":false}',
    );
    expect(page.stores.selection.getState().run).toBe('r2');
  });

  it('imports one trajectory of the workspace, or all', async () => {
    const trajectories = [{ path: 'trajectories/swe/soup.traj', bytes: 900, changed: 0 }];
    using page = await openPage(<Explorer />, {
      ...kitchenAnswers(kitchen({ trajectories })),
      'trace.import': () => yes({ runs: [], known: [], replaced: [], skipped: [], isCancelled: false }),
    });

    await page.click('Import soup.traj');
    await page.click('Import all trajectories');

    expect(page.bridge.asked.filter((asked) => asked.startsWith('trace.import '))).toEqual([
      'trace.import {"path":"trajectories/swe/soup.traj"}',
      'trace.import {"path":"trajectories"}',
    ]);
  });

  it('exports a run and shows what the format cannot hold', async () => {
    const window = (
      <>
        <Explorer />
        <ExportDialog />
      </>
    );
    using page = await openPage(window, {
      ...kitchenAnswers(),
      'run.export': () => yes({ file: '/home/nora/soup.json', notes: ['log: 3 entries left out'] }),
    });

    await page.click('Export run r1');
    await page.after(() => {
      page.find('.export-module__dialog label:nth-of-type(2) input').click();
    });
    await page.click('Export…');

    expect(page.bridge.asked).toContain('run.export {"runs":["r1"],"format":"are"}');
    expect(() => page.find('.export-module__dialog')).toThrow('found 0');
    expect(page.stores.notices.getState().notices[0]?.text).toBe(
      'Exported to /home/nora/soup.json\nlog: 3 entries left out',
    );
  });
});
