import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { connectClient, type ConnectedClient } from '../mcp-client.ts';
import { ask } from './call-main.ts';
import { oneWorkbench } from './one-workbench.ts';
import { WindowUser } from './window-user.ts';

const bench = oneWorkbench();

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

it('an MCP client plays a run of the window, between pauses and breakpoints, and another one a branch of it', async () => {
  const { page } = bench;
  const user = new WindowUser(bench);
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
  expect(bench.errors).toEqual([]);
});
