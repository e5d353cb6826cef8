import { seconds } from '../../../engine/model/time.ts';
import { at, never, write, type Fixture } from './fixture.ts';

const fixtures: readonly Fixture[] = [
  {
    name: 'a condition that has not held yet',
    events: (desk, words) => {
      words.condition('never', never).id('k');
      write(desk, 'a').at(seconds(1));
    },
    ask: 'k',
    at: 0,
    standing: { kind: 'not-held', entry: 0, checked: at(0), next: at(1) },
  },
  {
    name: 'a condition that is looked at every third tick',
    events: (_desk, words) => void words.condition('never', never).id('k').every(3),
    ask: 'k',
    at: 1,
    standing: { kind: 'not-held', entry: 1, checked: at(3), next: at(6) },
  },
  {
    name: 'what waits for a condition',
    events: (desk, words) => {
      write(desk, 'a').after(words.condition('never', never).id('k'));
    },
    ask: 'a',
    at: 2,
    standing: {
      kind: 'waits',
      on: ['k'],
      unmet: [{ event: 'k', standing: { kind: 'not-held', entry: 2, checked: at(2), next: at(3) } }],
    },
  },
  {
    name: 'a condition that held',
    events: (_desk, words) => void words.condition('now', () => true).id('k'),
    ask: 'k',
    standing: { kind: 'fired', entry: 0 },
  },
  {
    name: 'a condition that ran out of time',
    events: (_desk, words) => void words.condition('never', never).id('k').timeout(1),
    ask: 'k',
    standing: { kind: 'impossible', entry: 1, because: 'its time was over and it did not hold' },
  },
  {
    name: 'what waited for a condition that ran out of time',
    events: (desk, words) => {
      const k = words.condition('never', never).id('k').timeout(1);
      write(desk, 'b').after(write(desk, 'a').after(k));
    },
    ask: 'b',
    standing: {
      kind: 'waits',
      on: ['a'],
      unmet: [
        {
          event: 'k',
          standing: { kind: 'impossible', entry: 1, because: 'its time was over and it did not hold' },
        },
      ],
    },
  },
  {
    name: 'a condition that broke',
    events: (_desk, words) => {
      words
        .condition('breaks', () => {
          throw new RangeError('no ground');
        })
        .id('k');
    },
    ask: 'k',
    standing: { kind: 'impossible', entry: 0, because: 'it failed: RangeError: no ground' },
  },
  {
    name: 'an action that failed and lets others go',
    events: (desk) => void write(desk, 'b').after(desk.spill().id('a')),
    ask: 'b',
    standing: { kind: 'fired', entry: 1 },
  },
  {
    name: 'an action that failed and holds others back',
    events: (desk) => void write(desk, 'b').after(desk.spill().id('a').onFailure('hold')),
    ask: 'b',
    standing: {
      kind: 'waits',
      on: ['a'],
      unmet: [
        {
          event: 'a',
          standing: { kind: 'impossible', entry: 0, because: 'it failed: ValueError: the ink ran out' },
        },
      ],
    },
  },
  {
    name: 'an action that failed and ended the run',
    events: (desk) => void write(desk, 'b').after(desk.spill().id('a').onFailure('stop')),
    ask: 'a',
    standing: { kind: 'impossible', entry: 0, because: 'it failed: ValueError: the ink ran out' },
  },
  {
    name: "the oracle's part when it is left to the agent",
    events: (desk, words) => void words.oracle(write(desk, 'a')),
    ask: 'a',
    mode: 'plain',
    standing: { kind: 'impossible', entry: 0, because: "the oracle's part is the agent's in this run" },
  },
  {
    name: "what waits for the oracle's part when it is left to the agent",
    events: (desk, words) => void write(desk, 'b').after(words.oracle(write(desk, 'a'))),
    ask: 'b',
    mode: 'plain',
    standing: {
      kind: 'waits',
      on: ['a'],
      unmet: [
        {
          event: 'a',
          standing: { kind: 'impossible', entry: 0, because: "the oracle's part is the agent's in this run" },
        },
      ],
    },
  },
  {
    name: 'what the oracle did',
    events: (desk, words) => void words.oracle(write(desk, 'a')),
    ask: 'a',
    standing: { kind: 'fired', entry: 0 },
  },
  {
    name: 'a validation that is still open',
    events: (_desk, words) =>
      void words
        .validation({ milestones: { m: never } })
        .id('v')
        .timeout(3),
    ask: 'v',
    at: 0,
    standing: { kind: 'not-held', entry: 0, checked: at(0), next: at(1) },
  },
  {
    name: 'a validation that ran out of time',
    events: (_desk, words) => void words.validation({ milestones: { m: never } }).id('v'),
    ask: 'v',
    standing: { kind: 'impossible', entry: 0, because: 'its time was over and it had not reached "m"' },
  },
  {
    name: 'a validation that stepped on a minefield',
    events: (_desk, words) => void words.validation({ minefields: { mine: () => true } }).id('v'),
    ask: 'v',
    standing: { kind: 'impossible', entry: 0, because: 'it stepped on "mine"' },
  },
  {
    name: 'what waits for a validation that passed',
    events: (desk, words) =>
      void write(desk, 'b').after(words.validation({ milestones: { m: () => true } }).id('v'), seconds(2)),
    ask: 'b',
    at: 0,
    standing: { kind: 'due', time: at(2), within: true },
  },
  {
    name: 'an agent validation that watches',
    events: (_desk, words) => void words.agentValidation({ milestones: { m: () => true } }).id('w'),
    ask: 'w',
    standing: { kind: 'watching', entry: 0 },
  },
  {
    name: 'an agent validation that the agent has met',
    events: (_desk, words) => void words.agentValidation({ milestones: { m: () => true } }).id('w'),
    agent: 'hello',
    ask: 'w',
    standing: { kind: 'fired', entry: 1 },
  },
  {
    name: 'an agent validation that the agent has failed',
    events: (_desk, words) => void words.agentValidation({ minefields: { m: () => true } }).id('w'),
    agent: 'hello',
    ask: 'w',
    standing: { kind: 'impossible', entry: 1, because: 'the agent did not do as it asks' },
  },
  {
    name: 'what waits for the end of the run',
    events: (desk, words) => void write(desk, 'a').after(words.stop().id('end')),
    ask: 'a',
    standing: {
      kind: 'waits',
      on: ['end'],
      unmet: [
        {
          event: 'end',
          standing: { kind: 'impossible', entry: 0, because: 'nothing comes after the end of the run' },
        },
      ],
    },
  },
  {
    name: 'an event that nobody has scheduled',
    events: (desk) => void write(desk, 'a').dormant(),
    ask: 'a',
    standing: { kind: 'dormant' },
  },
  {
    name: 'what waits for an event that nobody has scheduled',
    events: (desk) => void write(desk, 'b').after(write(desk, 'a').dormant()),
    ask: 'b',
    standing: { kind: 'waits', on: ['a'], unmet: [{ event: 'a', standing: { kind: 'dormant' } }] },
  },
  {
    name: 'a join with one that became impossible and one that is due',
    events: (desk) => {
      const a = desk.spill().id('a').onFailure('hold');
      write(desk, 'join').after([a, write(desk, 'b').at(seconds(7))]);
    },
    ask: 'join',
    at: 0,
    standing: {
      kind: 'waits',
      on: ['a', 'b'],
      unmet: [
        {
          event: 'a',
          standing: { kind: 'impossible', entry: 0, because: 'it failed: ValueError: the ink ran out' },
        },
        { event: 'b', standing: { kind: 'due', time: at(7), within: true } },
      ],
    },
  },
];

/** Events that come true, fail, or are given up. */
export const checkedFixtures = (): readonly Fixture[] => fixtures;
