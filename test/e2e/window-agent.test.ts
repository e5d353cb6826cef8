import { describe, expect, it } from 'vitest';
import { ask } from './call-main.ts';
import { Hand } from './hand.ts';
import { openWorkbench } from './open-workbench.ts';

describe('a program of the workspace that acts as the agent', () => {
  it('is chosen, does its part between stops and breakpoints, and is named with the run', async () => {
    await using bench = await openWorkbench();
    const { page } = bench;
    const hand = new Hand(bench);
    await hand.open('invoice-by-noon.ts');
    await hand.choose('Agent', 'node agents/forwarder.mjs');

    await hand.button('Step to agent action').click();
    await expect.poll(() => hand.entries()).toBeGreaterThan(0);
    await hand.reads(hand.status, 'Paused');
    await hand.reads(hand.status, 'node agents/forwarder.mjs');
    await page.keyboard.press('F5');

    await hand.reads(hand.status, 'Passed');
    const { runs } = await ask(page, 'workspace.read', {});
    expect(runs[0]?.choices?.agent).toEqual({ command: 'node agents/forwarder.mjs', thinking: 'frozen' });

    await hand.button('Restart').click();
    await expect.poll(async () => (await ask(page, 'workspace.read', {})).runs.length).toBe(2);
    await hand.reads(hand.status, 'Passed');
    const again = (await ask(page, 'workspace.read', {})).runs;
    expect(again[0]?.logHash).toBe(again[1]?.logHash);

    await hand.scrubTo(10);
    await hand.button('Branch from here').click();
    await hand.choose('What to change', 'Process plays from here');
    await hand.button('Run branch').click();
    await expect.poll(async () => (await ask(page, 'workspace.read', {})).runs.length).toBe(3);
    await hand.reads(hand.status, 'Passed');
    await hand.reads(hand.status, 'node agents/forwarder.mjs');
    expect(bench.faults).toEqual([]);
  });

  it('leaves it to a script, which a run that is started anew follows, too', async () => {
    await using bench = await openWorkbench();
    const { page } = bench;
    const hand = new Hand(bench);
    await hand.open('invoice-by-noon.ts');
    await hand.choose('Agent', 'hasty.json');

    await hand.run('Failed');
    await hand.reads(hand.status, 'Script hasty.json');
    await hand.button('Restart').click();

    await expect.poll(async () => (await ask(page, 'workspace.read', {})).runs.length).toBe(2);
    await hand.reads(hand.status, 'Failed');
    const { runs } = await ask(page, 'workspace.read', {});
    expect(runs.map(({ choices }) => choices?.script)).toEqual(Array(2).fill('agents/hasty.json'));
    expect(runs[0]?.logHash).toBe(runs[1]?.logHash);
    expect(bench.faults).toEqual([]);
  });

  it('is heard: what it wrote before it broke stands with the run, and why the run ended', async () => {
    await using bench = await openWorkbench({
      'agents/forwarder.mjs': "console.error('Loading the model');\nthrow new Error('found no GPU');\n",
    });
    const hand = new Hand(bench);
    await hand.open('invoice-by-noon.ts');
    await hand.choose('Agent', 'node agents/forwarder.mjs');

    await hand.run('Agent crashed');

    await hand.tab('Transcript').click();
    await hand.reads(hand.panel('Transcript'), /Loading the model[^]*Error: found no GPU/);
    await hand.tab('Verdict').click();
    await hand.reads(hand.panel('Verdict'), 'The agent exited with code 1 before it answered.');
    expect(bench.faults).toEqual([]);
  });

  it('is none but those in the folder agents/', async () => {
    await using bench = await openWorkbench();
    const request = {
      ...({ scenario: 'scenarios/invoice-by-noon.ts', mode: 'plain', paused: false } as const),
      choices: { agent: { command: 'node -e "process.exit(0)"', thinking: 'frozen' } } as const,
    };

    await expect(ask(bench.page, 'run.start', request)).rejects.toThrow('Choose node agents/forwarder.mjs');
  });
});
