import { describe, expect, it } from 'vitest';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';

describe('a program of the workspace that acts as the agent', () => {
  const bench = oneWorkbench({
    'agents/out-of-order.mjs': "console.error('Loading the model');\nthrow new Error('found no GPU');\n",
  });

  it('is chosen, does its part between stops and breakpoints, and is named with the run', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await user.choose('Agent', 'node agents/forwarder.mjs');

    await user.button('Step to agent action').click();
    await expect.poll(() => user.entries()).toBeGreaterThan(0);
    await user.reads(user.status, 'Paused');
    await user.reads(user.status, 'node agents/forwarder.mjs');
    await page.keyboard.press('F5');

    await user.reads(user.status, 'Passed');
    const { runs } = await ask(page, 'workspace.read', {});
    expect(runs[0]?.choices?.agent).toEqual({ command: 'node agents/forwarder.mjs', thinking: 'frozen' });

    await user.button('Restart').click();
    await expect.poll(async () => (await ask(page, 'workspace.read', {})).runs.length).toBe(2);
    await user.reads(user.status, 'Passed');
    const again = (await ask(page, 'workspace.read', {})).runs;
    expect(again[0]?.logHash).toBe(again[1]?.logHash);

    await user.scrubTo(10);
    await user.button('Branch from here').click();
    await user.choose('What to change', 'Process plays from here');
    await user.button('Run branch').click();
    await expect.poll(async () => (await ask(page, 'workspace.read', {})).runs.length).toBe(3);
    await user.reads(user.status, 'Passed');
    await user.reads(user.status, 'node agents/forwarder.mjs');
    expect(bench.errors).toEqual([]);
  });

  it('leaves it to a script, which a run that is started anew follows, too', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
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
    expect(bench.errors).toEqual([]);
  });

  it('is heard: what it wrote before it broke stands with the run, and why the run ended', async () => {
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await user.choose('Agent', 'node agents/out-of-order.mjs');

    await user.run('Agent crashed');

    await user.tab('Transcript').click();
    await user.reads(user.panel('Transcript'), /Loading the model[^]*Error: found no GPU/);
    await user.tab('Verdict').click();
    await user.reads(user.panel('Verdict'), 'The agent exited with code 1 before it answered.');
    expect(bench.errors).toEqual([]);
  });

  it('is none but those in the folder agents/', async () => {
    const request = {
      ...({ scenario: 'scenarios/invoice-by-noon.ts', mode: 'plain', paused: false } as const),
      choices: { agent: { command: 'node -e "process.exit(0)"', thinking: 'frozen' } } as const,
    };

    await expect(ask(bench.page, 'run.start', request)).rejects.toThrow('Choose node agents/forwarder.mjs');
  });
});
