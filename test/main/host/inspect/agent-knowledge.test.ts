import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import { appName } from '../../../../engine/model/values/ids.ts';
import { AgentKnowledge } from '../../../../main/host/inspect/agent-knowledge.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { kitchen, unchecked } from '../runs/dinner.ts';

const LETTERS = 40;
const mail = appName('mail');

/** Emails arrive; the agent reads every second of them one second later. */
const text = `import { emailClient, scenario, seconds } from 'orrery';
  export default scenario({
    name: 'post',
    apps: () => ({
      mail: emailClient({
        inbox: Array.from({ length: ${LETTERS} }, (_, nth) => ({ email_id: 'letter-' + nth, timestamp: 0 })),
      }),
    }),
    events({ mail }, { oracle }) {
      for (let nth = 0; nth < ${LETTERS}; nth++)
        if (nth % 2 === 0)
          oracle(mail.get_email_by_id({ email_id: 'letter-' + nth, folder_name: 'INBOX' })).at(seconds(nth + 1));
        else mail.send_email_to_user_only({ sender: 'ada@example.org' }).at(seconds(nth + 1));
    },
  });`;

async function post(): Promise<{ store: Store; live: LiveRun }> {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const asked = { folder: kitchen(text), path: 'scenarios/dinner.ts', mode: 'oracle' } as const;
  return { store, live: new LiveRun(await prepareRun(asked, unchecked), store) };
}

describe('AgentKnowledge', () => {
  it('returns the same knowledge for a growing, a finished and a concurrent read', async () => {
    const { store, live } = await post();
    const growing = new AgentKnowledge(store);
    const asItGrew = [];
    while (!live.over) {
      const [logged] = live.advance(() => false);
      if (logged !== undefined) asItGrew.push(await growing.at(store.run(live.id)!, mail, logged.index));
    }
    const run = store.run(live.id)!;

    const afterwards = new AgentKnowledge(store);
    const all = await Promise.all(asItGrew.map((_one, at) => afterwards.at(run, mail, at)));

    expect(all).toEqual(asItGrew);
    const known = all.map(({ records }) => records.filter(({ awareness }) => awareness.status !== 'unknown'));
    expect(known.map(({ length }) => length)).toEqual(all.map((_one, at) => Math.floor(at / 2) + 1));
    expect(known.at(-1)!.map(({ awareness }) => awareness)).toContainEqual({ status: 'known', since: 38 });
  });

  it('reports every record as unknown before the first entry', async () => {
    const { store, live } = await post();
    const { records } = await new AgentKnowledge(store).at(store.run(live.id)!, mail, -1);

    expect(records).toHaveLength(LETTERS);
    expect(new Set(records.map(({ awareness }) => awareness.status))).toEqual(new Set(['unknown']));
  });
});
