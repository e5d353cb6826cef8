import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BROKEN, withEvents } from './broken-scenarios.ts';
import './call-main.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import { leaveAlone } from './page-in-use.ts';

const GOOD = withEvents("user.send_message_to_agent({ content: 'Hello.' });");

/** Passes while the module and the universe have the same words. */
const JUDGED = `import { agentUserInterface, scenario, seconds } from 'orrery';
import { words } from './parts/words.ts';
import kind from '../universes/kind.json';

export default scenario({
  name: 'judged',
  duration: seconds(6),
  apps: () => ({ user: agentUserInterface() }),
  events({ user }, { validation }) {
    user.send_message_to_agent({ content: words });
    validation({ milestones: { kind: ({ user }) => user.messages[0]?.content === kind.wish } })
      .at(seconds(1))
      .timeout(1);
  },
});
`;

const INVOICE = 'scenarios/invoice-by-noon.ts';

const broken = Object.entries(BROKEN).map(
  ([what, one], nth) => [what, { ...one, file: `broken-${nth}.ts` }] as const,
);

const bench = oneWorkbench({
  ...Object.fromEntries(broken.map(([, { file, text }]) => [`scenarios/${file}`, text])),
  'scenarios/own.ts': GOOD,
  'scenarios/typed.ts': GOOD,
  'scenarios/saved.ts': GOOD,
  'scenarios/held.ts': GOOD,
  'scenarios/lively.ts': GOOD,
  'scenarios/judged.ts': JUDGED,
  'scenarios/parts/words.ts': "export const words = 'Hello.';",
  'universes/kind.json': '{ "wish": "Hello." }',
  'agents/polite.json': JSON.stringify({
    agent: [{ at: 3, app: 'user', tool: 'send_message_to_user', args: { content: 'Good day.' } }],
  }),
  'scenarios/soup.ts': 'export default 0;',
  'scenarios/importing.ts': `import { greeting } from './parts/greeting.ts';\nexport const wrong: number = greeting;\n${GOOD}`,
  'scenarios/parts/greeting.ts': "export const greeting = 'Hello.';",
});

