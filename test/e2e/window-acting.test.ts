import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Hand } from './hand.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';

/** Opens the form by its key and picks a tool. */
async function pick(bench: Workbench, app: string, tool: string): Promise<void> {
  const hand = new Hand(bench);
  await bench.page.keyboard.press('c');
  await hand.choose('App', app);
  await hand.choose('Tool', tool);
}

describe('calling a tool by hand', () => {
  it('puts an act of the user into a run that waits, once its arguments fit', async () => {
    await using workbench = await openWorkbench();
    const { page } = workbench;
    const hand = new Hand(workbench);
    await hand.open('invoice-by-noon.ts');
    await hand.button('Step').click();
    await hand.reads(hand.status, 'Paused');

    const form = page.getByRole('form', { name: 'Call' });
    await pick(workbench, 'mail', 'get_email_by_id');
    await hand.button('Call').click();
    await hand.reads(form, 'email_id: needs text');
    await form.getByLabel('email_id', { exact: true }).fill('no-such-mail');
    await page.keyboard.press('Control+Enter');
    await hand.reads(form, 'The call failed, logged as #1');
    await page.keyboard.press('Escape');

    await pick(workbench, 'user', 'send_message_to_agent');
    await form.getByLabel('content', { exact: true }).fill('And a copy to me.');
    await hand.button('Call').click();
    await hand.reads(page.getByRole('region', { name: 'Inspector' }), 'not part of the scenario');
    await hand.tab('Apps').click();
    await hand.reads(hand.panel('user'), 'And a copy to me.');

    await hand.button('Resume').click();
    await hand.reads(hand.status, 'Passed');
    expect(workbench.faults).toEqual([]);
  });

  it('branches a run that is over, at the playhead', async () => {
    await using workbench = await openWorkbench();
    const { page } = workbench;
    const hand = new Hand(workbench);
    await hand.open('invoice-by-noon.ts');
    await hand.run('Passed');
    const entries = await hand.entries();
    await hand.scrubTo(1);

    await pick(workbench, 'user', 'send_message_to_agent');
    await hand.reads(page.getByRole('dialog', { name: 'Call a tool' }), 'after entry #1');
    await page
      .getByRole('form', { name: 'Call' })
      .getByLabel('content', { exact: true })
      .fill('Hurry, please.');
    await hand.button('Branch with this call').click();

    await expect.poll(() => hand.entries()).toBe(entries + 1);
    await hand.scrubTo(2);
    await hand.reads(page.getByRole('region', { name: 'Inspector' }), 'Hurry, please.');
  });
});

describe('branching', () => {
  it('sets a value of an app’s state, and the parent still comes out the same', async () => {
    await using workbench = await openWorkbench();
    const { page } = workbench;
    const hand = new Hand(workbench);
    await hand.open('invoice-by-noon.ts');
    await hand.run('Passed');
    await hand.scrubTo(1);

    await page.keyboard.press('b');
    const form = page.getByRole('form', { name: 'Branch' });
    await hand.choose('What to change', 'Change app state');
    await hand.choose('App', 'mail');
    await form.getByLabel(/^Path/).fill('user_email');
    await expect.poll(() => form.getByLabel(/^Value/).inputValue()).toContain('@');
    await form.getByLabel(/^Value/).fill('somebody@else.example');
    await hand.button('Run branch').click();
    await hand
      .list('Runs')
      .getByRole('button', { name: /^(Passed|Failed) invoice-by-noon r2/ })
      .waitFor();
    await hand.scrubTo(2);
    await hand.reads(hand.panel('Log'), 'set_state');

    await hand
      .list('Runs')
      .getByRole('button', { name: /^Passed invoice-by-noon r1/ })
      .click();
    await hand.tab('Verdict').click();
    await hand.button('Verify').click();
    await hand.reads(page.getByRole('group', { name: 'Verification' }), 'same log hash');
    expect(workbench.faults).toEqual([]);
  });
});

describe('playing the user', () => {
  it('keeps the run open, and what was done is saved as the scenario’s next version', async () => {
    await using workbench = await openWorkbench();
    const { page } = workbench;
    const hand = new Hand(workbench);
    await hand.open('invoice-by-noon.ts');
    await hand.button('Play the user').click();
    const banner = page.getByRole('region', { name: 'You are the user' });
    await hand.reads(banner, 'pauses for you');

    await page.getByRole('textbox', { name: 'Message' }).fill('Is it there yet?');
    await page.keyboard.press('Enter');
    await hand.reads(hand.panel('user'), 'Is it there yet?');
    await banner.getByRole('button', { name: 'Call a tool…' }).click();
    await hand.choose('App', 'mail');
    await hand.choose('Tool', 'send_email');
    const form = page.getByRole('form', { name: 'Call' });
    await form.getByLabel('subject', { exact: true }).fill("Where's my invoice?");
    await hand.button('Add to recipients').click();
    await form.getByLabel('recipients 1', { exact: true }).fill('accounts@lighthouse.example');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => form.count()).toBe(0);
    await banner.getByRole('button', { name: 'Stop run' }).click();
    await hand.reads(banner, 'You were the user');

    await banner.getByRole('button', { name: 'Save as next version' }).click();
    await hand.reads(hand.list('Scenarios'), 'invoice-by-noon-2.ts');
    await hand.reads(page.getByRole('list', { name: 'Breadcrumb' }), 'r1');
    expect(await readFile(join(workbench.folder, 'scenarios/invoice-by-noon-2.ts'), 'utf8')).toContain(
      '// What a person did in run r1.',
    );
    await hand.button('Run').click();
    const log = hand.panel('Log');
    await hand.reads(hand.status, 'Passed');
    const field = page.getByRole('combobox', { name: 'Find in log' });
    for (const words of ['Is it there yet?', "Where's my invoice?"]) {
      await field.fill(`"${words}"`);
      await hand.reads(log, words);
    }
    expect(workbench.faults).toEqual([]);
  });
});
