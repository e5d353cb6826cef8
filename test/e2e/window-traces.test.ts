import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { rowsIn } from '../../renderer/stores/log.ts';
import { SAMPLE_WORKSPACE } from '../../main/host/system/installation.ts';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import { jsonOf } from './orrery.ts';
import { openBareWorkbench } from './open-workbench.ts';
import { largeTrace } from './large-trace.ts';
import { LOSSY_TRACE } from './lossy-trace.ts';
import { put } from './temporary-folder.ts';
import { json, zipOf } from '../main/host/import/zip.ts';

const CLAY = 'traces/clay_delivery_time.trace.json';

/** Drops files on the middle of the window, with the browser's drag-and-drop events. */
const drop = (page: Page, files: Readonly<Record<string, string | Buffer>>): Promise<void> =>
  page.evaluate(
    (dropped) => {
      const dataTransfer = new DataTransfer();
      for (const [name, bytes] of dropped) dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
      const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2)!;
      for (const type of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    Object.entries(files).map(([name, what]) => [name, [...Buffer.from(what)]] as const),
  );

const bench = oneWorkbench();

describe('a trace', () => {
  it('comes in where it is dropped, and says what is lost', async () => {
    const user = new WindowUser(bench);

    await drop(bench.page, { 'stove.json': LOSSY_TRACE });

    await user.reads(user.status, 'Recorded');
    await user.reads(
      bench.page.getByRole('status', { name: 'Notices' }),
      'stove.json. Read the import note under Verdict.',
    );
    await user.tab('Verdict').click();
    await user.reads(user.panel('Verdict'), 'Stove: not apps of Orrery; their first states are shown');

    await user.tab('Apps').click();
    const raw = user.panel('Apps').getByRole('radio', { name: 'Raw' });
    expect(await raw.isDisabled()).toBe(true);
    expect(await raw.evaluate((box) => getComputedStyle(box).opacity)).toBe('0');
    expect(bench.errors).toEqual([]);
  });

  it('of another tool may be an archive', async () => {
    const user = new WindowUser(bench);
    const messages = [
      { role: 'user', content: 'Soup!' },
      { role: 'assistant', content: 'Served.' },
    ];
    const model = 'kitchen/a-cook-with-a-very-long-name-20250514';
    const archive = zipOf([
      json('header.json', { version: 2, status: 'success', eval: { task: 'soup', model } }),
      json('samples/leek_epoch_1.json', {
        id: 'leek',
        epoch: 1,
        messages,
        scores: { taste: { value: 'C' } },
      }),
    ]);

    const before = await user.shownRun();
    await drop(bench.page, { 'soup.eval': archive });
    await expect.poll(() => user.shownRun()).not.toBe(before);
    await user.tab('Verdict').click();
    await user.reads(user.panel('Verdict'), 'taste gave C.');
    // In reading mode, too, notices cover no text.
    await user.button('Reading mode').click();
    const notices = await bench.page.getByRole('status', { name: 'Notices' }).boundingBox();
    const work = await bench.page.getByRole('main').boundingBox();
    expect(notices!.y).toBeGreaterThanOrEqual(work!.y + work!.height);
    await user.button('Reading mode').click();
    await user.tab('Transcript').click();
    await user.reads(user.panel('Transcript'), 'Served.');

    // In the list, the end of its model's name is in sight.
    await bench.page.keyboard.press('Control+7');
    const name = bench.page.getByRole('grid').locator('bdi', { hasText: model });
    const hidden = await name.evaluate(
      (text) => text.getBoundingClientRect().right - text.parentElement!.getBoundingClientRect().right,
    );
    expect(hidden).toBeLessThanOrEqual(0);
    await bench.page.keyboard.press('Escape');
    expect(bench.errors).toEqual([]);
  });

  it('without events shows what its agent was given and answered', async () => {
    const user = new WindowUser(bench);
    const histories = {
      agent_main: [
        { role: 'user', content: 'Light the stove.', timestamp: 5 },
        { role: 'assistant', content: 'It is lit.', timestamp: 9 },
      ],
    };
    const lite = { scenario_id: 'stove', per_agent_interaction_histories: histories };

    const before = await user.shownRun();
    await drop(bench.page, { 'stove.lite.json': JSON.stringify(lite) });
    await expect.poll(() => user.shownRun()).not.toBe(before);
    await user.reads(user.status, 'Recorded');
    await user.tab('Transcript').click();

    await user.reads(user.panel('Transcript'), /Light the stove\.[^]*It is lit\./);
    expect(await user.panel('Transcript').locator('.transcript-module__future').count()).toBe(0);
    expect(bench.errors).toEqual([]);
  });

  it('is refused where it is none, and keeps no other out', async () => {
    const user = new WindowUser(bench);

    await drop(bench.page, {
      'diary.txt': 'Dear diary,',
      'kettle.json': LOSSY_TRACE.replace('stove', 'kettle'),
    });

    const notices = bench.page.getByRole('status', { name: 'Notices' });
    await user.reads(notices, /diary\.txt: This is text, not a trajectory/);
    await user.reads(notices, 'Imported kettle');
    await user.reads(user.list('Runs'), 'kettle');
    expect(bench.errors).toEqual([]);
  });

  it('comes in through the dialog', async () => {
    const user = new WindowUser(bench);
    await bench.app.evaluate(
      ({ dialog }, file) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
      },
      join(bench.folder, CLAY),
    );

    await user.button('Import traces').click();

    await user.reads(user.status, 'Recorded');
    await user.reads(user.list('Runs'), 'clay_delivery_time');
  });

  it('that was dropped has its plan run in place, compared with it, and run anew', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const trace = join(SAMPLE_WORKSPACE, 'traces/studio_visit_two_turns.trace.json');
    const before = await user.shownRun();
    await drop(page, { 'studio.json': readFileSync(trace, 'utf8') });
    await expect.poll(() => user.shownRun()).not.toBe(before);
    await user.reads(user.status, 'Recorded');
    const recorded = (await user.shownRun())!;
    const [second, third] = [1, 2].map((more) => `r${Number(recorded.slice(1)) + more}`);
    await user.tab('Graph').click();

    await user.panel('Graph').getByRole('button', { name: 'Rerun trace' }).click();

    await user.reads(user.status, 'Not judged');
    await user.button(`Compare run ${recorded} with the open run`).click({ force: true });
    await user.reads(page.getByRole('region', { name: 'Comparison' }), 'No difference: 9 entries are equal.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F5');
    await user.reads(user.list('Runs'), new RegExp(`${third}\\b[^]*${second}\\b[^]*${recorded}\\b`));
    await user.reads(user.status, 'Not judged');
    expect(bench.errors).toEqual([]);
  });

  it('is run, exported and imported again', async () => {
    const { page, folder } = bench;
    const user = new WindowUser(bench);
    const target = join(folder, 'traces', 'again.json');
    await user.savesTo(target);

    await user.button('Run clay_delivery_time.trace.json').click();
    await user.reads(user.status, 'Not judged');
    const run = (await user.shownRun())!;
    await user.button(`Export run ${run}`).click();
    await page.getByRole('radio', { name: 'ARE' }).check();
    await page.getByRole('button', { name: 'Export…' }).click();
    await user.reads(page.getByRole('status', { name: 'Notices' }), `Exported to ${target}`);
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ version: 'are_simulation_v1' });
    await user.button('Import again.json').click();
    await user.reads(user.status, 'Recorded');
    const imported = (await user.shownRun())!;

    const told = async (run: string): Promise<unknown> =>
      rowsIn(await ask(page, 'log.rows', { run: run, from: 0 })).map(({ time, event, summary }) => [
        time,
        event,
        summary,
      ]);
    expect(await told(imported)).toEqual(await told(run));
    expect(bench.errors).toEqual([]);
  });

  it('that is large leaves the window free while it comes in, and can be called off', async () => {
    const user = new WindowUser(bench);
    const { runs } = await ask(bench.page, 'workspace.read', {});
    put(bench.folder, { 'traces/talk.json': largeTrace(60_000) });
    const notices = bench.page.getByRole('status', { name: 'Notices' });

    await user.button('Import talk.json').click();
    await notices.getByRole('progressbar').waitFor();
    // The main process answers while it imports, instead of afterwards.
    await ask(bench.page, 'workspace.read', {});
    expect(await notices.getByRole('progressbar').isVisible()).toBe(true);
    await notices.getByRole('button', { name: 'Cancel' }).click();
    await notices.getByRole('progressbar').waitFor({ state: 'detached' });

    expect((await ask(bench.page, 'workspace.read', {})).runs).toEqual(runs);
    const shown = await user.shownRun();
    await user.button('Import clay_delivery_time.trace.json').click();
    await expect.poll(() => user.shownRun()).not.toBe(shown);
    await user.reads(user.status, 'Recorded');
    expect(bench.errors).toEqual([]);
  });
});