describe('the editor, before anything has run,', () => {
  it('is loaded with its types before a scenario is opened', async () => {
    const workers = (): string =>
      bench.page
        .workers()
        .map((worker) => worker.url())
        .join();

    await leaveAlone(bench.page);
    await expect.poll(workers).toContain('ts.worker');
    expect(bench.errors).toEqual([]);
  });

  it('knows the types of an imported file that it reads after the types are loaded', async () => {
    const user = new WindowUser(bench);
    await user.open('importing.ts');
    await bench.page.getByRole('textbox', { name: 'Scenario source' }).focus();

    // The file is read, sent and checked: only then is the problem the right one.
    await expect
      .poll(async () => {
        await bench.page.keyboard.press('Alt+F8');
        return (await bench.page.locator('.marker-widget').allInnerTexts()).join();
      })
      .toMatch(/Type 'string' is not assignable to type 'number'/);
    await bench.page.keyboard.press('Escape');
    expect(bench.errors).toEqual([]);
  });

  it('saves what was written, and says when it is not yet saved', async () => {
    const user = new WindowUser(bench);
    const file = join(bench.folder, 'scenarios/own.ts');
    await user.open('own.ts');
    const edited = `// A line of mine.\n${GOOD}`;

    await user.write(edited);
    await user.button('own.ts, unsaved').waitFor();
    expect(readFileSync(file, 'utf8')).toBe(GOOD);
    await bench.page.keyboard.press('Control+S');

    await user.button('own.ts').waitFor();
    expect(readFileSync(file, 'utf8')).toBe(edited);
    expect(bench.errors).toEqual([]);
  });

  it('knows the types of the engine', async () => {
    const user = new WindowUser(bench);
    await user.open('typed.ts');

    await user.write(withEvents('user.'));
    await bench.page.keyboard.press('Control+Home');
    for (let line = 1; line < 7; line++) await bench.page.keyboard.press('ArrowDown');
    await bench.page.keyboard.press('End');
    await bench.page.keyboard.press('Control+Space');

    await user.reads(bench.page.locator('.suggest-widget'), 'send_message_to_agent');
  });

  it('keeps up with scenarios that come, change and go', async () => {
    const user = new WindowUser(bench);
    await user.list('Scenarios').waitFor();

    writeFileSync(join(bench.folder, 'scenarios/new.ts'), GOOD);
    await user.open('new.ts');
    await user.reads(bench.page.locator('.monaco-editor'), 'Hello.');
    writeFileSync(join(bench.folder, 'scenarios/new.ts'), GOOD.replace('Hello.', 'Good evening.'));
    await user.reads(bench.page.locator('.monaco-editor'), 'Good evening.');

    rmSync(join(bench.folder, 'scenarios/new.ts'));
    await expect.poll(() => user.list('Scenarios').innerText()).not.toContain('new.ts');
    await bench.page
      .getByRole('status', { name: 'File deleted' })
      .getByRole('button', { name: 'Close' })
      .click();
    await user.reads(bench.page.getByRole('main'), 'Run a sample');
  });

  it('keeps what was typed into a scenario that another program renames, then deletes', async () => {
    const user = new WindowUser(bench);
    const at = (name: string): string => join(bench.folder, 'scenarios', name);
    const gone = bench.page.getByRole('status', { name: 'File deleted' });
    writeFileSync(at('draft.ts'), `// Mine alone.\n${GOOD}`);
    await user.open('draft.ts');
    await user.write(`// Typed.\n${GOOD}`);

    renameSync(at('draft.ts'), at('final.ts'));
    await gone.getByRole('button', { name: 'Continue in final.ts' }).click();
    await user.button('final.ts, unsaved').waitFor();

    rmSync(at('final.ts'));
    await user.reads(gone, 'scenarios/final.ts was deleted. Another program deleted or renamed it.');
    await gone.getByRole('button', { name: 'Save again' }).click();
    await expect.poll(() => gone.count()).toBe(0);
    expect(readFileSync(at('final.ts'), 'utf8')).toBe(`// Typed.\n${GOOD}`);
  });

  it.each(broken)('says where there is %s, and does not run it', async (_what, { file, place, message }) => {
    const user = new WindowUser(bench);
    await user.open(file);

    await user.button('Run').click();

    // The editor's own check says it in TypeScript's words, where TypeScript knows of it.
    await user.reads(user.panel('Problems'), new RegExp(`${withoutEnds(message).source}|Cannot find module`));
    await user.reads(user.panel('Problems'), `scenarios/${file}:${place}`);
    await bench.page.locator('.squiggly-error').first().waitFor();
    await user.reads(user.status, 'No run open');
  });
});

describe('the editor', () => {
  it('shows a type error in its line, refuses to run it, and runs it when it is mended', async () => {
    const user = new WindowUser(bench);
    const { text, place, message } = BROKEN['a type error']!;
    await user.open('own.ts');

    await user.write(text);
    // While the text is being typed: nobody has saved yet.
    await bench.page.locator('.squiggly-error').waitFor();
    await bench.page.keyboard.press('F5');
    // Another file has edits, and problems.
    const problem = user.panel('Problems').getByRole('button').filter({ hasText: 'own.ts' });
    await user.reads(problem, withoutEnds(message));
    await user.reads(problem, `scenarios/own.ts:${place}`);
    await user.reads(bench.page.getByRole('main'), 'No runs yet.');
    await user.reads(user.status, 'No run open');

    await user.write(GOOD);
    await user.run('Not judged');
    await user.tab('Problems').click();
    await expect.poll(() => problem.count()).toBe(0);
    await expect.poll(() => bench.page.locator('.squiggly-error').count()).toBe(0);

    await user.write(text);
    await bench.page.keyboard.press('F5');
    await user.reads(user.status, /own\.ts did not start\s+Showing r1[^]*problems?\s+Not judged/);
  });

  it('is fit for a run after all of that', async () => {
    const user = new WindowUser(bench);
    await user.open('double-booking.ts');

    await user.run('Passed');

    await user.reads(user.list('Runs'), 'double-booking');
    expect(bench.errors).toEqual([]);
  });
});

