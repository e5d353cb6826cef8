import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orreryIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';

const SCENARIO = 'scenarios/invoice-by-noon.ts';
const SCRIPT = ['--script', 'agents/hasty.json'];
const hashIn = (text: string): string | undefined => /^log hash (\w{64})$/m.exec(text)?.[1];

describe('an agent that follows a script', () => {
  it('does the same in a run of its own and in a branch, and can be verified and let go of', async () => {
    const folder = sampleWorkspace();
    const orrery = (...args: string[]): ReturnType<typeof orreryIn> =>
      orreryIn(folder, [...args, '--db', 'runs.db']);

    const own = await orrery('run', SCENARIO, ...SCRIPT);
    await orrery('run', SCENARIO);
    const branch = await orrery('branch', 'r2', '--at', '0', ...SCRIPT);
    const verified = await orrery('verify', 'r1');
    const letGo = await orrery('branch', 'r1', '--at', '5', '--change', 'mode oracle');

    expect(own.stdout).toContain('plain mode, seed 0, agent follows agents/hasty.json');
    expect(own.stdout).toMatch(/^#7 +\+30s +agent +mail\.forward_email/m);
    expect(own.code).toBe(1);
    expect(hashIn(branch.stdout)).toBe(hashIn(own.stdout));
    expect(verified.stdout).toContain('ran again, 84 entries identical');
    expect(letGo.stdout).toMatch(/^verdict: passed: /m);
  });

  it('has done what it did before its branch follows another of the same name', async () => {
    const folder = sampleWorkspace({ 'spare/agents/hasty.json': '{"agent": []}' });
    const orrery = (...args: string[]): ReturnType<typeof orreryIn> =>
      orreryIn(folder, [...args, '--db', 'runs.db']);
    mkdirSync(join(folder, 'spare/scenarios'));

    await orrery('run', SCENARIO, ...SCRIPT);
    await orrery('branch', 'r1', '--at', '83', '--script', 'spare/agents/hasty.json');
    const compared = await orrery('compare', 'r1', 'r2');
    const verified = await orrery('verify', 'r2');

    expect(compared.stdout).toContain('No difference: 84 entries are equal.');
    expect(verified.stdout).toContain('ran again, 84 entries identical');
  });

  it.each([
    ['{"agent": [{"at": "noon", "app": "mail"}]}', 'script.json, agent[0].at: "noon" is not a number.'],
    ['[]', /^script\.json: A list is not an object/],
  ])('is told of where its script is %s', async (text, message) => {
    const folder = sampleWorkspace({ 'script.json': text });

    const { code, stdout, stderr } = await orreryIn(folder, ['run', SCENARIO, '--script', 'script.json']);

    if (typeof message === 'string') expect(stderr).toContain(message);
    else expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });
});
