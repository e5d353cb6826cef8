import { describe, expect, it } from 'vitest';
import type { ToolDescription } from '../../engine/index.ts';
import { jsonOf, orreryIn, type RunReport } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';

const HOT = 'scenarios/hot-greenhouse.ts';

describe('an app of the scenario’s own', () => {
  it('is run, and its state is kept at every entry', async () => {
    const folder = sampleWorkspace();

    const { run, verdict, log } = await jsonOf<RunReport>(folder, ['run', HOT, '--db', 'runs.db', '--json']);

    expect(verdict?.outcome).toBe('passed');
    const opened = log.findIndex((entry) => 'action' in entry && entry.action.tool === 'open_vent');
    const stateAt = (at: number): Promise<unknown> =>
      jsonOf(folder, ['state', run, '--at', String(at), '--app', 'greenhouse', '--db', 'runs.db']);
    expect(await stateAt(-1)).toEqual({ celsius: 24, open: { north: false, south: false } });
    expect(await stateAt(opened)).toEqual({ celsius: 33.5, open: { north: true, south: false } });
  });

  it('tells agents of its tools', async () => {
    const tools = await jsonOf<ToolDescription[]>(sampleWorkspace(), [
      'tools',
      HOT,
      '--app',
      'greenhouse',
      '--json',
    ]);

    expect(tools.map(({ signature }) => signature)).toEqual([
      'greenhouse__get_climate() -> Any',
      'greenhouse__set_temperature(celsius: float) -> Any',
      'greenhouse__open_vent(vent: str) -> Any',
    ]);
  });

  it('has its types checked like any other', async () => {
    const folder = sampleWorkspace({
      [HOT]: `import { scenario, seconds } from 'orrery';
import { greenhouse } from './apps/greenhouse.ts';
export default scenario({
  name: 'cold',
  apps: () => ({ greenhouse: greenhouse({ celsius: 20, open: {} }) }),
  events({ greenhouse }) {
    greenhouse.set_temperature({ celsius: 'cold' }).at(seconds(1));
  },
});
`,
    });

    const { code, stderr } = await orreryIn(folder, ['run', HOT]);

    expect(stderr).toContain(`${HOT}:7:34: Type 'string' is not assignable`);
    expect(code).toBe(1);
  });
});
