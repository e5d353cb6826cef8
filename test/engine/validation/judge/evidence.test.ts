import { expect, it } from 'vitest';
import { agentUserInterface, planOf, rejectionText, scenario, seconds } from '../../../../engine/index.ts';
import { after } from '../../../../engine/model/index.ts';
import { type AgentCall, desk, playOracle, sameCall } from './random-oracles.ts';

const ARGS = { count: 1, weight: 1, urgent: true, tags: [], labels: {}, value: null };

/** The oracle files `first` after 20 s, then `second`, and answers; in the next turn it files `third`. */
const played = playOracle(
  planOf(
    scenario({
      name: 'three files',
      apps: () => ({ desk: desk(), user: agentUserInterface() }),
      events({ desk, user }, { oracle }) {
        const ask = user.send_message_to_agent({ content: 'File.' }).at(seconds(1));
        const first = oracle(desk.file({ ...ARGS, name: 'first' }))
          .after(ask, seconds(20))
          .id('first');
        const second = oracle(desk.file({ ...ARGS, name: 'second' }))
          .after(first)
          .id('second');
        const done = oracle(user.send_message_to_user({ content: 'Done.' }))
          .after(second)
          .id('done');
        const more = user.send_message_to_agent({ content: 'More.' }).after(done, seconds(2)).id('more');
        oracle(desk.file({ ...ARGS, name: 'third' }))
          .after(more)
          .id('third');
      },
    }),
  ),
);
const [first, second, done, third] = played.calls.map(sameCall) as [
  AgentCall,
  AgentCall,
  AgentCall,
  AgentCall,
];

const withArgs = (call: AgentCall, args: object): AgentCall => ({
  ...call,
  action: { ...call.action, args: { ...call.action.args, ...args } },
});
const later = (call: AgentCall, by: number): AgentCall => ({ ...call, time: after(call.time, seconds(by)) });

/** What the evidence says about each oracle call of a run. */
function said(calls: readonly AgentCall[]): Readonly<Record<string, string>> {
  const { evidence } = played.judge(calls);
  return Object.fromEntries(
    evidence.oracle
      .filter(({ type }) => type === 'agent')
      .map(({ oracle, status, candidates: [made] }) => [
        oracle.id,
        made === undefined
          ? status
          : `${status}: ${rejectionText(made, oracle, played.reference.graph!.start).replace(/AGENT-\S+-/, '')}`,
      ]),
  );
}

it('names every argument of a call with other arguments, with both values', () => {
  expect(said([withArgs(first, { count: 2, labels: { a: 1 } }), second, done, third])).toEqual({
    first:
      'other-arguments: Desk__file (2) was made with other arguments: count 2, labels {"a":1}; the oracle’s first has count 1, labels {}.',
    second: 'matched',
    done: 'matched',
    third: 'matched',
  });
});

it('says by how much a call came too late, and which one has to come first', () => {
  const moved = [later(first, 60), later(second, 60), later(done, 60)];
  expect(said(moved)).toMatchObject({
    first: expect.stringMatching(/^other-time: .* was made at the wrong time, 35 s too late/) as string,
    second: 'matched',
  });
  expect(said([second, first, done])).toMatchObject({
    first: 'matched',
    second: expect.stringMatching(/^other-time: .* was made at the wrong time, before Desk__file/) as string,
    third: 'missing',
  });
});

it('says in which turn a call was made instead', () => {
  const swapped = withArgs(third, { name: 'second' });
  expect(said([first, done, third, swapped])).toMatchObject({
    first: 'matched',
    second: expect.stringMatching(/^other-turn: .* in another turn: in turn 2, not in turn 1\.$/) as string,
    third: 'matched',
  });
  const early = withArgs(second, { name: 'third' });
  expect(said([first, second, early, done])).toMatchObject({
    second: 'matched',
    third: expect.stringMatching(/^other-turn: .* in another turn: in turn 1, not in turn 2\.$/) as string,
  });
});

it('says that a call failed, also one whose arguments its tool refused', () => {
  expect(said([withArgs(first, { count: 'many' }), second, done])).toMatchObject({
    first: expect.stringMatching(/^failed: .* it failed: TypeError: file: count must be int/) as string,
    second: 'matched',
  });
});

it('counts a call that is made twice as extra, and as missing only the call that was never made', () => {
  const twice = played.judge([first, first, done]);
  expect(twice).toMatchObject({ outcome: 'failed' });
  expect(said([first, first, second, done, third])).toEqual({
    first: 'matched',
    second: 'matched',
    done: 'matched',
    third: 'matched',
  });
  expect(played.judge([first, first, second, done, third]).sentence).toContain(
    'The agent called Desk__file 3 times, the oracle 2 times; extra is AGENT-desk.file-3',
  );
  expect(said([first, done])).toMatchObject({ first: 'matched', second: 'missing' });
});

it('compares booleans and numbers as JSON does, and objects without the order of their keys', () => {
  const value = { a: 1, b: [true, 0] };
  const run = playOracle(
    planOf(
      scenario({
        name: 'values',
        apps: () => ({ desk: desk() }),
        events({ desk }, { oracle }) {
          oracle(desk.file({ ...ARGS, name: 'x', value, copies: 1 })).at(seconds(1));
        },
      }),
    ),
  );
  const [call] = run.calls.map(sameCall) as [AgentCall];
  const outcomeWith = (given: object): string => run.judge([withArgs(call, { value: given })]).outcome;
  expect(outcomeWith({ b: [true, 0], a: 1 })).toBe('passed');
  expect(outcomeWith({ b: [1, 0], a: 1 })).toBe('failed');
  expect(outcomeWith({ b: [true, false], a: 1 })).toBe('failed');
  expect(outcomeWith({ b: [0, true], a: 1 })).toBe('failed');
  const { copies, ...defaulted } = call.action.args;
  expect(copies).toBe(1);
  expect(run.judge([{ ...call, action: { ...call.action, args: defaulted } }]).outcome).toBe('passed');
});