describe('a scenario', () => {
  const OWN_APP = 'scenarios/apps/greenhouse.ts';

  it('is checked again when a file of it changes, inside or outside, saved or not', async () => {
    const { page, folder } = bench;
    const user = new WindowUser(bench);
    const problems = user.panel('Problems');
    const app = readFileSync(join(folder, OWN_APP), 'utf8');
    const universe = readFileSync(join(folder, 'universes/ada.json'), 'utf8');
    const mended = async (scenario: string): Promise<void> => {
      await expect.poll(() => problems.innerText()).not.toMatch(`${scenario}.ts:`);
      await user
        .list('Scenarios')
        .getByRole('button', { name: `${scenario}.ts`, exact: true })
        .waitFor();
    };
    await user.open('table-for-some.ts');
    await user.open('hot-greenhouse.ts');
    await user.tab('Problems').click();

    writeFileSync(join(folder, OWN_APP), app.replace('open_vent', 'shut_vent'));
    await user.reads(problems, /Property 'open_vent' does not exist[^]*hot-greenhouse\.ts/);
    await user
      .list('Scenarios')
      .getByRole('button', { name: /^hot-greenhouse\.ts, \d problems?$/ })
      .waitFor();
    await user.reads(user.status, /\d problems?/);
    writeFileSync(join(folder, OWN_APP), app);
    await mended('hot-greenhouse');

    writeFileSync(join(folder, 'universes/ada.json'), universe.replace('{', '['));
    await user
      .list('Scenarios')
      .getByRole('button', { name: /^table-for-some\.ts, \d problems?$/ })
      .waitFor();
    writeFileSync(join(folder, 'universes/ada.json'), universe);
    await mended('table-for-some');

    // In the window, and not saved.
    await page
      .getByRole('list', { name: 'Shared code' })
      .getByRole('button', { name: 'greenhouse.ts' })
      .click();
    await page.locator('.monaco-editor[data-uri$="/greenhouse.ts"] .view-line').first().waitFor();
    await user.write(app.replace('open_vent', 'shut_vent'));
    await user.reads(problems, /Property 'open_vent' does not exist[^]*hot-greenhouse\.ts/);
    await user.write(app);
    await mended('hot-greenhouse');
    expect(readFileSync(join(folder, OWN_APP), 'utf8')).toBe(app);
    expect(bench.errors).toEqual([]);
  });
});

describe('a file', () => {
  it('that another program changes while it is edited is lost to nobody', async () => {
    const { page, folder } = bench;
    const user = new WindowUser(bench);
    const file = join(folder, INVOICE);
    const onDisk = (): string => readFileSync(file, 'utf8');
    const before = onDisk();
    const banner = page.getByRole('status', { name: 'File changed' });
    await user.open('invoice-by-noon.ts');

    // Before the window is notified of it.
    await user.write(`// mine\n${before}`);
    writeFileSync(file, `// theirs\n${before}`);
    await page.keyboard.press('Control+s');
    await user.reads(banner, 'was changed by another program');
    expect(onDisk()).toBe(`// theirs\n${before}`);
    await page.keyboard.press('Control+s');
    await page.getByText('is not saved').first().waitFor();
    expect(onDisk()).toBe(`// theirs\n${before}`);

    await user.button('Compare').click();
    await user.reads(page.getByRole('tabpanel', { name: 'Code' }), /On disk, \+ yours[^]*theirs/);
    await user.button('Hide comparison').click();
    await user.button('Keep mine').click();
    await banner.waitFor({ state: 'detached' });
    await expect.poll(onDisk).toBe(`// mine\n${before}`);

    await user.write(`// mine again\n${before}`);
    writeFileSync(file, `// theirs again\n${before}`);
    await user.reads(banner, 'was changed by another program');
    await user.button('Take theirs').click();
    await page.getByRole('textbox', { name: 'Scenario source' }).focus();
    await page.keyboard.press('Control+Home');
    await user.reads(page.locator('.monaco-editor'), 'theirs again');
    await banner.waitFor({ state: 'detached' });
    expect(onDisk()).toBe(`// theirs again\n${before}`);
    await user.run('Passed');
    expect(bench.errors).toEqual([]);
  });

  it('that is saved fifty times while another program writes it loses no text that was on disk', async () => {
    const file = join(bench.folder, 'scenarios/soup.ts');
    await bench.page.getByRole('list', { name: 'Scenarios' }).waitFor();
    let replaced = 0;
    for (let nth = 1; nth <= 50; nth++) {
      const [read, mine, theirs] = [readFileSync(file, 'utf8'), `// mine ${nth}`, `// theirs ${nth}`];
      // The other program is sometimes earlier, sometimes later, and sometimes does nothing.
      const turn = Math.imul(nth, 2_654_435_761) >>> 30;
      if (turn === 0) writeFileSync(file, theirs);
      const saving = bench.page.evaluate(
        ([text, replaces]) =>
          bridge.call('scenario.save', { path: 'scenarios/soup.ts', text: text!, replaces: replaces! }),
        [mine, read],
      );
      if (turn === 1) writeFileSync(file, theirs);
      const saved = (await saving).ok;

      const now = readFileSync(file, 'utf8');
      if (turn > 1) expect([saved, now]).toEqual([true, mine]);
      else if (turn === 0) expect([saved, now]).toEqual([false, theirs]);
      // Either text may be there, but a save that succeeds never replaces theirs unseen.
      else expect([theirs, mine]).toContain(now);
      if (turn === 1 && saved) replaced += now === mine ? 1 : 0;
    }
    expect(replaced).toBe(0);
  });

  it('of a scenario that is saved, here or by another program, is run again, and what came out otherwise is said', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const notices = page.getByRole('status', { name: 'Notices' });
    await page.keyboard.press('Control+,');
    await page.getByRole('checkbox', { name: /^Run on save/ }).check();
    await page.keyboard.press('Escape');
    await user.open('saved.ts');
    const first = await user.run('Not judged');
    const [second, third] = [1, 2].map((more) => `r${Number(first.slice(1)) + more}`);

    await user.write(`// Only this is new.\n${GOOD}`);
    await page.keyboard.press('Control+S');
    await user.reads(notices, `${second} is identical to ${first}.`);

    writeFileSync(join(bench.folder, 'scenarios/saved.ts'), GOOD.replace('Hello.', 'Good evening.'));
    await user.reads(
      notices,
      new RegExp(
        `^The verdict is the same: not judged\\. ${second} \\(A\\) and ${third} \\(B\\): #0 user\\.send_message_to_agent .* in A and "Good evening\\." in B`,
        'm',
      ),
    );
    await user.button('Compare').click();
    await user.reads(page.getByRole('region', { name: 'Comparison' }), 'First divergence: #0');
    expect(bench.errors).toEqual([]);
  });
});

