import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../main/host/system/installation.ts';
import { openDatabase } from '../open-database.ts';
import { withEvents } from './broken-scenarios.ts';
import { ask } from './call-main.ts';
import { FILLING } from './long-scenario.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openWorkbench, openWorkbenchOn } from './open-workbench.ts';
import { copySample } from './sample-workspace.ts';
import { mountSmallDisk, resizeDisk } from './small-disk.ts';
import { temporaryFolder } from './temporary-folder.ts';

const TURN = '\u202e';

/** A scenario with {@link TURN} in everything that an author names or writes. */
const TURNED = `import { agentUserInterface, emailClient, scenario, seconds } from 'orrery';

export default scenario({
  name: 'turned${TURN}',
  tags: ['tag${TURN}'],
  apps: () => ({ user: agentUserInterface(), mail: emailClient({ inbox: [] }) }),
  events({ user, mail }, { condition, oracle, validation }) {
    const ask = user.send_message_to_agent({ content: 'hi${TURN}' }).at(seconds(5));
    const arrived = mail.send_email_to_user_only({ sender: 'b${TURN}@x.example', subject: 's${TURN}', content: 'c${TURN}' });
    arrived.after(ask, seconds(1));
    condition('it is there${TURN}', () => true).after(arrived);
    oracle(user.send_message_to_user({ content: 'yes${TURN}' })).after(arrived, seconds(1));
    validation({
      milestones: { 'told${TURN}': (world) => world.user.messages.some(({ sender }) => sender === 'Agent') },
      minefields: { 'wrong${TURN}': () => false },
    }).after(ask).every(1).timeout(60);
  },
});
`;

const TRACE = join(SAMPLE_WORKSPACE, 'traces/clay_delivery_time.trace.json');

describe('a window whose database is none', () => {
  it('can be used, though not to run, and leaves the file as it was', async () => {
    const text =
      'This is a letter, and it is long enough to be looked at for the mark of a database. '.repeat(40);
    await using bench = await openWorkbench({ '.orrery/orrery.db': text });
    const user = new WindowUser(bench);

    await user.reads(bench.page.getByRole('alert'), /orrery\.db: This is not a SQLite database/);
    await user.open('invoice-by-noon.ts');
    await user.reads(bench.page.locator('.monaco-editor'), "name: 'invoice-by-noon'");
    expect(await user.button('Run').isDisabled()).toBe(true);
    await user.button('Import clay_delivery_time.trace.json').click();
    await user.reads(bench.page.getByRole('status', { name: 'Notices' }), 'not a SQLite database');

    expect(readFileSync(join(bench.folder, '.orrery/orrery.db'), 'utf8')).toBe(text);
  });
});

describe('a window whose disk fills up while it records a run', () => {
  it('says so, keeps what was logged, and goes on when there is room', async (test) => {
    const disk = join(temporaryFolder(), 'disk');
    if (!mountSmallDisk(disk, '14m')) test.skip();
    copySample(disk);
    await using bench = await openWorkbenchOn(disk, FILLING);
    const user = new WindowUser(bench);
    await user.open('filling.ts');

    await user.run('Interrupted');

    await user.tab('Verdict').click();
    await user.reads(user.panel('Verdict'), 'The disk is full. Make room and try again');
    const logged = await user.entries();
    expect(logged).toBeGreaterThan(1_000);
    resizeDisk(disk, '200m');
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    const { runs } = await ask(bench.page, 'workspace.read', {});
    expect(runs).toMatchObject([
      { id: 'r2', state: 'completed' },
      { id: 'r1', state: 'interrupted', entries: logged },
    ]);
    expect(bench.errors).toEqual([]);
  });
});