/** The log of an evaluation of three attempts by a model, of which the second fails at its command. */
function soupLog(model: string, passed: readonly boolean[]): Buffer {
  const sample = (passes: boolean, nth: number): readonly [string, object] => {
    const call = { id: 'c', function: 'bash', arguments: { cmd: `python stir.py --spoon ${nth}` } };
    const messages = [
      { role: 'user', content: 'Stir the **soup**, then taste it.' },
      { role: 'assistant', content: 'I stir first.', tool_calls: [call] },
      {
        role: 'tool',
        tool_call_id: 'c',
        function: 'bash',
        content: '\u001B[31mstirred\u001B[0m\n'.repeat(20),
        ...(passes ? {} : { error: { type: 'timeout', message: 'The spoon was too slow.' } }),
      },
      { role: 'assistant', content: passes ? 'It tastes of leek.' : 'I give up on the leek.' },
    ];
    const scores = { taste: { value: passes ? 'C' : 'I', answer: 'leek', explanation: 'Salt is\nmissing.' } };
    return [
      `samples/leek_epoch_${nth + 1}.json`,
      { id: 'leek', epoch: nth + 1, target: 'leek', messages, scores },
    ];
  };
  return zipOf([
    json('header.json', {
      version: 2,
      status: 'success',
      eval: { task: 'soup', model, run_id: model, created: '2026-01-05' },
    }),
    ...passed.map((passes, nth) => json(...sample(passes, nth))),
  ]);
}

