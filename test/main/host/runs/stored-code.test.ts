import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunId, RunSummary } from '../../../../engine/model/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../main/host/database/index.ts';
import { describeApps, toolsOfStoredRun } from '../../../../main/host/inspect/index.ts';
import { judgeInWorker, RunJudge, Runs } from '../../../../main/host/runs/index.ts';
import type { AppTools } from '../../../../preload/contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ownWorker } from '../workers/worker-program.ts';
import { kitchen, unchecked } from './dinner.ts';

const worker = ownWorker();

const SCENARIO = `import { app, agentUserInterface, scenario, seconds, toolOf } from 'orrery';

const bell = app({
  class: 'Bell',
  initial: () => ({ rung: 0 }),
  tools: {
    ring: toolOf<{ rung: number }>()({
      summary: 'Rings.',
      effect: 'write',
      apply: (state) => { state.rung += 1; },
    }),
  },
});

export default scenario({
  name: 'bell',
  finalState: 'oracle',
  apps: () => ({ bell: bell(), user: agentUserInterface() }),
  events: ({ bell, user }, { oracle }) => {
    const asked = user.send_message_to_agent({ content: 'Ring.' }).at(seconds(1));
    oracle(bell.ring().after(asked, seconds(1)));
  },
});
`;

/** A completed run of the scenario, its tools while it was active, and its database. */
async function ended(): Promise<{
  readonly database: OpenDatabase;
  readonly run: RunSummary;
  readonly tools: readonly AppTools[];
}> {
  const database = openDatabase(join(temporaryFolder(), 'runs.db'));
  onTestFinished(() => {
    database[Symbol.dispose]();
  });
  const quiet = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const runs = new Runs(database.store, unchecked, quiet);
  const folder = kitchen(SCENARIO);
  const { id } = await runs.start({ folder, path: 'scenarios/dinner.ts', mode: 'plain' }, { paused: true });
  const tools = describeApps(runs.appsOf(id)!);
  runs.resume(id);
  await expect.poll(() => stateOf(database, id)).toBe('completed');
  await runs.judged;
  return { database, run: database.store.run(id)!, tools };
}

const stateOf = ({ store }: OpenDatabase, id: RunId): string | undefined => store.run(id)?.state;

describe('a worker process with the code of an ended run', () => {
  it('reaches the same verdict as this process', async () => {
    const { database, run } = await ended();
    const here = await new RunJudge(database.store).judge(run);
    const request = { file: database.file, runs: [run, run], configuration: undefined };

    const judged = await judgeInWorker(request, await worker());

    const { outcome, sentence } = here.verdict;
    const { configuration } = here.judgement!;
    expect(outcome).toBe('failed');
    expect(judged).toEqual(
      [run, run].map(({ id }) => ({ run: id, outcome, sentence, before: outcome, configuration })),
    );
  });

  it('names the tools of the scenario’s own apps', async () => {
    const { database, run, tools } = await ended();

    expect(await toolsOfStoredRun({ file: database.file, run }, await worker())).toEqual(tools);
    expect(tools[0]?.tools[0]).toMatchObject({ name: 'bell__ring' });
  });
});
