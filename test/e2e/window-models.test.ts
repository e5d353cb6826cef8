import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { installedEngine } from '../main/model-agent/model-engine.ts';
import { chat, modelServer, stream } from '../main/model-agent/model-server.ts';
import { writeTinyModel } from '../main/model-agent/tiny-gguf.ts';
import { ask } from './call-main.ts';
import { clerk } from './clerk-model.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openWorkbench } from './open-workbench.ts';
import { WindowUser } from './window-user.ts';

const MODEL = { wire: 'chat-completions', calls: 'native', parameters: {} } as const;

describe('models in the window', () => {
  const workbench = oneWorkbench();

  it('are compared in a sweep, which ends at its limit and says so', async () => {
    const { page, folder } = workbench;
    const user = new WindowUser(workbench);
    const { url, asked } = await modelServer((response, one) => {
      if (one.body['model'] === 'small') stream(response, chat({ text: 'I do not know.' }));
      else stream(response, clerk(one));
    });
    const models = ['big', 'small'].map((name) => ({ ...MODEL, url, name }));
    await ask(page, 'models.set', { models });
    await page.reload();
    await user.open('invoice-by-noon.ts');
    const makeSweep = async (name: string, limits: Readonly<Record<string, string>>): Promise<void> => {
      await page.keyboard.press('Control+Shift+S');
      await user.button('New sweep').first().click();
      const dialog = page.getByRole('dialog', { name: 'New sweep' });
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await dialog.getByRole('textbox', { name: 'Seeds' }).fill('1..3');
      expect(await dialog.getByText('Limits of the models').count()).toBe(0);
      for (const agent of ['Oracle', 'No agent'])
        await dialog.getByRole('checkbox', { name: agent }).uncheck();
      for (const agent of ['big', 'small'])
        await dialog.getByRole('checkbox', { name: new RegExp(`^${agent} · `) }).check();
      await dialog.getByLabel('Max. requests').fill('many');
      await user.reads(dialog, 'Max. requests: a whole number, 1 or more, or empty');
      await dialog.getByLabel('Max. requests').fill('');
      for (const [label, value] of Object.entries(limits)) await dialog.getByLabel(label).fill(value);
      await user.reads(dialog, '6 jobs: 3 seeds × 2 agents');
      await dialog.getByRole('button', { name: 'Start sweep' }).click();
    };

    await makeSweep('two-models', { 'Jobs at once per server': '2' });

    await page.getByRole('status').getByText('Completed').waitFor();
    await user.reads(
      page.getByRole('region', { name: 'Sweep' }),
      /big\s+small\s+Seed 1\s+Passed\s+Failed\s+Seed 2\s+Passed\s+Failed\s+Seed 3\s+Passed\s+Failed/,
    );
    await page.getByRole('radio', { name: 'Statistics' }).click();
    const requests = asked.filter(({ body }) => body['model'] === 'big').length;
    await user.reads(
      page.getByRole('region', { name: 'Sweep' }),
      `${requests} requests, ${requests * 20} tokens in`,
    );
    const file = JSON.parse(readFileSync(join(folder, 'sweeps/two-models.json'), 'utf8')) as object;
    expect(file).toMatchObject({ agents: [{ name: 'big', model: `${url}#big` }, { name: 'small' }] });

    await page.getByRole('radio', { name: 'Grid' }).click();
    await user.button('All sweeps').click();
    await page.keyboard.press('Escape');
    await makeSweep('limited', { 'Jobs at once per server': '1', 'Max. requests': '4' });
    await user.reads(page.getByRole('region', { name: 'Sweep' }), 'ended at its limit of 4 requests');
    expect(workbench.errors).toEqual([]);
  });

  it('may use so much in a run, which ends at a limit and says so', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    const { url, asked } = await modelServer((response, one) => {
      stream(response, clerk(one));
    });
    await ask(page, 'models.set', { models: [{ ...MODEL, url, name: 'tiny' }] });
    await page.reload();
    await user.open('invoice-by-noon.ts');
    await user.choose('Agent', `tiny · ${new URL(url).host}`);
    await user.button(/^Run options/).click();
    await page.getByLabel('Max. requests').fill('2');
    await page.keyboard.press('Escape');

    await user.run('Limit reached');

    expect(asked.length).toBe(2);
    await user.tab('Transcript').click();
    await user.reads(user.panel('Transcript'), 'The run was ended at its limit of 2 requests.');
    const [run] = (await ask(page, 'workspace.read', {})).runs;
    expect(run?.choices?.agent?.limits).toEqual({ requests: 2 });
    await user.button(/^Run options/).click();
    await page.getByLabel('Max. cost').fill('0');
    await user.reads(page.getByRole('group', { name: 'Run options' }), 'A number above 0');
    await user.button('Reset').click();
    await page.keyboard.press('Escape');
    expect(workbench.errors).toEqual([]);
  });
});

it('a model in a file plays in the window, and is repeated from its record', async () => {
  for (const [name, value] of Object.entries(await installedEngine())) vi.stubEnv(name, value);
  await using bench = await openWorkbench().finally(() => vi.unstubAllEnvs());
  const user = new WindowUser(bench);
  const [tool, message] = ['"tool":"', 'user__send_message_to_user'];
  const file = join(bench.folder, 'tiny.gguf');
  writeTinyModel(file, {
    pieces: [tool, message],
    likes: { [tool]: 20, '"': 8, '}': 4 },
    pairs: { [tool]: { [message]: 20 } },
  });
  await user.open('invoice-by-noon.ts');
  await user.choose('Agent', 'Add a model…');
  const dialog = bench.page.getByRole('dialog', { name: 'Models' });
  await dialog.getByRole('radio', { name: 'GGUF file' }).click();
  await user.opens(file);
  await user.button('Choose file…').click();
  await user.reads(dialog, 'tiny.gguf');
  await dialog.getByLabel('Parameters').fill('seed = 3\ntemperature = 1\nthreads = 1');
  await user.button('Save and use').click();

  const first = await user.run('Failed');

  const hash = await user.logHash();
  await user.tab('Transcript').click();
  await user.reads(user.panel('Transcript'), /cached[^]*Reply/);
  await user.tab('Verdict').click();
  await user.reads(
    bench.page.getByRole('region', { name: 'Model', exact: true }),
    /Requests\s+3[^]*Tokens out/,
  );
  await user.chooseOption('Model’s answers', `Replay ${first}`);
  await user.run('Failed');
  expect(await user.logHash()).toBe(hash);
  expect(bench.errors).toEqual([]);
});
