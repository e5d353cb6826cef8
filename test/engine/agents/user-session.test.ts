import { describe, expect, it } from 'vitest';
import { Session, type SessionOptions } from '../../../engine/agents/session.ts';
import { agentUserInterface } from '../../../engine/apps/chat/chat.ts';
import { Environment } from '../../../engine/kernel/environment.ts';
import type { AgentAct, Turn } from '../../../engine/model/conversation.ts';
import { minutes, seconds } from '../../../engine/model/values/time.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { lines } from './random-sessions.ts';
import { sha256 } from '../../../main/host/system/hash-and-compress.ts';

const says = (to: 'user' | 'agent', content: string): AgentAct => ({
  kind: 'call',
  tool: `chat__send_message_to_${to}`,
  args: { content },
});
const WAIT: AgentAct = { kind: 'wait' };
const FINISH: AgentAct = { kind: 'finish' };

const planWith = (opening: boolean) =>
  planOf(
    scenario({
      name: 'two who talk',
      start: '2026-01-05T09:00:00Z',
      duration: minutes(30),
      apps: () => ({ chat: agentUserInterface() }),
      events({ chat }) {
        if (opening) chat.send_message_to_agent({ content: 'I want a table.' }).at(seconds(5));
      },
    }),
  );

const LIVE = { from: 0, turns: 50, isOther: false };

/** Plays the acts of each until the run is over, at most so many turns. Returns what each was told, the turns and the log. */
function play(
  plan: ReturnType<typeof planWith>,
  acts: Readonly<Record<'agent' | 'user', readonly AgentAct[]>>,
  options: SessionOptions = {},
  most = Infinity,
) {
  const environment = new Environment(plan, { mode: 'plain' });
  const session = new Session(environment, plan, { agent: LIVE, user: LIVE, newHash: sha256, ...options });
  const told: string[] = [];
  const turns: Turn[] = [];
  const left = { agent: [...acts.agent], user: [...acts.user] };
  for (let answered = 0; answered < most;) {
    session.run();
    for (const [nth, turn] of session.takeTurns()) turns[nth] = turn;
    const { asked, question } = session;
    if (asked === undefined) break;
    const texts = question!.messages.map(
      ({ kind, text }) => `${kind} ${text.split('\n').find((line) => line.startsWith('Message')) ?? text}`,
    );
    told.push(`${asked}: ${texts.join(', ')}`);
    const act = left[asked].shift() ?? WAIT;
    session.answer({ act, thinking: seconds(0), thought: '', elapsed: 0 });
    answered += 1;
  }
  for (const [nth, turn] of session.takeTurns()) turns[nth] = turn;
  return { told, turns, log: lines(environment.log), state: environment.state, session };
}

const TALK = {
  agent: [says('user', 'For how many?'), WAIT, says('user', 'Done.'), WAIT],
  user: [says('agent', 'For four.'), says('agent', 'Thanks.'), FINISH],
};

describe('a user who is asked in turns', () => {
  it('hears what the agent says, with what was said in its name, and answers after the agent', () => {
    const { told, turns, state } = play(planWith(true), TALK);

    expect(told).toEqual([
      'agent: user-message Message: I want a table.',
      'agent: ',
      'user: user-message I want a table., agent-message For how many?',
      'agent: user-message Message: For four.',
      'agent: ',
      'user: agent-message Done.',
      'agent: user-message Message: Thanks.',
      'user: ',
    ]);
    expect(turns.map(({ by }) => by).filter((by) => by === 'user')).toHaveLength(3);
    expect(state).toBe('completed');
  });

  it('begins where no event of the scenario does', () => {
    const { told } = play(planWith(false), {
      agent: [says('user', 'Hello.'), WAIT],
      user: [says('agent', 'A table, please.'), FINISH],
    });
    expect(told.slice(0, 2)).toEqual(['user: ', 'agent: user-message Message: A table, please.']);
  });

  it('is repeated from the record, and goes on from any turn of it as if nothing had happened', () => {
    for (const opening of [true, false]) {
      const plan = planWith(opening);
      const acts = opening ? TALK : { agent: TALK.agent, user: [says('agent', 'A table.'), ...TALK.user] };
      const whole = play(plan, acts);
      const repeated = play(
        plan,
        { agent: [], user: [] },
        { record: whole.turns, agent: undefined, user: undefined },
      );
      expect(repeated.log).toEqual(whole.log);
      expect(repeated.turns).toEqual(whole.turns);

      for (let cut = 0; cut <= whole.turns.length; cut += 1) {
        const record = play(plan, acts, {}, cut).turns;
        expect(record).toHaveLength(cut);
        const done = (by: string): number => record.filter((turn) => turn.by === by).length;
        const rest = { agent: acts.agent.slice(done('agent')), user: acts.user.slice(done('user')) };
        const resumed = play(plan, rest, { record });
        expect(resumed.log).toEqual(whole.log);
        expect(resumed.turns).toEqual(whole.turns);
      }
    }
  });

  it('answers another question when the agent says something else', () => {
    const plan = planWith(true);
    const { turns } = play(plan, TALK);
    const changed = turns.map((turn, nth) =>
      nth === 0 && turn.by === 'agent' ? { ...turn, act: says('user', 'At what hour?') } : turn,
    );
    const { session } = play(
      plan,
      { agent: [], user: [] },
      { record: changed, agent: undefined, user: undefined },
    );
    expect(session.firstOther).toMatchObject({ by: 'user', turn: 1 });
  });
});
