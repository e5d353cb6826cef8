import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chat, modelServer, stream } from '../main/model-agent/model-server.ts';
import { connectClient, type ConnectedClient } from '../mcp-client.ts';
import { ask } from './call-main.ts';
import { clerk } from './clerk-model.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import type { Workbench } from './open-workbench.ts';

const workbench = oneWorkbench({
  'prices.json': '{ "currency": "EUR", "models": { "tin*": { "input": 2, "output": 10 } } }',
  'prompts/clerk.md': 'You are a clerk. Be quick. The time is {time}.',
  'agents/out-of-order.mjs': "console.error('Loading the model');\nthrow new Error('found no GPU');\n",
});

/** Starts what the window says to paste into other clients, and connects an official client to it. */
async function pasted(
  user: WindowUser,
): Promise<{ readonly client: ConnectedClient; readonly gone: () => Promise<void> }> {
  const shown = user.panel('Transcript').locator('code[title*="mcpServers"]').last();
  const { mcpServers } = JSON.parse((await shown.getAttribute('title'))!) as {
    readonly mcpServers: {
      readonly orrery: {
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Record<string, string>;
      };
    };
  };
  const { command, args, env } = mcpServers.orrery;
  const program = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  const client = await connectClient(program.stdin, program.stdout);
  return {
    client,
    gone: async () => {
      const ended = once(program, 'close');
      await client.close();
      await ended;
    },
  };
}

/** Opens the form by its key and picks a tool. */
async function pick(bench: Pick<Workbench, 'app' | 'page'>, app: string, tool: string): Promise<void> {
  const user = new WindowUser(bench);
  await bench.page.keyboard.press('c');
  await user.choose('App', app);
  await user.choose('Tool', tool);
}

describe('calling a tool by hand', () => {
  it('puts an act of the user into a run that waits, once its arguments fit', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    await user.button('Step').click();
    await user.reads(user.status, 'Paused');

    const form = page.getByRole('form', { name: 'Call' });
    await pick(workbench, 'mail', 'get_email_by_id');
    await user.button('Call').click();
    await user.reads(form, 'email_id: needs text');
    await form.getByLabel('email_id', { exact: true }).fill('no-such-mail');
    await page.keyboard.press('Control+Enter');
    await user.reads(form, 'The call failed, logged as #1');
    await page.keyboard.press('Escape');

    await pick(workbench, 'user', 'send_message_to_agent');
    await form.getByLabel('content', { exact: true }).fill('And a copy to me.');
    await user.button('Call').click();
    await user.reads(page.getByRole('region', { name: 'Inspector' }), 'not part of the scenario');
    await user.tab('Apps').click();
    await user.reads(user.panel('user'), 'And a copy to me.');

    await user.button('Resume').click();
    await user.reads(user.status, 'Passed');
    expect(workbench.errors).toEqual([]);
  });

  it('branches a run that is over, at the playhead', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    const entries = await user.entries();
    await user.scrubTo(1);

    await pick(workbench, 'user', 'send_message_to_agent');
    await user.reads(page.getByRole('dialog', { name: 'Call a tool' }), 'after entry #1');
    await page
      .getByRole('form', { name: 'Call' })
      .getByLabel('content', { exact: true })
      .fill('Hurry, please.');
    await user.button('Branch with this call').click();

    await expect.poll(() => user.entries()).toBe(entries + 1);
    await user.scrubTo(2);
    await user.reads(page.getByRole('region', { name: 'Inspector' }), 'Hurry, please.');
  });
});

