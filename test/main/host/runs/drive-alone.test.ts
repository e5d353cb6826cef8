import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import type { AgentAct } from '../../../../engine/model/conversation.ts';
import type { TokenCount } from '../../../../engine/model/transcript.ts';
import { seconds, toSeconds } from '../../../../engine/model/values/time.ts';
import type { LiveParticipant } from '../../../../main/host/agents/process-participant.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { driveAlone } from '../../../../main/host/runs/run-driver.ts';
import { verify } from '../../../../main/host/runs/verify.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { kitchen, unchecked } from './dinner.ts';

/** The user sends messages at 10, 20 and 30 seconds; the run ends at 60. */
const DINNER = `import { agentUserInterface, scenario, seconds, systemApp } from 'orrery';
  export default scenario({
    name: 'dinner', start: '2026-01-05T18:00:00Z', duration: seconds(60),
    apps: () => ({ user: agentUserInterface(), system: systemApp() }),
    events({ user }) {
      for (const call of [1, 2, 3]) user.send_message_to_agent({ content: 'Call ' + call }).at(seconds(call * 10));
    },
  });`;

interface Turn {
  readonly time: number;
  readonly told: readonly string[];
  readonly status: string | undefined;
}

type Reply = AgentAct & { readonly thought?: string; readonly tokens?: TokenCount };

const say: Reply = { kind: 'call', tool: 'user__send_message_to_user', args: { content: 'Soon.' } };

/** An agent that gives `replies` in order and then finishes. Times are seconds from the start. */
async function played(
  replies: readonly Reply[],
  { thinking = 0, turns = 50, text = DINNER }: { thinking?: number; turns?: number; text?: string } = {},
): Promise<{
  readonly seen: readonly Turn[];
  readonly why: string | undefined;
  readonly store: Store;
  readonly live: LiveRun;
  readonly log: readonly [number, string][];
}> {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const agent = { from: 0, turns, isOther: false };
  const request = { folder: kitchen(text), path: 'scenarios/dinner.ts', mode: 'plain' } as const;
  const prepared = await prepareRun({ ...request, turns: { agent } }, unchecked);
  const { start } = prepared.plan;
  const live = new LiveRun(prepared, store);
  const seen: Turn[] = [];
  const left = [...replies];
  const mind: LiveParticipant = {
    start: () => Promise.resolve(),
    answer({ time, messages, result }) {
      const told = messages.map((message) => /Call \d|timeout/.exec(message.text)?.[0] ?? message.text);
      seen.push({ time: toSeconds(time) - toSeconds(start), told, status: result?.outcome.status });
      const { thought = '', tokens, ...act } = left.shift() ?? { kind: 'finish' };
      return Promise.resolve({
        act,
        thought,
        thinking: seconds(thinking),
        elapsed: 0,
        ...(tokens && { tokens }),
      });
    },
    end: () => Promise.resolve(),
  };
  let why: string | undefined;
  await driveAlone(live, {
    agent: mind,
    quitting: new AbortController().signal,
    onLeft: (_by, reason) => {
      why = reason;
    },
  });
  const log = store
    .heads(live.id, 0, 100)
    .map((head): [number, string] => [toSeconds(head.time) - toSeconds(start), head.kind]);
  return { seen, why, store, live, log };
}

describe('driveAlone() with an agent', () => {
  it('gives the agent its first turn on the first message, then the result of its call', async () => {
    const { seen, why } = await played([say]);

    expect(seen).toEqual([
      { time: 10, told: ['Call 1'], status: undefined },
      { time: 10, told: [], status: 'done' },
    ]);
    expect(why).toBe('it has finished');
  });

  it('gives a waiting agent its next turn on a message or when its wait time is over', async () => {
    const { seen } = await played([
      { kind: 'wait' },
      { kind: 'wait', span: seconds(4) },
      { kind: 'wait', span: seconds(40) },
    ]);

    expect(seen.map(({ time, told }) => [time, ...told])).toEqual([
      [10, 'Call 1'],
      [20, 'Call 2'],
      [24],
      [30, 'Call 3'],
    ]);
  });

  it('waits when the agent calls system__wait_for_notification', async () => {
    const wait: Reply = { kind: 'call', tool: 'system__wait_for_notification', args: { timeout: 15 } };
    const { seen, store, live } = await played([wait, say]);

    expect(seen.map(({ time, told }) => [time, ...told])).toEqual([[10, 'Call 1'], [20, 'Call 2'], [20]]);
    expect((await verify(store, store.run(live.id)!)).differs).toBeUndefined();
  });

  it('commits the call after the thinking time and the events due meanwhile', async () => {
    const { log, seen } = await played([say], { thinking: 12 });

    expect(log).toEqual([
      [10, 'user'],
      [20, 'user'],
      [22, 'agent'],
      [30, 'user'],
    ]);
    expect(seen[1]).toEqual({ time: 22, told: ['Call 2'], status: 'done' });
  });

  it('drops a call whose thinking time ends after the run’s end', async () => {
    const { log, why, live } = await played([say], { thinking: 55 });

    expect(log.map(([, kind]) => kind)).toEqual(['user', 'user', 'user']);
    expect(why).toBe('the run is over');
    expect(live.over).toBe(true);
  });

  it('ends the agent’s turns when a minefield is triggered', async () => {
    const check =
      "agentValidation({ minefields: { speaks: (_world, _past, { kind }) => kind === 'agent' } });";
    const text = DINNER.replace('events({ user }) {', `events({ user }, { agentValidation }) { ${check}`);
    const { seen, why, log } = await played([say, say, say], { text });

    expect(seen).toHaveLength(1);
    expect(why).toBe('the run is over');
    expect(log.filter(([, kind]) => kind === 'agent')).toHaveLength(1);
  });

  it('answers a call of an unknown tool with a failure and continues', async () => {
    const { seen, log } = await played([{ kind: 'call', tool: 'user__sing', args: {} }, say]);

    expect(seen.map(({ status }) => status)).toEqual([undefined, 'failed', 'done']);
    expect(log.filter(([, kind]) => kind === 'agent')).toHaveLength(1);
  });

  it('stops the agent after its maximum number of turns', async () => {
    const { seen, why } = await played([say, say, say], { turns: 2 });

    expect(seen).toHaveLength(2);
    expect(why).toBe('it has had its 2 turns');
  });

  it('stops an agent that waits when no event is left', async () => {
    const forever: Reply = { kind: 'wait' };
    const { why } = await played([forever, forever, forever, forever]);

    expect(why).toBe('nothing more is to come');
  });

  it('stores thoughts and token counts in the agent’s turns, not in the log', async () => {
    const thinking: Reply = { ...say, thought: 'He is hungry.', tokens: { input: 40, output: 9 } };
    const { store, live } = await played([thinking, { kind: 'wait', thought: 'Later.' }]);
    const quiet = await played([say, { kind: 'wait' }]);

    expect(store.turns(live.id)).toMatchObject([
      { position: 1, thought: 'He is hungry.', tokens: { input: 40, output: 9 } },
      { position: 2, thought: 'Later.' },
      { position: 3, thought: '' },
    ]);
    expect(store.run(live.id)!.logHash).toBe(quiet.store.run(quiet.live.id)!.logHash);
  });

  it('records a live run that verifies without a difference', async () => {
    const { store, live } = await played([
      say,
      { kind: 'wait', span: seconds(13) },
      say,
      { kind: 'wait' },
      say,
    ]);
    const run = store.run(live.id)!;

    expect(await verify(store, run)).toMatchObject({ same: 6, differs: undefined });
  });
});
