// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import { RunControls } from '../../../../renderer/app/title/run-controls.tsx';
import { edit, openScenario } from '../../../../renderer/stores/documents.ts';
import { problemsOf } from '../../../../renderer/stores/problems.ts';
import { playUser } from '../../../../renderer/stores/run-acting.ts';
import { restart } from '../../../../renderer/stores/run-again.ts';
import { runTo } from '../../../../renderer/stores/run-start.ts';
import { ReadOnlyBanner } from '../../../../renderer/views/explorer/explorer-container.tsx';
import { no, yes } from '../../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const SCENARIO = 'scenarios/breakfast.ts';

const openBreakfast = (page: Page): Promise<void> =>
  page.after(() => void openScenario(page.stores, SCENARIO));

const isOff = (page: Page, name: string): boolean => (page.named(name) as HTMLButtonElement).disabled;

describe('the run controls', () => {
  it('are disabled until a scenario is open', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers());
    expect(['Run', 'Step', 'Stop'].map((name) => isOff(page, name))).toEqual([true, true, true]);

    await openBreakfast(page);

    expect(['Run', 'Step', 'Stop'].map((name) => isOff(page, name))).toEqual([false, false, true]);
    expect(page.named('Run').getAttribute('aria-description')).toBe(`Run ${SCENARIO}`);
  });

  it('have a name and a key each', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers());

    const keys = [
      ...page
        .find('[role=group][aria-label=Run]')
        .querySelectorAll('button[data-bare], button[aria-keyshortcuts]'),
    ].map((button) => `${button.getAttribute('aria-label')}: ${button.getAttribute('aria-keyshortcuts')}`);

    expect(keys).toEqual([
      'Run: F5',
      'Step: F10',
      'Step one tick: Shift+F11',
      'Step to agent action: F11',
      'Stop: Shift+F5',
      'Restart: Control+Shift+F5',
      'Play the user: U',
      'Live preview: Control+F5',
      'Run options: null',
    ]);
  });

  it('have the keys that the person has set', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers());

    await page.after(() => {
      page.stores.preferences.setState({ keys: { 'run.go': ['Ctrl+Enter'] } });
    });

    expect(page.named('Run').getAttribute('aria-keyshortcuts')).toBe('Control+Enter');
    expect(page.named('Step').getAttribute('aria-keyshortcuts')).toBe('F10');
  });

  it.each([
    ['that is not trusted', { trusted: false }, 'Trust this folder to run its code'],
    ['that is read-only', { readOnly: true }, 'This workspace is read-only: no new runs'],
    ['without a database', { databaseProblem: 'runs.db: found a newer one' }, 'runs.db: found a newer one'],
  ])('are disabled in a workspace %s, and say why', async (_which, view, why) => {
    using page = await openPage(<RunControls />, kitchenAnswers(kitchen(view)));
    await openBreakfast(page);

    for (const key of ['F5', 'F10']) await page.press(key);
    await page.after(() => void restart(page.stores));

    expect(isOff(page, 'Run')).toBe(true);
    expect(page.named('Run').getAttribute('aria-description')).toBe(why);
    expect(page.bridge.asked.filter((question) => question.startsWith('run.'))).toEqual([]);
    expect(page.stores.notices.getState().notices.map(({ text }) => text)).toEqual([`${why}.`]);
  });

  it('say that no scenario is open', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers(kitchen({ runs: [] })));

    for (const key of ['F5', 'F10']) await page.press(key);

    expect(page.bridge.asked.filter((question) => question.startsWith('run.'))).toEqual([]);
    expect(page.stores.notices.getState().notices.map(({ text }) => text)).toEqual([
      'Open a scenario to run it.',
    ]);
  });

  it('offer to trust the folder, until it is trusted', async () => {
    const answers = { ...kitchenAnswers(kitchen({ trusted: false })), 'workspace.trust': () => yes(null) };
    using page = await openPage(<RunControls />, answers);
    await openBreakfast(page);
    await page.press('F5');
    const { notices, workspace } = page.stores;
    const [offer] = notices.getState().notices;

    offer!.acts[0]!.run();
    expect(page.bridge.asked.at(-1)).toContain('workspace.trust');
    await page.after(() => {
      workspace.setState(({ view }) => ({ view: { ...view!, trusted: true } }));
    });

    expect(notices.getState().notices).toEqual([]);
  });

  it('are disabled in a read-only workspace, with a banner', async () => {
    using page = await openPage(
      <>
        <ReadOnlyBanner />
        <RunControls />
      </>,
      kitchenAnswers(kitchen({ readOnly: true })),
    );

    await openBreakfast(page);

    expect(['Run', 'Step', 'Play the user'].map((name) => isOff(page, name))).toEqual([true, true, true]);
    expect(page.find('[aria-label="Read-only"]').textContent).toContain('To add or change runs');
  });

  it('save the scenario before they start a run', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers());
    await openBreakfast(page);
    await page.after(() => {
      edit(page.stores.documents, SCENARIO, '// two eggs');
    });

    await page.press('F5');

    const asked = page.bridge.asked.filter((question) => /save|start/.test(question));
    expect(asked).toEqual([
      `scenario.save {"path":"${SCENARIO}","text":"// two eggs","replaces":"// ${SCENARIO}"}`,
      `run.start {"scenario":"${SCENARIO}","mode":"oracle","paused":false}`,
    ]);
  });

  it('start no run when saving fails, and show the problem', async () => {
    using page = await openPage(<RunControls />, {
      ...kitchenAnswers(),
      'scenario.save': () => no(`${SCENARIO} is not saved: The disk is full.`),
    });
    await openBreakfast(page);
    await page.after(() => {
      edit(page.stores.documents, SCENARIO, '// two eggs');
    });

    await page.press('F5');

    expect(page.bridge.asked.filter((question) => question.startsWith('run.start'))).toEqual([]);
    expect(page.stores.notices.getState().notices[0]?.text).toBe(
      `${SCENARIO} is not saved: The disk is full.`,
    );
  });

  it('restart a run with its own options, not those of the next run', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers());
    await page.after(() => {
      selectRun(page.stores.selection, runId('r1'));
      page.stores.runSettings.setState({
        seed: '-1',
        noise: '3',
        agent: { program: 'cook', thinking: 'frozen' },
      });
    });

    await page.after(() => void restart(page.stores));

    expect(page.bridge.asked).toContain('run.restart {"run":"r1","paused":false}');
  });

  it('go back to an entry by restarting the run in one call', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers());
    await page.after(() => {
      selectRun(page.stores.selection, runId('r1'));
    });

    await page.after(() => void runTo(page.stores, { entry: 1 }));

    expect(page.bridge.asked.filter((question) => question.startsWith('run.'))).toEqual([
      'run.until {"run":"r1","to":{"entry":1}}',
    ]);
    expect(page.stores.selection.getState().run).toBe('r2');
  });

  it('keep the earlier playback speed when the user is played twice', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers());
    await openBreakfast(page);

    await page.after(() => void playUser(page.stores));
    await page.after(() => void playUser(page.stores));

    const { pace, played } = page.stores.runSettings.getState();
    expect(pace).toBe(1);
    expect([...played.values()].at(-1)).toBe('fastest');
  });

  it('run the plan of the shown trace when no scenario is open', async () => {
    const trace = breakfast({ mode: 'trace', source: 'dropped.json' });
    using page = await openPage(<RunControls />, kitchenAnswers(kitchen({ runs: [trace] })));
    await page.after(() => {
      selectRun(page.stores.selection, trace.id);
      page.stores.runSettings.setState({ mode: 'plain' });
    });
    expect(page.named('Run').getAttribute('aria-description')).toBe('Run dropped.json');

    await page.press('F5');

    expect(page.bridge.asked).toContain('run.start {"of":"r1","mode":"plain","paused":false}');
  });

  it('are those of a reader for a trajectory of another tool', async () => {
    const read = {
      mode: 'trace',
      source: 'dropped.json',
      notes: [{ kind: 'trajectory', text: 'ATIF' }],
    } as const;
    const trajectory = breakfast(read);
    using page = await openPage(<RunControls />, kitchenAnswers(kitchen({ runs: [trajectory] })));
    await page.after(() => {
      selectRun(page.stores.selection, trajectory.id);
    });

    await expect
      .poll(() => [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-label')))
      .toEqual(['Open previous run', 'Open next run', 'Reading mode']);
    for (const key of ['F5', 'F10', 'F11', 'Ctrl+Shift+F5']) await page.press(key);
    expect(page.bridge.asked.filter((asked) => asked.startsWith('run.'))).toEqual([]);
  });

  it('are disabled for a trace without apps', async () => {
    const trace = breakfast({ mode: 'trace', source: 'dropped.json', apps: [] });
    using page = await openPage(<RunControls />, kitchenAnswers(kitchen({ runs: [trace] })));
    await page.after(() => {
      selectRun(page.stores.selection, trace.id);
    });

    expect(page.named('Rerun trace').matches(':disabled')).toBe(true);
    await page.press('F5');

    expect(page.bridge.asked.filter((asked) => asked.startsWith('run.start'))).toEqual([]);
  });

  it('step into a new run that pauses after its first event', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers());
    await openBreakfast(page);

    await page.press('F10');

    expect(page.bridge.asked.filter((question) => question.startsWith('run.'))).toEqual([
      `run.start {"scenario":"${SCENARIO}","mode":"oracle","paused":false,"until":{"by":"event"}}`,
    ]);
    expect(page.named('Resume')).toBeTruthy();
  });

  it('pause a running run with Space, except in a text field', async () => {
    const running = breakfast({ state: 'running', verdict: undefined });
    using page = await openPage(<RunControls />, kitchenAnswers(kitchen({ runs: [running] })));
    await page.after(() => {
      selectRun(page.stores.selection, runId('r1'));
    });

    await page.click('Run options');
    await page.press(' ', page.find('input[name=seed]'));
    expect(page.bridge.asked).not.toContain('run.control {"run":"r1","control":{"kind":"pause"}}');
    await page.press(' ');

    expect(page.bridge.asked).toContain('run.control {"run":"r1","control":{"kind":"pause"}}');
  });

  it('show the problems of a scenario that cannot start in the Problems panel', async () => {
    const problem = { severity: 'error', message: 'found no app "oven"', place: undefined } as const;
    using page = await openPage(<RunControls />, {
      ...kitchenAnswers(),
      'run.start': () => no('breakfast does not run', [problem]),
    });
    await openBreakfast(page);

    await page.press('F5');

    expect(problemsOf(page.stores.problems.getState(), ['scenarios/breakfast.ts'])).toEqual([problem]);
    expect(page.stores.panels.getState().dock).toBe('problems');
  });

  it('refuse a seed that is not a whole number, and name the field', async () => {
    using page = await openPage(<RunControls />, kitchenAnswers());
    await openBreakfast(page);

    await page.after(() => {
      page.stores.runSettings.setState({ seed: '1.5' });
    });

    expect(isOff(page, 'Run')).toBe(true);
    await page.press('F5');
    expect(page.stores.notices.getState().notices.map(({ text }) => text)).toEqual([
      'Run options, Seed: “1.5” is not valid. A whole number, 0 or more. Empty: from the scenario.',
    ]);
    await page.click('Run options, changed');
    expect(page.find('input[name=seed]').getAttribute('aria-invalid')).toBe('true');
  });
});