describe('branching', () => {
  it('sets a value of an app’s state, and the parent still comes out the same', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    const parent = await user.run('Passed');
    await user.scrubTo(1);

    await page.keyboard.press('b');
    const form = page.getByRole('form', { name: 'Branch' });
    await user.choose('What to change', 'Change app state');
    await user.choose('App', 'mail');
    await form.getByLabel(/^Path/).fill('user_email');
    await expect.poll(() => form.getByLabel(/^Value/).inputValue()).toContain('@');
    await form.getByLabel(/^Value/).fill('somebody@else.example');
    await user.button('Run branch').click();
    await expect.poll(() => user.shownRun()).not.toBe(parent);
    await user.reads(user.status, /Passed|Failed/);
    await user.scrubTo(2);
    await user.reads(user.panel('Log'), 'set_state');

    await user
      .list('Runs')
      .getByRole('button', { name: new RegExp(`^Passed invoice-by-noon ${parent}\\b`) })
      .click();
    await user.tab('Verdict').click();
    await user.button('Verify').click();
    await user.reads(page.getByRole('group', { name: 'Verification' }), 'same log hash');
    expect(workbench.errors).toEqual([]);
  });
});

describe('playing the user', () => {
  it('keeps the run open, and what was done is saved as the scenario’s next version', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    await user.button('Play the user').click();
    const banner = page.getByRole('region', { name: 'You are the user' });
    await user.reads(banner, 'pauses for you');
    const played = (await user.shownRun())!;
    const save = banner.getByRole('button', { name: 'Save as next version' });
    expect(await save.count()).toBe(0);

    // The field has the focus.
    await page.keyboard.type('Is it there yet?');
    await page.keyboard.press('Enter');
    await user.reads(user.panel('user'), 'Is it there yet?');
    await banner.getByRole('button', { name: 'Call a tool…' }).click();
    await user.choose('App', 'mail');
    await user.choose('Tool', 'send_email');
    const form = page.getByRole('form', { name: 'Call' });
    await form.getByLabel('subject', { exact: true }).fill("Where's my invoice?");
    await user.button('Add to recipients').click();
    await form.getByLabel('recipients 1', { exact: true }).fill('accounts@lighthouse.example');
    // With the focus outside the arguments.
    expect(await page.getByRole('radio', { name: 'User', exact: true }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'User', exact: true }).focus();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => form.count()).toBe(0);
    await banner.getByRole('button', { name: 'Stop run' }).click();
    await user.reads(banner, 'You were the user');

    await save.click();
    await user.reads(user.list('Scenarios'), 'invoice-by-noon-2.ts');
    await user.reads(
      page.getByRole('status', { name: 'Notices' }),
      `2 of your calls in ${played} are events. With the agent’s recorded calls it ends in the same state as ${played}.`,
    );
    expect(await user.shownRun()).toBe(played);
    expect(await readFile(join(workbench.folder, 'scenarios/invoice-by-noon-2.ts'), 'utf8')).toContain(
      `// What a person did in run ${played}.`,
    );
    await user.run('Passed');
    const log = user.panel('Log');
    const field = page.getByRole('combobox', { name: 'Find in log' });
    for (const words of ['Is it there yet?', "Where's my invoice?"]) {
      await field.fill(`"${words}"`);
      await user.reads(log, words);
    }
    expect(workbench.errors).toEqual([]);
  });

  it('offers to save nothing where nothing was done', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    await user.button('Play the user').click();
    const banner = page.getByRole('region', { name: 'You are the user' });
    await expect
      .poll(() =>
        page.getByRole('textbox', { name: 'Message' }).evaluate((one) => one === document.activeElement),
      )
      .toBe(true);
    await banner.getByRole('button', { name: 'Stop run' }).click();
    await user.reads(banner, /You did nothing in r\d+, so there is nothing to save/);
    expect(await banner.getByRole('button').count()).toBe(0);
    expect(workbench.errors).toEqual([]);
  });
});