describe('a window whose disk is full when a scenario is saved', () => {
  it('says so, keeps the file and the text, and takes back what it said when the scenario is saved', async (test) => {
    const disk = join(temporaryFolder(), 'disk');
    if (!mountSmallDisk(disk, '30m')) test.skip();
    const text = withEvents("user.send_message_to_agent({ content: 'Hello.' });");
    await using bench = await openWorkbenchOn(disk, { 'scenarios/own.ts': text });
    const user = new WindowUser(bench);
    const notices = bench.page.getByRole('status', { name: 'Notices' });
    const file = join(disk, 'scenarios/own.ts');
    const longer = `// ${'x'.repeat(100_000)}\n${text}`;
    await user.open('own.ts');
    expect(() => {
      writeFileSync(join(disk, 'filling'), Buffer.alloc(40_000_000));
    }).toThrow('ENOSPC');

    await user.write(longer);
    await bench.page.keyboard.press('Control+S');

    await user.reads(
      notices,
      'scenarios/own.ts is not saved: The disk is full. Make room and try again; nothing was changed.',
    );
    expect(readFileSync(file, 'utf8')).toBe(text);
    resizeDisk(disk, '100m');
    await bench.page.keyboard.press('Control+S');
    await user.button('own.ts').waitFor();
    expect(readFileSync(file, 'utf8')).toBe(longer);
    await expect.poll(() => notices.innerText()).not.toContain('is not saved');
    expect(bench.errors).toEqual([]);
  });
});