describe('trajectories of a benchmark', () => {
  it('are read by keyboard, searched, and counted by task and model', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const attempts = user.list('Runs').getByText('soup leek');
    const before = await attempts.count();
    await drop(page, {
      'big.eval': soupLog('big', [true, false, true]),
      'small.eval': soupLog('small', [false, false]),
    });
    await expect.poll(() => attempts.count()).toBe(before + 5);

    await page.keyboard.press('Control+Shift+F');
    const found = page.getByRole('region', { name: 'Search' });
    await page.getByRole('searchbox', { name: 'Words' }).fill('give up');
    await user.reads(found, /Reply\s+I give up on the leek/);
    await page.keyboard.press('Enter');
    const find = page.getByRole('searchbox', { name: 'Find in transcript' });
    await expect.poll(() => find.inputValue()).toBe('give up');
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('searchbox', { name: 'Words' }).fill('"give up on" leek');
    await user.reads(found, '3 results in 3 runs');
    await page.keyboard.press('Enter');
    const transcript = user.panel('Transcript');
    await user.reads(transcript, 'I give up on the leek.');
    expect(await transcript.locator('strong').first().innerText()).toBe('soup');
    const first = await user.shownRun();
    const isFocused = (place: Locator) => place.evaluate((one) => one === one.ownerDocument.activeElement);
    await expect.poll(() => isFocused(transcript.getByRole('group', { name: 'Transcript' }))).toBe(true);
    await page.keyboard.press('F4');
    await expect.poll(() => user.shownRun()).not.toBe(first);
    const second = await user.shownRun();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => isFocused(found.locator('[aria-current=true]'))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => user.shownRun()).not.toBe(second);
    expect(await user.shownRun()).not.toBe(first);
    await page.keyboard.press('Control+Shift+F');
    await expect.poll(() => isFocused(page.getByRole('searchbox', { name: 'Words' }))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => isFocused(found.locator('[aria-current=true]'))).toBe(true);
    await page.keyboard.press('Enter');
    await transcript.waitFor();
    const isRead = (): Promise<boolean> =>
      page.evaluate(() => (document.activeElement?.closest('#centre-panel') ?? null) !== null);
    await expect.poll(isRead).toBe(true);
    const steps = page.getByRole('group', { name: 'Transcript' });
    const scrolled = () => steps.evaluate(({ scrollTop }) => scrollTop);
    // To the step that was found, then to the top.
    await expect.poll(scrolled).toBeGreaterThan(0);
    await page.keyboard.press('Home');
    await expect.poll(scrolled).toBe(0);

    for (const gone of ['Code', 'Graph', 'Queue', 'Breakpoints'])
      expect(await user.tab(gone).count()).toBe(0);
    expect(await user.button('Run').count()).toBe(0);
    await page.keyboard.press('e');
    await user.reads(user.status, /Entry\s+#1/);
    await user.reads(transcript, /bash.*python stir\.py.*failed/s);
    // Keys that can do nothing say why.
    const notices = page.getByRole('status', { name: 'Notices' });
    await page.keyboard.press('e');
    await user.reads(notices, 'No failure after #1.');
    await page.keyboard.press('b');
    await user.reads(notices, /cannot branch: it is a recording of another tool/);
    expect(await notices.innerText()).not.toContain('No failure');
    await page.keyboard.press('Control+3');
    await page.keyboard.press('r');
    await expect.poll(() => page.getByRole('region', { name: 'Timeline' }).isVisible()).toBe(false);
    expect(await isRead()).toBe(true);
    await page.keyboard.press('r');
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    await page.keyboard.press('Control+4');
    await user.reads(user.panel('Verdict'), /taste.*I.*Answer.*leek.*Explanation.*Salt is\s+missing\./s);

    await page.keyboard.press('Control+7');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+7');
    await page.keyboard.type('scenario:leek');
    await page.getByRole('combobox', { name: 'Group runs' }).click();
    await page.getByRole('option', { name: 'By model' }).click();
    await user.reads(page.getByRole('grid'), /big.*pass@3 100%, pass\^3 0%.*small.*pass@2 0%/s);
    const columns = page.getByRole('columnheader');
    await expect.poll(() => columns.allInnerTexts()).toContain('taste');
    await page.keyboard.press('Alt+v');
    const views = page.getByRole('group', { name: 'Views' });
    await views.getByRole('checkbox', { name: 'Errors' }).uncheck();
    // A narrow list leaves out its least important columns first, and the menu says which.
    const noRoom = views.getByRole('listitem').filter({ hasText: 'no room' });
    const resize = (width: number) =>
      bench.app.evaluate(({ BrowserWindow }, to) => {
        BrowserWindow.getAllWindows()[0]!.setContentSize(to, 900);
      }, width);
    const wide = await page.evaluate(() => innerWidth);
    await resize(1024);
    await expect.poll(() => noRoom.allInnerTexts()).toContainEqual(expect.stringMatching(/^Set/));
    expect((await noRoom.allInnerTexts()).join()).not.toContain('Model');
    await resize(wide);
    await expect.poll(() => noRoom.allInnerTexts()).not.toContainEqual(expect.stringMatching(/^Set/));
    await views.getByRole('textbox', { name: 'Name of the view' }).fill('Leek by model');
    await page.keyboard.press('Enter');
    await user.reads(views, 'Leek by model');
    await views.getByRole('checkbox', { name: 'Errors' }).check();
    const saved = views.getByRole('button', { name: 'Leek by model', exact: true });
    await saved.press('F2');
    await views.getByRole('textbox', { name: 'New name for Leek by model' }).fill('Soup');
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(saved)).toBe(true);
    await saved.press('F2');
    await views.getByRole('textbox', { name: 'New name for Leek by model' }).fill('Leek');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(views.getByRole('button', { name: 'Leek', exact: true }))).toBe(true);
    await page.keyboard.press('Escape');
    const query = page.getByRole('combobox', { name: 'Find runs' });
    await query.fill('scenario=leek model:bi');
    await page.getByText('No matching runs').waitFor();
    await user.reads(page.locator('[data-empty]'), /scenario is “leek”\s+model contains “bi”/);
    await page.keyboard.press('Alt+v');
    await views.getByRole('button', { name: 'Leek', exact: true }).waitFor();
    await expect.poll(() => views.evaluate((open) => open.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('1');
    await user.reads(page.getByRole('grid'), /big.*pass@3 100%/s);
    expect(await columns.allInnerTexts()).not.toContain('Errors');
    await page.getByRole('combobox', { name: 'Group runs' }).click();
    await page.getByRole('option', { name: 'Task × model' }).click();
    const matrix = page.getByRole('group', { name: 'Tasks and models' });
    await user.reads(matrix, /big\s+small.*67% \(2\/3\)\s+0% \(0\/2\).*soup leek\s+2\/3\s+0\/2/s);
    await matrix.getByRole('button', { name: '0/2' }).click();
    await expect.poll(() => page.locator('[data-run]').count()).toBeGreaterThan(1);
    await page.keyboard.press('Escape');

    // One that begins with many prompts opens at its first message.
    await page.keyboard.press('Control+9');
    const rules = Array.from({ length: 30 }, (_, nth) => ({ role: 'system', content: `Rule ${nth}.` }));
    const pages = Array.from({ length: 60 }, (_, nth) => `On ${nth}, stir pot ${nth}.`).join('\n\n');
    const messages = [
      ...rules,
      { role: 'user', content: 'Cook.' },
      { role: 'assistant', content: 'No.' },
      { role: 'system', content: pages },
      ...Array.from({ length: 9 }, () => ({ role: 'assistant', content: 'No.' })),
    ];
    await drop(page, { 'rules.json': Buffer.from(JSON.stringify({ messages })) });
    await user.reads(transcript, 'Cook.');
    await expect.poll(scrolled).toBeGreaterThan(0);

    // A step that is far away and higher than the view shows the words that were sought in it.
    await page.getByRole('searchbox', { name: 'Find in transcript' }).fill('stir pot 47');
    await page.keyboard.press('Enter');
    const isSeen = (): Promise<boolean> =>
      steps.evaluate((frame) => {
        const [mark] = CSS.highlights.get('found') ?? [];
        if (!(mark instanceof Range)) return false;
        const { top, bottom } = mark.getBoundingClientRect();
        const view = frame.getBoundingClientRect();
        return top >= view.top && bottom <= view.bottom;
      });
    await expect.poll(isSeen).toBe(true);
    await page.getByRole('searchbox', { name: 'Find in transcript' }).fill('');
    expect(bench.errors).toEqual([]);
  });

  it('are compared by steps, two side by side and all in a table', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const list = page.getByRole('region', { name: 'Runs' });
    const comparison = page.getByRole('region', { name: 'Comparison' });
    const compare = async (query: string, count: number): Promise<void> => {
      await page.keyboard.press('Control+7');
      // The list of an earlier query may have as many runs.
      await page.getByRole('combobox', { name: 'Find runs' }).fill('id:none');
      await page.getByText('No matching runs').waitFor();
      await page.getByRole('combobox', { name: 'Find runs' }).fill(query);
      await page
        .getByRole('status')
        .filter({ hasText: new RegExp(`^${count}( of|$)`) })
        .waitFor();
      await list.getByRole('checkbox', { name: 'Select all' }).check();
      await user.button('Compare').click();
    };

    await compare('scenario:"soup leek" attempt<3 model:big', 2);
    await user.reads(comparison, 'Where they part:');
    await user.reads(comparison, /A Passed · big · taste C.*B Failed · big · taste I.*1 failed call/s);
    const step = comparison.getByRole('region', { name: 'Selected step' });
    await user.reads(step.getByRole('region', { name: 'The step in B' }), 'spoon 1');
    await expect.poll(() => step.locator('mark').allTextContents()).toEqual(['0', '1']);
    await page.keyboard.press('F7');
    await user.reads(step, 'The spoon was too slow.');
    await page.getByRole('radio', { name: 'By entries' }).check({ force: true });
    await user.reads(comparison, 'First divergence:');
    await page.getByRole('radio', { name: 'By steps' }).check({ force: true });
    await step
      .getByRole('button', { name: /^Open in r/ })
      .first()
      .click();
    await user.reads(user.panel('Transcript'), 'stir.py --spoon 0');
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('F7');
    await user.reads(step, 'The spoon was too slow.');
    const selected = comparison.getByRole('row', { selected: true });
    const row = await selected.innerText();
    await selected.click();
    await page.keyboard.press('Shift+Enter');
    await user.reads(user.panel('Transcript'), 'stir.py --spoon 1');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => selected.innerText()).toBe(row);
    await user.button('Go forward').click();
    await user.reads(user.panel('Transcript'), 'stir.py --spoon 1');

    await compare('scenario:"soup leek" model:big,small', 5);
    const table = comparison.getByRole('grid', { name: 'Steps of all attempts' });
    await user.reads(table, 'python stir.py --spoon 0');
    await page.keyboard.press('F7');
    await user.reads(
      comparison.getByRole('region', { name: 'The step in each attempt' }),
      'Done by 5 of 5 attempts: 2 of the 2 that passed, 3 of the 3 that failed.',
    );
    await table.getByRole('row').first().getByRole('button').nth(1).click();
    await user.reads(user.panel('Transcript'), 'stir.py --spoon 1');

    await page.keyboard.press('Control+7');
    await page.getByRole('combobox', { name: 'Group runs' }).click();
    await page.getByRole('option', { name: 'Compare models' }).click();
    const sets = page.getByRole('group', { name: 'Comparison of sets' });
    await user.reads(sets, /Pairs of attempts\s*.*only A passed 1, only B 0; p = 1/s);
    await sets.getByRole('button', { name: 'Swap A and B' }).click();
    await user.reads(sets, /Better in B: 1 task.*soup leek\s*0\/2\s*2\/3/s);
    await sets.getByRole('button', { name: 'Compare attempts' }).click();
    await user.reads(table, 'python stir.py --spoon 0');
    await page.keyboard.press('Escape');
    await user.reads(sets, 'Better in B: 1 task');
    expect(bench.errors).toEqual([]);
  });
});