describe('a program of the workspace that acts as the agent', () => {
  it('is chosen, does its part between stops and breakpoints, and is named with the run', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    const before = (await ask(page, 'workspace.read', {})).runs.length;
    await user.choose('Agent', 'agents/forwarder.mjs');

    await user.button('Step to agent action').click();
    await user.reads(user.status, 'Paused');
    expect(await user.entries()).toBeGreaterThan(0);
    await user.reads(user.status, 'node agents/forwarder.mjs');
    await page.keyboard.press('F5');

    await user.reads(user.status, 'Passed');
    const { runs } = await ask(page, 'workspace.read', {});
    expect(runs[0]?.choices?.agent).toEqual({ command: 'node agents/forwarder.mjs', thinking: 'frozen' });

    await user.button('Restart').click();
    await expect.poll(async () => (await ask(page, 'workspace.read', {})).runs.length).toBe(before + 2);
    await user.reads(user.status, 'Passed');
    const again = (await ask(page, 'workspace.read', {})).runs;
    expect(again[0]?.logHash).toBe(again[1]?.logHash);

    await user.scrubTo(10);
    await user.button('Branch from here').click();
    await user.choose('What to change', 'Process plays from here');
    await user.button('Run branch').click();
    await expect.poll(async () => (await ask(page, 'workspace.read', {})).runs.length).toBe(before + 3);
    await user.reads(user.status, 'Passed');
    await user.reads(user.status, 'node agents/forwarder.mjs');
    expect(workbench.errors).toEqual([]);
  });

  it('leaves it to a script, which a run that is started anew follows, too', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    await user.choose('Agent', 'hasty.json');

    const first = await user.run('Failed');
    await user.reads(user.status, 'Script hasty.json');
    await user.button('Restart').click();

    await expect.poll(() => user.shownRun()).not.toBe(first);
    await user.reads(user.status, 'Failed');
    const runs = (await ask(page, 'workspace.read', {})).runs.slice(0, 2);
    expect(runs.map(({ choices }) => choices?.script)).toEqual(Array(2).fill('agents/hasty.json'));
    expect(runs[0]?.logHash).toBe(runs[1]?.logHash);
    expect(workbench.errors).toEqual([]);
  });

  it('is heard: what it wrote before it broke stands with the run, and why the run ended', async () => {
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    await user.choose('Agent', 'agents/out-of-order.mjs');

    await user.run('Agent crashed');

    await user.tab('Transcript').click();
    await user.reads(user.panel('Transcript'), /Loading the model[^]*Error: found no GPU/);
    await user.tab('Verdict').click();
    await user.reads(user.panel('Verdict'), 'The agent exited with code 1 before it answered.');
    expect(workbench.errors).toEqual([]);
  });

  it('is none but those in the folder agents/', async () => {
    const request = {
      ...({ scenario: 'scenarios/invoice-by-noon.ts', mode: 'plain', paused: false } as const),
      choices: { agent: { program: 'node -e "process.exit(0)"', thinking: 'frozen' } } as const,
    };

    await expect(ask(workbench.page, 'run.start', request)).rejects.toThrow('Choose agents/forwarder.mjs');
  });
});

