import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { tries } from '../tries.ts';
import { askedIn, NOTING_AGENT, TURNS } from './noting-agent.ts';
import { jsonOf, orreryIn, startOrrery, type RunReport } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';

const SCENARIO = 'scenarios/invoice-by-noon.ts';
const PROGRAM = 'node agents/noting.mjs';
const WITH_AGENT = ['--agent', PROGRAM, '--db', 'runs.db'];

describe('orrery resume', () => {
  it('goes on with the agent of a killed run: nothing is lost, and nothing that was answered is asked again', async () => {
    const whole = sampleWorkspace({ 'agents/noting.mjs': NOTING_AGENT });
    const { logHash } = await jsonOf<RunReport>(whole, ['run', SCENARIO, ...WITH_AGENT, '--json']);

    for (let nth = 0; nth < tries(30, 6); nth += 1) {
      const folder = sampleWorkspace({ 'agents/noting.mjs': NOTING_AGENT });
      const program = startOrrery(folder, ['run', SCENARIO, ...WITH_AGENT]);
      const ended = once(program, 'close');
      await vi.waitUntil(() => askedIn(folder).length > (nth * 5) % TURNS, { timeout: 60_000, interval: 1 });
      program.kill('SIGKILL');
      await ended;
      const before = askedIn(folder);
      const [killed] = await jsonOf<readonly RunSummary[]>(folder, ['runs', '--json', '--db', 'runs.db']);
      if (killed?.state !== 'interrupted') continue;
      const answered = await answeredIn(folder);

      const resumed = await jsonOf<RunReport>(folder, ['resume', 'r1', ...WITH_AGENT, '--json']);

      expect({ nth, hash: resumed.logHash }).toEqual({ nth, hash: logHash });
      const unanswered = Array.from({ length: TURNS + 1 - answered }, (_, nth) => answered + 1 + nth);
      expect(askedIn(folder).slice(before.length)).toEqual(unanswered);
    }
  }, 1_200_000);

  it('starts no command that only the database names, and goes on with no run that has ended', async () => {
    const folder = sampleWorkspace();
    await orreryIn(folder, ['run', SCENARIO, '--db', 'runs.db']);

    const { code, stderr } = await orreryIn(folder, ['resume', 'r1', '--db', 'runs.db']);

    expect([code, stderr]).toEqual([1, expect.stringContaining('r1 is completed.')]);
  });
});

async function answeredIn(folder: string): Promise<number> {
  const sql = "SELECT count(*) AS n FROM turns WHERE by = 'agent'";
  const [row] = await jsonOf<readonly { readonly n: number }[]>(folder, [
    'query',
    sql,
    '--json',
    '--db',
    'runs.db',
  ]);
  return row!.n;
}
