import { afterAll } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import type { RunMode, RunSummary } from '../../../../engine/model/run.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { type PreparedRun, prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import type { CheckTypes } from '../../../../main/host/scenarios/type-checks.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Skips the type check of a scenario. */
export const unchecked: CheckTypes = () => Promise.resolve([]);

/** A scenario whose events are `body`: `user` is the chat, times are in seconds. */
export const dinner = (
  body: string,
): string => `import { agentUserInterface, scenario, seconds } from 'orrery';

export default scenario({
  name: 'dinner',
  start: '2026-01-05T18:00:00Z',
  apps: () => ({ user: agentUserInterface() }),
  events({ user }, { condition, oracle, validation }) {
    ${body}
  },
});
`;

/** A scenario in which the user sends a message once a second, `calls` times. */
export const callingGuest = (calls: number): string =>
  dinner(`for (let call = 1; call <= ${calls}; call++)
      user.send_message_to_agent({ content: 'Is it ready? ' + call }).at(seconds(call));`);

/** A workspace with one scenario. */
export const kitchen = (text: string): string => temporaryFolder({ 'scenarios/dinner.ts': text });

/** A finished run, and the store that has it. */
export interface Recorded {
  readonly store: Store;
  readonly run: RunSummary;
}

/** Records a run of the scenario `text` when it is first asked for; all tests of the file then read that run. */
export function recordedOnce(text: string): () => Promise<Recorded> {
  const db = openDatabase();
  afterAll(() => void db.close());
  let recorded: Promise<Recorded> | undefined;
  return () => (recorded ??= record());

  async function record(): Promise<Recorded> {
    const store = openStore(db, packing);
    const live = new LiveRun(await prepared(text), store);
    while (!live.over) live.advance(() => true);
    return { store, run: store.run(live.id)! };
  }
}

/** The workspace's scenario, ready to run. */
export const prepared = (text: string, mode: RunMode = 'oracle'): Promise<PreparedRun> =>
  prepareRun({ folder: kitchen(text), path: 'scenarios/dinner.ts', mode }, unchecked);