const EXAMPLES = new URL('../engine/formats/trajectories/examples/', import.meta.url);
const example = (name: string): Buffer => readFileSync(new URL(name, EXAMPLES));

/** Drops files and folders on the middle of the window, as the system does: with their paths on disk. */
async function dropFromDisk(page: Page, files: string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  const [x, y] = await page.evaluate(() => [innerWidth / 2, innerHeight / 2] as const);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  await devtools.detach();
}

describe('a dropped folder', () => {
  it('of 63 mixed files comes in as one import, and says what was skipped, by reason', async () => {
    await using other = await openBareWorkbench();
    const { page } = other;
    const user = new WindowUser(other);
    const examples = readdirSync(EXAMPLES).sort().slice(0, 50);
    const broken = Array.from({ length: 10 }, (_, nth) => `broken-${nth}.json`);
    put(other.folder, {
      ...Object.fromEntries(examples.map((name) => [`mixed/${name}`, example(name)])),
      ...Object.fromEntries(broken.map((name) => [`mixed/${name}`, '{"messages": ['])),
      'mixed/notes.txt': 'Buy leek.',
      'mixed/plot.png': Buffer.from('\x89PNG\r\n\x1A\n0000', 'latin1'),
      'mixed/settings.json': '{"theme": "dark"}',
    });
    const outcomes = await jsonOf<readonly ({ run: object } | { error: string })[]>(other.folder, [
      ...['import', 'mixed', '--json', '--db', 'terminal.db'],
    ]);
    const runs = outcomes.filter((outcome) => 'run' in outcome).length;

    await dropFromDisk(page, [join(other.folder, 'mixed')]);

    const notices = page.getByRole('status', { name: 'Notices' });
    await user.reads(notices, `Imported ${runs} runs`);
    await user.reads(notices, `Skipped ${outcomes.length - runs} files for`);
    await notices.getByRole('button', { name: 'Show details' }).click();
    const details = page.getByRole('dialog', { name: /^Skipped files/ });
    await user.reads(
      details,
      new RegExp(`The file is cut off: ${broken.length}\\s+broken-.* and 5 more`, 's'),
    );
    await user.reads(details, /This is text, not a trajectory: 1\s+notes\.txt/);
    await user.reads(details, /This is a picture: 1\s+plot\.png/);
    await user.reads(details, /The format is not known: 1\s+settings\.json/);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await notices.getByRole('button', { name: 'Show all runs' }).click();
    await page.getByRole('grid', { name: /^Runs/ }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${runs}$`) })
      .waitFor();

    // The explorer shows which run is open, however it was opened and however long its list is.
    await page.keyboard.press('Control+P');
    await page.keyboard.type('r1');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => user.shownRun()).toBe('r1');
    await expect
      .poll(() =>
        page.locator('#explorer [data-run=r1]').evaluate((item) => {
          const { left, top, bottom, width } = item.getBoundingClientRect();
          return item.contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2));
        }),
      )
      .toBe(true);
    expect(other.errors).toEqual([]);
  });
});

describe('a watched folder', () => {
  it('gives its runs, of whatever tools, and those of files that come later', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const folder = join(bench.folder, 'evening');
    put(bench.folder, {
      'evening/session.jsonl': example('claude-code-helpers.jsonl'),
      'evening/log.json': example('inspect-limits.json'),
      'evening/trace.json': example('otel-helper-limits.json'),
      'evening/notes.txt': 'Buy leek.',
      'evening/broken.json': '{"schema_version": "ATIF-v1.7", "steps": [',
    });
    await bench.app.evaluate(({ dialog }, picked) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [picked] });
    }, folder);
    await page.keyboard.press('Control+K');
    await page.keyboard.type('Watch folder for runs');
    await page.keyboard.press('Enter');
    const runs = user.list('Runs');
    await user.reads(runs, 's-2');
    await user.reads(runs, 'invoke_agent cook');

    await runs.getByText('s-2', { exact: true }).click();
    const transcript = user.panel('Transcript');
    await user.reads(transcript, /limit of tokens.*stop_reason: max_tokens/s);
    await user.reads(page.getByRole('region', { name: 'Timeline' }), /Tokens.*up to 12/s);
    const subagents = transcript.locator('[data-subagent]');
    await expect
      .poll(() => subagents.allInnerTexts())
      .toEqual([
        expect.stringMatching(/finder.*5 steps · 1 call · 1 failed/s),
        expect.stringMatching(/b7.*3 steps · 1 failed/s),
      ]);
    await transcript.getByRole('group', { name: 'Transcript' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await user.reads(user.status, /Entry\s+#1/);
    await page.keyboard.press('Shift+Enter');
    await user.reads(transcript, /Find leek.*Grep.*no such shelf.*No leek\./s);
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => transcript.getByText('no such shelf').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Find in transcript' }).fill('not look');
    await page.keyboard.press('Enter');
    await user.reads(transcript, /I will not look for rice\./);

    put(bench.folder, { 'evening/late.json': example('tau2-limit.json') });
    await user.reads(runs, 'soup task 1');
    expect(bench.errors).toEqual([]);
  });
});

describe('a session that grows in a watched folder', () => {
  it('stays open while somebody reads it, at the same entry', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const lines = example('claude-code-helpers.jsonl')
      .toString()
      .replaceAll('s-2', 's-live')
      .trim()
      .split('\n');
    put(bench.folder, { 'live/session.jsonl': `${lines.slice(0, 7).join('\n')}\n` });
    await bench.app.evaluate(
      ({ dialog }, picked) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [picked] });
      },
      join(bench.folder, 'live'),
    );
    await page.keyboard.press('Control+K');
    await page.keyboard.type('Watch folder for runs');
    await page.keyboard.press('Enter');
    const runs = user.list('Runs');
    const session = runs.getByText('s-live', { exact: true });
    await session.click();
    await user.scrubTo(2);

    put(bench.folder, { 'live/session.jsonl': `${lines.join('\n')}\n` });

    await user.reads(user.panel('Transcript'), /There is neither/);
    await user.reads(user.status, /Entry\s+#2/);
    expect(await session.count()).toBe(1);
    expect(bench.errors).toEqual([]);
  });
});

describe('a portable file', () => {
  it('takes all of a run out of one workspace and into another', async () => {
    const user = new WindowUser(bench);
    const target = join(bench.folder, 'invoice.orrery');
    await user.savesTo(target);
    await user.open('invoice-by-noon.ts');
    await user.tab('Code').click();
    const run = await user.run('Passed');
    const hash = await user.logHash();
    await user.button(`Export run ${run}`).click();
    await bench.page.getByRole('radio', { name: 'Orrery' }).check();
    await user.button('Export…').click();
    await user.reads(bench.page.getByRole('status', { name: 'Notices' }), `Exported to ${target}`);

    await using other = await openBareWorkbench();
    const elsewhere = new WindowUser(other);
    const text = readFileSync(target, 'utf8');
    await drop(other.page, { 'damaged.orrery': text.replace('11:50', '11:51').slice(0, -20) });
    await elsewhere.reads(
      other.page.getByRole('status', { name: 'Notices' }),
      /damaged\.orrery, end: The last line is missing or incomplete/,
    );
    await drop(other.page, { 'invoice.orrery': text });

    await elsewhere.reads(elsewhere.status, 'Passed');
    expect(await elsewhere.logHash()).toBe(hash);
    await elsewhere.scrubTo(14);
    expect([...bench.errors, ...other.errors]).toEqual([]);
  });
});
