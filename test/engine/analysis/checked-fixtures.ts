import { seconds } from '../../../engine/model/values/time.ts';
import { at, type Fixture, never, write } from './event-status-fixture.ts';

const fixtures: readonly Fixture[] = [
  {
    name: 'a condition that has not held yet',
    events: (desk, words) => {
      words.condition('never', never).id('k');
      write(desk, 'a').at(seconds(1));
    },
    ask: 'k',
    at: 0,
    status: { kind: 'not-held', entry: 0, checked: at(0), next: at(1) },
  },
  {
    name: 'a condition that is looked at every third tick',
    events: (_desk, words) => void words.condition('never', never).id('k').every(3),
    ask: 'k',
    at: 1,
    status: { kind: 'not-held', entry: 1, checked: at(3), next: at(6) },
  },
  {
    name: 'what waits for a condition',
    events: (desk, words) => {
      write(desk, 'a').after(words.condition('never', never).id('k'));
    },
    ask: 'a',
    at: 2,
    status: {
      kind: 'waiting',
      waitsFor: ['k'],
      blockedBy: [{ event: 'k', status: { kind: 'not-held', entry: 2, checked: at(2), next: at(3) } }],
    },
  },
  {
    name: 'a condition that held',
    events: (_desk, words) => void words.condition('now', () => true).id('k'),
    ask: 'k',
    status: { kind: 'fired', entry: 0 },
  },
  {
    name: 'a condition that ran out of time',
    events: (_desk, words) => void words.condition('never', never).id('k').timeout(1),
    ask: 'k',
    status: { kind: 'never-releases', entry: 1, reason: 'it timed out before it held' },
  },
  {
    name: 'what waited for a condition that ran out of time',
    events: (desk, words) => {
      const k = words.condition('never', never).id('k').timeout(1);
      write(desk, 'b').after(write(desk, 'a').after(k));
    },
    ask: 'b',
    status: {
      kind: 'waiting',
      waitsFor: ['a'],
      blockedBy: [
        {
          event: 'k',
          status: { kind: 'never-releases', entry: 1, reason: 'it timed out before it held' },
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
    status: { kind: 'never-releases', entry: 0, reason: 'it failed: RangeError: no ground' },
  },
  {
    name: 'an action that failed and lets others go',
    events: (desk) => void write(desk, 'b').after(desk.spill().id('a')),
    ask: 'b',
    status: { kind: 'fired', entry: 1 },
  },
  {
    name: 'an action that failed and holds others back',
    events: (desk) => void write(desk, 'b').after(desk.spill().id('a').onFailure('hold')),
    ask: 'b',
    status: {
      kind: 'waiting',
      waitsFor: ['a'],
      blockedBy: [
        {
          event: 'a',
          status: { kind: 'never-releases', entry: 0, reason: 'it failed: ValueError: the ink ran out' },
        },
      ],
    },
  },
  {
    name: 'an action that failed and ended the run',
    events: (desk) => void write(desk, 'b').after(desk.spill().id('a').onFailure('stop')),
    ask: 'a',
    status: { kind: 'never-releases', entry: 0, reason: 'it failed: ValueError: the ink ran out' },
  },
  {
    name: "the oracle's part when it is left to the agent",
    events: (desk, words) => void words.oracle(write(desk, 'a')),
    ask: 'a',
    mode: 'plain',
    status: { kind: 'never-releases', entry: 0, reason: 'oracle step, the agent is playing' },
  },
  {
    name: "what waits for the oracle's part when it is left to the agent",
    events: (desk, words) => void write(desk, 'b').after(words.oracle(write(desk, 'a'))),
    ask: 'b',
    mode: 'plain',
    status: {
      kind: 'waiting',
      waitsFor: ['a'],
      blockedBy: [
        {
          event: 'a',
          status: {
            kind: 'never-releases',
            entry: 0,
            reason: 'oracle step, the agent is playing',
          },
        },
      ],
    },
  },
  {
    name: 'what the oracle did',
    events: (desk, words) => void words.oracle(write(desk, 'a')),
    ask: 'a',
    status: { kind: 'fired', entry: 0 },
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
    status: { kind: 'not-held', entry: 0, checked: at(0), next: at(1) },
  },
  {
    name: 'a validation that ran out of time',
    events: (_desk, words) => void words.validation({ milestones: { m: never } }).id('v'),
    ask: 'v',
    status: { kind: 'never-releases', entry: 0, reason: 'it timed out; missing: "m"' },
  },
  {
    name: 'a validation that stepped on a minefield',
    events: (_desk, words) => void words.validation({ minefields: { mine: () => true } }).id('v'),
    ask: 'v',
    status: { kind: 'never-releases', entry: 0, reason: 'it triggered "mine"' },
  },
  {
    name: 'what waits for a validation that passed',
    events: (desk, words) =>
      void write(desk, 'b').after(words.validation({ milestones: { m: () => true } }).id('v'), seconds(2)),
    ask: 'b',
    at: 0,
    status: { kind: 'scheduled', time: at(2), withinRun: true },
  },
  {
    name: 'an agent validation that watches',
    events: (_desk, words) => void words.agentValidation({ milestones: { m: () => true } }).id('w'),
    ask: 'w',
    status: { kind: 'watching', entry: 0 },
  },
  {
    name: 'an agent validation that the agent has met',
    events: (_desk, words) => void words.agentValidation({ milestones: { m: () => true } }).id('w'),
    agent: 'hello',
    ask: 'w',
    status: { kind: 'fired', entry: 1 },
  },
  {
    name: 'an agent validation that the agent has failed',
    events: (_desk, words) => void words.agentValidation({ minefields: { m: () => true } }).id('w'),
    agent: 'hello',
    ask: 'w',
    status: { kind: 'never-releases', entry: 1, reason: 'the agent did not do as it asks' },
  },
  {
    name: 'what waits for the end of the run',
    events: (desk, words) => void write(desk, 'a').after(words.stop().id('end')),
    ask: 'a',
    status: {
      kind: 'waiting',
      waitsFor: ['end'],
      blockedBy: [
        {
          event: 'end',
          status: { kind: 'never-releases', entry: 0, reason: 'it ended the run' },
        },
      ],
    },
  },
  {
    name: 'an event that nobody has scheduled',
    events: (desk) => void write(desk, 'a').dormant(),
    ask: 'a',
    status: { kind: 'dormant' },
  },
  {
    name: 'what waits for an event that nobody has scheduled',
    events: (desk) => void write(desk, 'b').after(write(desk, 'a').dormant()),
    ask: 'b',
    status: { kind: 'waiting', waitsFor: ['a'], blockedBy: [{ event: 'a', status: { kind: 'dormant' } }] },
  },
  {
    name: 'a join with one that became impossible and one that is due',
    events: (desk) => {
      const a = desk.spill().id('a').onFailure('hold');
      write(desk, 'join').after([a, write(desk, 'b').at(seconds(7))]);
    },
    ask: 'join',
    at: 0,
    status: {
      kind: 'waiting',
      waitsFor: ['a', 'b'],
      blockedBy: [
        {
          event: 'a',
          status: { kind: 'never-releases', entry: 0, reason: 'it failed: ValueError: the ink ran out' },
        },
        { event: 'b', status: { kind: 'scheduled', time: at(7), withinRun: true } },
      ],
    },
  },
];

/** Events with checks that hold, fail or time out, and events that depend on them. */
export const checkedFixtures = (): readonly Fixture[] => fixtures;