describe('a model', () => {
  it('plays the user, with a prompt and costs of its own', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    const { url, asked } = await modelServer((response, { body }) => {
      const isNew = !JSON.stringify(body['messages']).includes('"assistant"');
      const said =
        body['model'] === 'tiny' ? ['Which one?', 'Done.'] : ['The last one.', 'Thanks. ###STOP###'];
      stream(response, chat({ text: said[isNew ? 0 : 1]! }));
    });
    const model = { url, wire: 'chat-completions', calls: 'native', parameters: {} } as const;
    const models = [
      { ...model, name: 'tiny' },
      { ...model, name: 'ada' },
    ];
    const before = await ask(page, 'models.read', {});
    await ask(page, 'models.set', { models });
    await page.reload();
    await user.open('invoice-by-noon.ts');
    const server = new URL(url).host;
    await user.choose('Agent', `tiny · ${server}`);
    await user.chooseOption('User', `ada · ${server}`);
    await user.chooseOption('User’s prompt', 'clerk.md');

    await user.run('Failed');

    const [run] = (await ask(page, 'workspace.read', {})).runs;
    expect(run?.choices?.user?.model).toMatchObject({ name: 'ada', prompt: { path: 'prompts/clerk.md' } });
    await user.tab('Verdict').click();
    await user.reads(
      page.getByRole('region', { name: 'Model of the user' }),
      /ada[^]*Requests\s+2[^]*Tokens in\s+40/,
    );
    const [system] = asked.find(({ body }) => body['model'] === 'ada')!.body['messages'] as [object];
    expect(system).toMatchObject({ content: expect.stringContaining('You are a clerk.') as string });
    await user.button(/^Run options/).click();
    await user.button('Reset').click();
    await page.keyboard.press('Escape');
    await ask(page, 'models.set', { models: [...before] });
    await page.reload();
  });

  it('is tested, kept, and plays the agent; what its server says against it is read where the run ended', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    const { url, asked, close } = await modelServer((response, one) => {
      if (one.body['model'] === 'gone') response.writeHead(404).end('{"error":{"message":"no such model"}}');
      else stream(response, clerk(one));
    });
    await user.open('invoice-by-noon.ts');
    await user.choose('Agent', 'Add a model…');
    const dialog = page.getByRole('dialog', { name: 'Models' });
    await dialog.getByRole('textbox', { name: 'Server' }).fill(url);
    await user.button('Test connection').click();
    await user.reads(dialog, 'The server has tiny.');
    await dialog.getByLabel('Model name').fill('tiny');
    await user.choose('System prompt', 'prompts/clerk.md');
    await user.button('Test connection').click();
    await user.reads(dialog, /The server has this model\.[^]*It answered in[^]*it gave the same answer/);
    const tests = asked.length;
    await user.button('Save and use').click();

    await user.run('Passed');

    await user.reads(user.status, /Agent\s+tiny/);
    const [run] = (await ask(page, 'workspace.read', {})).runs;
    expect(run?.choices?.agent?.model).toMatchObject({
      name: 'tiny',
      parameters: { temperature: 0 },
      prompt: { path: 'prompts/clerk.md', text: 'You are a clerk. Be quick. The time is {time}.' },
    });
    const prompt = join(workbench.folder, 'prompts/clerk.md');
    const changed = user.status.getByRole('button', { name: 'Code changed since' });
    const written = await readFile(prompt, 'utf8');
    await writeFile(prompt, 'You are slow.');
    await changed.waitFor();
    expect(await changed.getAttribute('title')).toContain('prompts/clerk.md');
    await writeFile(prompt, written);
    await expect.poll(() => changed.count()).toBe(0);
    expect(asked[tests]?.body).toMatchObject({
      temperature: 0,
      messages: [{ content: expect.stringContaining('You are a clerk.') as string }, {}],
    });

    // Each request has 20 tokens in and 4 out: 0.00008 EUR.
    const requests = asked.length - tests;
    await user.tab('Verdict').click();
    await user.reads(
      page.getByRole('region', { name: 'Model', exact: true }),
      new RegExp(`tiny[^]*Requests\\s+${requests}[^]*Tokens in\\s+${requests * 20}[^]*Cost\\s+0.000\\d+ EUR`),
    );
    await user.tab('Transcript').click();
    const transcript = user.panel('Transcript');
    await user.reads(transcript, '0.00008 EUR');
    await transcript.getByRole('button', { name: 'Model', exact: true }).last().click();
    const request = transcript.getByRole('region', { name: /^Request / });
    await user.reads(
      request,
      /tiny · 20 tokens in · 4 out[^]*The first 12 messages are as before[^]*There is no invoice yet/,
    );
    await request.getByRole('radio', { name: 'Messages' }).click();
    await user.reads(request, /System prompt from prompts\/clerk.md, SHA-256 [\da-f]{12}[^]*You are a clerk/);
    await request.getByRole('radio', { name: 'Tools' }).click();
    await user.reads(request, 'mail__list_emails');
    await request.getByRole('radio', { name: 'Parameters' }).click();
    await user.reads(request, 'temperature');
    await request.getByRole('radio', { name: 'Raw answer' }).click();
    await user.reads(request, 'data: {"choices"');

    const before = asked.length;
    await user.button('Run options').click();
    await user.button('Show first request').click();
    const shown = page.getByRole('dialog', { name: 'First request to the model' });
    await user.reads(shown, /Exactly what is sent: 2 messages[^]*You are a clerk/);
    expect(asked.length).toBe(before);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await user.choose('Agent', 'Edit models…');
    await dialog.getByLabel('Model name').fill('gone');
    await user.button('Test connection').click();
    await user.reads(dialog, 'no such model');
    await user.button('Save and use').click();
    await user.run('Model failed');
    await user.tab('Transcript').click();
    await user.reads(
      user.panel('Transcript'),
      'The model gave no answer. The server answered 404: no such model',
    );
    close();

    await user.choose('Agent', 'Edit models…');
    await dialog.getByRole('button', { name: 'New model' }).click();
    await dialog.getByRole('radio', { name: 'GGUF file' }).click();
    await user.reads(dialog, 'Choose the file of the model, which ends in .gguf.');
    await user.opens('/models/tiny.gguf');
    await user.button('Choose file…').click();
    await user.reads(dialog, /tiny\.gguf[^]*needs node-llama-cpp\. Install it once: npm install --prefix/);
    await user.button('Save and use').click();
    await user.reads(page.getByRole('combobox', { name: 'Agent' }), 'tiny · file');
    expect(workbench.errors).toEqual([]);
  });

  it('is replayed with its server gone; a replay stops at the first request that differs', async () => {
    const user = new WindowUser(workbench);
    const { url, asked, close } = await modelServer((response, one) => {
      stream(response, clerk(one));
    });
    await user.open('invoice-by-noon.ts');
    await user.useModel(url, 'tiny', 'prompts/clerk.md');
    const first = await user.run('Passed');
    const hash = await user.logHash();
    const before = asked.length;
    close();

    await user.chooseOption('Model’s answers', `Replay ${first}`);
    await user.run('Passed');
    expect(await user.logHash()).toBe(hash);

    await writeFile(
      join(workbench.folder, 'prompts/clerk.md'),
      'You are a clerk. Be slow. The time is {time}.',
    );
    await user.run('Replay differs');
    await user.tab('Transcript').click();
    await user.reads(
      user.panel('Transcript'),
      'Request 0 to the model is not the recorded one. Message 1, of the system, differs: around word 6 it was "a clerk. Be quick. The time is" and is "a clerk. Be slow. The time is".',
    );

    // What was asked before is answered by the record of whichever run has it.
    await writeFile(
      join(workbench.folder, 'prompts/clerk.md'),
      'You are a clerk. Be quick. The time is {time}.',
    );
    await user.chooseOption('Model’s answers', 'Known answers, then ask');
    await user.run('Passed');
    expect(await user.logHash()).toBe(hash);
    expect(asked.length).toBe(before);
    await user.chooseOption('Model’s answers', 'Ask the model');
    expect(workbench.errors).toEqual([]);
  });

  it('is amended in a branch, and asked again; bars show what it did next', async () => {
    const user = new WindowUser(workbench);
    let again = 0;
    const { url } = await modelServer((response, one) => {
      const isForwarding = String(
        (one.body['messages'] as readonly { content: string }[]).at(-1)?.content,
      ).includes('Invoice 7731');
      if (isForwarding) again += 1;
      // Every other time it gives up.
      if (isForwarding && again % 2 === 0) stream(response, chat({ text: 'I give up.' }));
      else stream(response, clerk(one));
    });
    await user.open('invoice-by-noon.ts');
    await user.useModel(url, 'tiny', 'prompts/clerk.md');
    const original = await user.run('Passed');
    await user.tab('Transcript').click();
    const transcript = user.panel('Transcript');
    await transcript.getByText('mail.forward_email').first().waitFor();
    const turns = transcript.getByRole('button', { name: 'Model', exact: true });
    // The last one is of the message after it.
    await turns.nth((await turns.count()) - 2).click();
    const request = transcript.getByRole('region', { name: /^Request / });
    await user.reads(request, 'mail__forward_email');

    await request.getByRole('button', { name: 'Ask again…' }).click();
    const form = request.getByRole('form', { name: /^Change request / });
    await form.getByLabel('Branches', { exact: true }).fill('4');
    await form.getByRole('button', { name: 'Run 4 branches' }).click();
    const next = request.getByRole('region', { name: 'What the agent did next' });
    await user.reads(
      next,
      /in 5 runs[^]*mail__forward_email\s+3 of 5[^]*user__send_message_to_user\s+2 of 5[^]*I give up/,
    );
    expect(await user.shownRun()).toBe(original);

    await request.getByRole('button', { name: 'Change in a branch…' }).click();
    await user.choose('What to change', 'Answer', form);
    await form.getByLabel('Text', { exact: true }).fill('I leave it to you.');
    await form.getByRole('button', { name: 'Remove call' }).click();
    await form.getByRole('button', { name: 'Run branch' }).click();
    await expect.poll(() => user.shownRun()).not.toBe(original);
    await user.reads(user.status, 'Failed');
    await user.tab('Transcript').click();
    await user.reads(transcript, 'I leave it to you.');
    await transcript.getByRole('button', { name: 'Model answer edited by a person' }).click();
    await user.reads(
      request,
      /A person replaced the model’s answer:[^]*mail__forward_email[^]*I leave it to you/,
    );
    expect(workbench.errors).toEqual([]);
  });

  it('waits with each request and answer, which a person edits before it is carried out', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    const { url, asked } = await modelServer((response, one) => {
      stream(response, clerk(one));
    });
    await user.open('invoice-by-noon.ts');
    await user.useModel(url, 'tiny', 'prompts/clerk.md');
    await user.tab('Graph').click();
    // The transcript, which shows the request, opens by itself.
    await page.keyboard.press('Control+F11');
    const held = page.getByRole('region', { name: 'Waiting for you' });
    await user.reads(held, /has not been asked yet[^]*You are a clerk/);
    await user.reads(user.status, 'Paused');
    expect(asked.length).toBe(0);
    const entries = await user.entries();

    await user.button('Ask the model').click();
    await user.reads(held, /Nothing of it is carried out yet[^]*mail__list_emails/);
    await held.getByRole('button', { name: 'Edit answer' }).click();
    await held.getByLabel('Text', { exact: true }).fill('I look into the other folder first.');
    await held.getByLabel('Arguments of call 1, as JSON').fill('{"folder_name":"SENT"}');
    await held.getByRole('button', { name: 'Replace answer' }).click();
    await user.reads(held, /A person replaced the model’s answer:[^]*the other folder[^]*SENT/);
    expect(await user.entries()).toBe(entries);

    await held.getByLabel('Message', { exact: true }).fill('Hurry, please.');
    await page.keyboard.press('Enter');
    await user.reads(user.panel('Transcript'), 'Hurry, please.');
    await page.keyboard.press('Control+F11');
    // The next request has the edited answer, its result and the message.
    await user.reads(held, /has not been asked yet[^]*the other folder first[^]*SENT[^]*Hurry, please/);
    await user.button('Resume').click();
    await user.reads(user.status, 'Passed');
    expect(JSON.stringify(asked[1]?.body)).toContain('the other folder first');
    await page.getByRole('searchbox', { name: 'Find in transcript' }).fill('SENT');
    await page.keyboard.press('Enter');
    await user.reads(user.panel('Transcript'), 'answer edited by a person');
    const [run] = (await ask(page, 'workspace.read', {})).runs;
    const verified = await ask(page, 'run.verify', { run: run!.id });
    expect(verified.differs).toBeUndefined();
    expect(workbench.errors).toEqual([]);
  });
});