describe('the window', () => {
  const bench = oneWorkbench({
    'scenarios/slow.ts': withEvents(
      'let sum = 0;',
      'for (let round = 0; round < 190_000_000; round++) sum += Math.sqrt(round);',
      'user.send_message_to_agent({ content: String(sum > 0) });',
    ),
    'scenarios/broken-check.ts': withEvents(
      "const asked = user.send_message_to_agent({ content: 'Soup?' });",
      'agentValidation({ milestones: { never: () => {',
      '  while (true);',
      '} } }).after(asked).timeout(60);',
      "oracle(user.send_message_to_user({ content: 'Yes' })).after(asked);",
    ).replace('{ condition }', '{ agentValidation, oracle }'),
    'scenarios/broken.ts': withEvents("condition('never', () => {", '  while (true);', '});'),
    'traces/cut-short.json': readFileSync(TRACE, 'utf8').slice(0, 5_000),
    'traces/no-json.json': 'Dear archive,\n',
    'traces/huge.json': '',
    'scenarios/turned.ts': TURNED,
    [`agents/b${TURN}.json`]: '{"agent": []}',
  });

  // First, because all that it shows must be in the one run.
  it('shows a code in the place of text that turns its direction, in every panel, menu and tooltip', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    await user.open('turned.ts');
    await user.run('Passed');
    for (const tab of ['Graph', 'Transcript', 'Verdict', 'Queue', 'Apps']) {
      await user.tab(tab).click();
      expect(await turnedTexts(page), tab).toEqual([]);
    }
    await user.tab('mail').click();
    await user.reads(user.panel('Apps'), String.raw`\u202e`);
    expect(await turnedTexts(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Oracle' }).waitFor();
    expect(await turnedTexts(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+7');
    await page.getByRole('grid', { name: /^Runs/ }).getByText('r1').waitFor();
    expect(await turnedTexts(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(bench.errors).toEqual([]);
  });

  it.each(['Main process', 'Separate process'])(
    'lets a run in the %s wait for a locked database, or give up',
    async (process) => {
      const user = new WindowUser(bench);
      const notices = bench.page.getByRole('status', { name: 'Notices' });
      await user.open('invoice-by-noon.ts');
      await ask(bench.page, 'scenario.isolate', {
        path: 'scenarios/invoice-by-noon.ts',
        isolated: process === 'Separate process',
      });
      const other = openDatabase(join(bench.folder, '.orrery/orrery.db'));
      onTestFinished(() => void other.close());

      const known = await ask(bench.page, 'workspace.read', {});
      const shown = await user.shownRun();
      other.exec('BEGIN IMMEDIATE');
      await user.button('Run').click();
      await user.reads(notices, 'Another program has locked the database. Waiting until it is free.');
      await user.button('Cancel').click();
      await expect.poll(() => notices.innerText()).toBe('');
      await user.button('Run').click();
      await user.reads(notices, 'Another program has locked the database. Waiting until it is free.');
      other.exec('COMMIT');

      await expect.poll(() => user.shownRun()).not.toBe(shown);
      await user.reads(user.status, 'Passed');
      const { runs } = await ask(bench.page, 'workspace.read', {});
      expect(runs).toHaveLength(known.runs.length + 1);
      await expect.poll(() => notices.innerText()).toBe('');
      expect(bench.errors).toEqual([]);
    },
  );

  it('runs a scenario that takes long to plan in a separate process', async () => {
    const user = new WindowUser(bench);
    await user.open('slow.ts');

    const id = await user.run('Not judged');

    const { isolated, runs } = await ask(bench.page, 'workspace.read', {});
    expect(isolated).toContain('scenarios/slow.ts');
    expect(runs[0]).toMatchObject({ id, state: 'completed', entries: 1 });
    expect(bench.errors).toEqual([]);
  });

  it('says why a trace cannot be imported, and takes the next', async () => {
    const user = new WindowUser(bench);
    const notices = bench.page.getByRole('status', { name: 'Notices' });
    const shown = await user.shownRun();
    // An explorer that is longer than the window.
    for (let nth = 0; nth < 40; nth++)
      writeFileSync(join(bench.folder, `scenarios/more-${nth}.ts`), withEvents(''));
    await user.list('Scenarios').getByRole('button', { name: 'more-39.ts', exact: true }).waitFor();
    // Takes no room on the disk.
    truncateSync(join(bench.folder, 'traces/huge.json'), 500_000_000);

    for (const [file, message] of [
      ['cut-short.json', /cut-short\.json: The file is cut off/],
      ['no-json.json', /no-json\.json: This is text, not a trajectory/],
      ['huge.json', 'huge.json is too large: 500 MB, of 400 MB at most'],
    ] as const) {
      await user.button(`Import ${file}`).click();
      await user.reads(notices, message);
    }
    const [told, status] = [await notices.boundingBox(), await user.status.boundingBox()];
    expect(told!.y + told!.height).toBeLessThanOrEqual(status!.y);
    expect(await user.shownRun()).toBe(shown);

    await user.button('Import clay_delivery_time.trace.json').click();
    await user.reads(user.status, 'Recorded');
  });

  it.each([
    ['condition', 'broken.ts', '8:7', 0],
    ['agent validation', 'broken-check.ts', '9:7', 2],
  ] as const)(
    'shows where code that never answers broke the run: the %s',
    async (_what, file, place, entry) => {
      const user = new WindowUser(bench);
      await user.open(file);
      const shown = await user.shownRun();

      await user.button('Run').click();
      await expect.poll(() => user.shownRun()).not.toBe(shown);
      await user.reads(user.status, 'Failed');

      await user.tab('Verdict').click();
      await user.reads(user.panel('Verdict'), 'timed out: it ran a loop 20,000,000 times and was stopped');
      await user.scrubTo(entry);
      await user.reads(bench.page.getByRole('region', { name: 'Inspector' }), `scenarios/${file}:${place}`);
      expect(bench.errors).toEqual([]);
    },
  );
});

/** What the page shows, or tells on hover and to screen readers, with a raw character of direction; the editor shows its own. */
const turnedTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const shown = Array.from(document.querySelectorAll('body *')).filter(
      (element) => element.closest('.monaco-editor, script, style') === null,
    );
    const texts = shown.flatMap((element) => [
      ...Array.from(element.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : '')),
      ...['title', 'aria-label', 'aria-description'].map((name) => element.getAttribute(name)),
    ]);
    return texts.filter((text) => text?.includes('\u202e') === true) as string[];
  });