describe('a run', () => {
  it('that is paused when its scenario is saved goes on with the code from before, and a new one is offered', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const notices = page.getByRole('status', { name: 'Notices' });
    await user.open('held.ts');
    await user.button('Step').click();
    await user.reads(user.status, 'Paused');
    const paused = (await user.shownRun())!;

    await user.write(GOOD.replace('Hello.', 'Good evening.'));
    await page.keyboard.press('Control+S');
    await user.reads(notices, `${paused} is paused and goes on with the code from before the save.`);
    await notices.getByRole('button', { name: 'Go on' }).click();
    await user.button('Resume').click();
    await user.reads(user.status, 'Not judged');
    await user.reads(user.panel('Log'), 'Hello.');

    await user.button('Step').click();
    await user.reads(user.status, 'Paused');
    const second = (await user.shownRun())!;
    await user.write(GOOD.replace('Hello.', 'Good night.'));
    await page.keyboard.press('Control+S');
    await notices.getByRole('button', { name: 'Stop it and run the new code' }).click();
    await expect.poll(() => user.shownRun()).not.toBe(second);
    await user.reads(user.status, 'Not judged');
    await user.reads(user.panel('Log'), 'Good night.');
    expect(bench.errors).toEqual([]);
  });

  it('says when a file of it has changed, and running it again says first whether the verdict is another', async () => {
    const { page, folder } = bench;
    const user = new WindowUser(bench);
    const at = (path: string): string => join(folder, path);
    const notices = page.getByRole('status', { name: 'Notices' });
    const changed = user.status.getByRole('button', { name: 'Code changed since' });
    const again = async (verdicts: string): Promise<void> => {
      const before = (await user.shownRun())!;
      await changed.click();
      await user.reads(
        notices,
        new RegExp(`^The verdict ${verdicts}\\. ${before} \\(A\\) and r\\d+ \\(B\\): `, 'm'),
      );
      await expect.poll(() => changed.count()).toBe(0);
    };
    const isFollowed = async (path: string, text: string): Promise<void> => {
      const before = readFileSync(at(path), 'utf8');
      writeFileSync(at(path), text);
      await changed.waitFor();
      expect(await changed.getAttribute('title')).toContain(path);
      writeFileSync(at(path), before);
      await expect.poll(() => changed.count()).toBe(0);
    };
    await page.keyboard.press('Control+,');
    await page.getByRole('checkbox', { name: /^Run on save/ }).uncheck();
    await page.keyboard.press('Escape');
    await user.open('judged.ts');
    await user.run('Passed');
    expect(await changed.count()).toBe(0);

    // Typed, and not saved.
    await user.write(`// Only this is new.\n${JUDGED}`);
    await changed.waitFor();
    await user.write(JUDGED);
    await expect.poll(() => changed.count()).toBe(0);
    await isFollowed('scenarios/parts/words.ts', "export const words = 'Hi.';");
    writeFileSync(at('universes/kind.json'), '{ "wish": "Hi." }');
    await again('changed from passed to failed');
    writeFileSync(at('universes/kind.json'), '{ "wish": "Hello." }');
    await again('changed from failed to passed');

    await user.choose('Agent', 'polite.json');
    await user.run('Passed');
    await isFollowed('agents/polite.json', '{ "agent": [] }');
    await user.choose('Agent', 'Oracle');
    expect(bench.errors).toEqual([]);
  });
});

