import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../engine/index.ts';
import type { AgentAct } from '../../../../engine/model/conversation.ts';
import { canonicalLine } from '../../../../engine/model/log-hash.ts';
import type { Intervention } from '../../../../engine/model/plan/interventions.ts';
import { appName, type RunId } from '../../../../engine/model/values/ids.ts';
import { seconds } from '../../../../engine/model/values/time.ts';
import { CLOSED_ENDING } from '../../../../main/host/runs/isolated-runs.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { type PreparedRun, prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { prepareBranch, prepareResumption } from '../../../../main/host/runs/prepare-stored-run.ts';
import { verify } from '../../../../main/host/runs/verify.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { callingGuest, kitchen, unchecked } from './dinner.ts';

const AGENT = { command: 'waiter', thinking: 'frozen', turns: 50 } as const;
const OTHER = { ...AGENT, command: 'other' } as const;

/** Answers, lets time pass and calls what is not there, by the number of its turn. */
const waiter = (turn: number): AgentAct => {
  if (turn > 14) return { kind: 'finish' };
  if (turn % 4 === 1) return { kind: 'wait', span: seconds(2) };
  const tool = turn % 4 === 2 ? 'user__sing' : 'user__send_message_to_user';
  return { kind: 'call', tool, args: { content: `Soon ${turn}.` } };
};

const other = (turn: number): AgentAct =>
  turn > 9 ? { kind: 'finish' } : { kind: 'call', tool: 'user__get_all_messages', args: {} };

it('goes on with a branch that was cut off anywhere, before its change as after it', async () => {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);

  /** Runs at most so many steps. Returns the run and how many it took. */
  const run = (
    prepared: PreparedRun,
    agent: typeof waiter,
    steps = Infinity,
  ): { id: RunId; took: number } => {
    const live = new LiveRun(prepared, store);
    let took = 0;
    let turn: number | undefined;
    for (; !live.over && took < steps; took += 1)
      if (live.question === undefined) live.advance(() => false);
      else {
        // A process is told the earlier turns when it starts.
        turn ??= live.history('agent').length;
        live.answer({ act: agent(turn), thinking: seconds(turn % 3), thought: '', elapsed: 0 });
        turn += 1;
      }
    if (!live.over) live.interrupt(CLOSED_ENDING);
    prepared.release();
    return { id: live.id, took };
  };
  const logOf = (id: RunId): readonly string[] => store.entries(id, 0, 1000).map(canonicalLine);
  const summary = (id: RunId) => store.run(id)!;

  const folder = kitchen(callingGuest(9));
  const request = { folder, path: 'scenarios/dinner.ts', mode: 'plain', choices: { agent: AGENT } } as const;
  const turns = { agent: { from: 0, turns: AGENT.turns, isOther: false } };
  const original = run(await prepareRun({ ...request, turns }, unchecked), waiter).id;

  const user = appName('user');
  const call = { app: user, tool: 'send_message_to_agent', args: { content: 'And now?' } };
  const branches: readonly (readonly [change: Intervention | undefined, agent: typeof OTHER | undefined])[] =
    [
      [{ kind: 'act', at: 6, actor: 'user', action: call }, undefined],
      [{ kind: 'set', at: 4, app: user, path: ['messages', 0, 'content'], value: 'Hm.' }, undefined],
      [undefined, OTHER],
    ];
  for (const [change, agent] of branches) {
    const branch = (): Promise<PreparedRun> =>
      prepareBranch(
        store,
        summary(original),
        change === undefined ? 5 : (change as { at: number }).at,
        change,
        {
          agent,
        },
      );
    const player = agent === undefined ? waiter : other;
    const whole = run(await branch(), player);
    expect(await verify(store, summary(whole.id))).toMatchObject({ differs: undefined });

    for (let steps = 0; steps < whole.took; steps += 6) {
      const cut = run(await branch(), player, steps).id;
      const resumed = run(await prepareResumption(store, summary(cut), agent ?? AGENT), player).id;

      expect({ steps, log: logOf(resumed) }).toEqual({ steps, log: logOf(whole.id) });
      expect(summary(resumed).origin?.interventions).toEqual(summary(whole.id).origin?.interventions);
    }
  }
});
