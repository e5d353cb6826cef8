import { describe, expect, it } from 'vitest';
import { type Agent, play, scriptedAgent, turnsFromLog } from '../../../engine/agents/agent.ts';
import { Session } from '../../../engine/agents/session.ts';
import { agentUserInterface } from '../../../engine/apps/chat/chat.ts';
import { Environment } from '../../../engine/kernel/environment.ts';
import type { AgentAct, Question } from '../../../engine/model/conversation.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import { canonicalLine } from '../../../engine/model/log-hash.ts';
import type { ThinkingTime } from '../../../engine/model/thinking-time.ts';
import { seconds, toSeconds } from '../../../engine/model/values/time.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import type { Plan } from '../../../engine/world/plan.ts';
import { pad } from '../scenario/pad.ts';

const write = (text: string): AgentAct => ({ kind: 'call', tool: 'desk__write', args: { text } });

const plan = (): Plan =>
  planOf(
    scenario({
      name: 'play',
      duration: seconds(60),
      apps: () => ({ desk: pad(), user: agentUserInterface() }),
      events({ desk, user }, { oracle }) {
        const ask = user.send_message_to_agent({ content: 'write' }).at(seconds(5));
        const answer = oracle(desk.write({ text: 'answer' })).after(ask, seconds(2));
        oracle(desk.write({ text: answer.result.text })).after(answer, seconds(1));
        desk.write({ text: 'late' }).at(seconds(30));
      },
    }),
  );

function played(agent: Agent, thinking: ThinkingTime): Environment {
  const ready = plan();
  const environment = new Environment(ready, { mode: 'plain' });
  play(livingSession(environment, ready), agent, thinking);
  return environment;
}

const livingSession = (environment: Environment, ready: Plan): Session =>
  new Session(environment, ready, { agent: { from: 0, turns: 50, isOther: false } });

const timesOf = ({ log }: Environment): readonly number[] =>
  log.flatMap((entry) => (entry.kind === 'agent' && entry.direct ? [toSeconds(entry.time)] : []));

describe('an agent', () => {
  it('waits for the user’s message and reads it once', () => {
    const seen: Question[] = [];
    const script = scriptedAgent([write('one'), write('two')]);
    const agent: Agent = { next: (question) => (seen.push(question), script.next(question)) };

    const environment = played(agent, 'frozen');

    expect(timesOf(environment)).toEqual([5, 5]);
    expect(seen.map(({ messages }) => messages.length)).toEqual([1, 0, 0]);
    expect(seen[1]?.result).toMatchObject({ tool: 'desk__write', outcome: { status: 'done' } });
  });

  it('pays for its thinking with simulated time, while other events fire', () => {
    const moves = [
      { act: write('one'), took: seconds(4) },
      { act: write('two'), took: seconds(40) },
    ];

    expect(timesOf(played(scriptedAgent(moves), 'measured'))).toEqual([9, 49]);
    expect(timesOf(played(scriptedAgent(moves), 3))).toEqual([8, 11]);
    expect(timesOf(played(scriptedAgent(moves), 'frozen'))).toEqual([5, 5]);
  });

  it('repeats the oracle’s calls from its log and reaches the same state', () => {
    const oracle = new Environment(plan(), { mode: 'oracle' });
    oracle.run();

    const ready = plan();
    const environment = new Environment(ready, { mode: 'plain' });
    new Session(environment, ready, { record: turnsFromLog(oracle.log) }).run();

    expect(timesOf(environment)).toEqual([7, 8]);
    expect(environment.appState(appName('desk'))).toEqual(oracle.appState(appName('desk')));
  });

  it('produces the same log with the same moves', () => {
    const agent = (): Agent => scriptedAgent([{ kind: 'wait', span: seconds(9) }, write('one')]);
    const [first, second] = [agent(), agent()].map((one) => played(one, 1).log.map(canonicalLine));

    expect(second).toEqual(first);
  });

  it('is not asked again after the run has stopped', () => {
    let asked = 0;
    const agent: Agent = {
      next: () => ((asked += 1), { act: { kind: 'wait', span: seconds(10) }, took: seconds(0) }),
    };
    const ready = plan();
    const environment = new Environment(ready, { mode: 'plain' });
    const stopping: Agent = {
      next(question) {
        if (asked === 2) environment.stop();
        return agent.next(question);
      },
    };

    play(livingSession(environment, ready), stopping, 'frozen');

    expect(asked).toBe(3);
    expect(environment.state).toBe('stopped');
  });
});