describe('an MCP client', () => {
  it('plays a run of the window, between pauses and breakpoints, and another one a branch of it', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    const look = async (name: string): Promise<void> => {
      const folder = process.env['ORRERY_PICTURES'];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
    };
    const panel = user.panel('Transcript');
    await user.open('invoice-by-noon.ts');
    await user.choose('Agent', 'MCP client');
    await user.button('Run').click();
    await user.tab('Transcript').click();
    await user.reads(panel, 'Waiting for an MCP client');
    await user.reads(
      panel,
      /Claude Code\s+claude mcp add .*\s+Codex\s+codex mcp add .*\s+Gemini CLI\s+gemini mcp add /,
    );
    await look('waiting');
    await user.button('Copy for Codex').click();
    await user.reads(page.locator('body'), 'Command for Codex copied');

    const { client, gone } = await pasted(user);
    const first = await client.call('orrery__wait');
    expect(first.structuredContent!.messages.length).toBe(1);
    await client.call('mail__list_emails', { limit: 2 });
    // Its name is that of the run's agent from its first call on.
    await user.reads(panel, 'MCP client cook 7 is connected');
    await user.reads(page.getByRole('list', { name: 'Breadcrumb' }), 'MCP client cook 7');
    await user.reads(user.status, 'MCP client cook 7');
    await user.reads(panel, 'mail.list_emails');
    await user.reads(user.status, 'Running');
    await look('playing');

    // Paused, the next call waits; the person reads meanwhile.
    await user.button('Pause').click();
    await user.reads(user.status, 'Paused');
    let isAnswered = false;
    const call = client.call('mail__search_emails', { query: 'invoice' }).then((answer) => {
      isAnswered = true;
      return answer;
    });
    await user.scrubTo(0);
    await look('paused');
    expect(isAnswered).toBe(false);
    await page.keyboard.press('F5');
    expect((await call).isError).toBeUndefined();

    // At a breakpoint the call has been carried out, and its answer waits.
    const condition = { on: 'tool', app: 'mail', tool: 'get_email_by_id' } as const;
    await ask(page, 'breakpoints.set', { breakpoints: [{ condition, enabled: true }] });
    const stopped = client.call('mail__get_email_by_id', { email_id: 'none' });
    await user.reads(user.status, 'Paused');
    await page.keyboard.press('F5');
    expect((await stopped).content[0]!.text).toContain('Email with id none does not exist');
    await ask(page, 'breakpoints.set', { breakpoints: [] });

    await client.call('orrery__finish');
    await gone();
    await user.reads(user.status, 'Failed');
    const { runs } = await ask(page, 'workspace.read', {});
    expect(runs[0]).toMatchObject({
      choices: { agent: { command: 'MCP client cook 7', client: { name: 'cook', version: '7' } } },
    });

    // A branch at one of its calls, which another client plays from there on.
    const entries = await ask(page, 'log.find', {
      run: runs[0]!.id,
      from: 0,
      search: [{ term: { kind: 'text', text: 'invoice' }, not: false }],
    });
    expect(entries.length).toBeGreaterThan(0);
    await user.scrubTo(7);
    await user.button('Branch from here').click();
    await user.choose('What to change', 'Process plays from here');
    await user.choose('Process', 'MCP client');
    await user.button('Run branch').click();
    await expect.poll(() => user.shownRun()).not.toBe(runs[0]!.id);
    await user.tab('Transcript').click();
    await user.reads(panel, 'Waiting for an MCP client');
    const second = await pasted(user);
    const told = await second.client.call('orrery__wait');
    expect(told.structuredContent!.messages.length).toBeGreaterThan(0);
    await second.client.call('user__send_message_to_user', { content: 'Not yet.' });
    await user.reads(panel, 'Not yet.');
    await look('branch');
    await second.client.call('orrery__finish');
    await second.gone();
    await user.reads(user.status, 'Failed');
    expect(workbench.errors).toEqual([]);
  });
});