describe('the gutter', () => {
  it('stays beside its lines when another panel was shown, at the end of a source', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await page.locator('.monaco-editor .view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+4');
    await page.keyboard.press('Control+1');

    const lowest = (which: string): Promise<number> =>
      page.evaluate(
        (wanted) =>
          Math.max(...[...document.querySelectorAll(wanted)].map((one) => one.getBoundingClientRect().top)),
        which,
      );
    await expect
      .poll(async () => (await lowest('.margin-view-overlays .line-numbers')) - (await lowest('.view-line')))
      .toBe(0);
    expect(bench.errors).toEqual([]);
  });
});

describe('a live preview', () => {
  const hello = (...names: string[]): string =>
    withEvents(...names.map((name) => `user.send_message_to_agent({ content: 'Hello ${name}.' });`));

  it('runs each edit, keeps the last run that was good, and stores nothing until it is kept', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const banner = page.getByRole('status', { name: 'Live preview' });
    const runs = user.list('Runs').locator('[data-run]');
    await user.open('lively.ts');
    const before = await runs.count();

    await page.keyboard.press('Control+F5');
    await user.reads(banner, 'Each edit runs at once. Nothing is stored.');
    await user.reads(user.status, '#0 of 1');
    await user.write(hello('Ada', 'Grace'));
    await user.reads(banner, /Before \(A\), now \(B\): .*Entries: 1 changed, 1 new\./);
    await page.getByRole('img', { name: 'New with the last edit' }).waitFor();

    await user.write(hello('Ada', 'Grace').replace('events(', 'events('.repeat(2)));
    await user.reads(banner, 'The edit does not run. This is the last one that did.');
    await user.write(
      withEvents("condition('served', ({ user }) => user.messages[0]!.sender === 'x');").replace(
        '[0]!',
        '[0]!.x!',
      ),
    );
    await user.reads(banner, 'This is the last one that did.');
    await user.reads(user.status, '#1 of 2');
    await user.write(
      withEvents("condition('served', ({ user }) => user.messages[0]!.content === '').every(5).timeout(9);"),
    );
    await banner.getByRole('button', { name: 'Show problems' }).click();
    await user.reads(
      user.panel('Problems'),
      /TypeError: Cannot read properties of undefined .* \(#0 at \+0 s, where user\.messages\[0\] = undefined\)/,
    );
    await user.reads(user.status, '#1 of 2');

    await user.write(hello('Ada'));
    await user.reads(user.status, '#0 of 1');
    expect(await runs.count()).toBe(before);
    await banner.getByRole('button', { name: 'Keep run' }).click();
    await expect.poll(() => runs.count()).toBe(before + 1);
    expect(await user.shownRun()).toBeDefined();
    await banner.getByRole('button', { name: 'Turn off' }).click();
    await expect.poll(() => banner.count()).toBe(0);
    await user.reads(user.status, '#0 of 1');
    expect(bench.errors).toEqual([]);
  });
});

/** The pattern for a match within a longer text. */
const withoutEnds = ({ source }: RegExp): RegExp => new RegExp(source.replace(/^\^|\$$/g, ''));
