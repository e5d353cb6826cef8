import { seconds } from '../../../engine/model/values/time.ts';
import { type Apps, at, type Fixture, write } from './event-status-fixture.ts';

const chain = (desk: Apps): void => {
  const a = write(desk, 'a').at(seconds(1));
  const b = write(desk, 'b').after(a, seconds(2));
  write(desk, 'c').after(b, seconds(3));
};

const fixtures: readonly Fixture[] = [
  {
    name: 'a root before the first entry',
    events: chain,
    ask: 'a',
    at: -1,
    status: { kind: 'scheduled', time: at(1), withinRun: true },
  },
  { name: 'a root that fired', events: chain, ask: 'a', at: 0, status: { kind: 'fired', entry: 0 } },
  {
    name: 'a call whose caller waits',
    events: (desk) => void desk.write_and_wait({ text: 'a' }).at(seconds(1)).id('a'),
    ask: 'a',
    at: 0,
    status: { kind: 'in-wait', entry: 0, until: at(21) },
  },
  { name: 'a root asked at the end', events: chain, ask: 'a', status: { kind: 'fired', entry: 0 } },
  {
    name: 'the second of a chain before the first',
    events: chain,
    ask: 'b',
    at: -1,
    status: {
      kind: 'waiting',
      waitsFor: ['a'],
      blockedBy: [{ event: 'a', status: { kind: 'scheduled', time: at(1), withinRun: true } }],
    },
  },
  {
    name: 'the last of a chain waits for the first in the end',
    events: chain,
    ask: 'c',
    at: -1,
    status: {
      kind: 'waiting',
      waitsFor: ['b'],
      blockedBy: [{ event: 'a', status: { kind: 'scheduled', time: at(1), withinRun: true } }],
    },
  },
  {
    name: 'the last of a chain once the first has fired',
    events: chain,
    ask: 'c',
    at: 0,
    status: {
      kind: 'waiting',
      waitsFor: ['b'],
      blockedBy: [{ event: 'b', status: { kind: 'scheduled', time: at(3), withinRun: true } }],
    },
  },
  {
    name: 'the last of a chain when it is due',
    events: chain,
    ask: 'c',
    at: 1,
    status: { kind: 'scheduled', time: at(6), withinRun: true },
  },
  { name: 'the last of a chain at the end', events: chain, ask: 'c', status: { kind: 'fired', entry: 2 } },
  { name: 'an event nobody knows', events: chain, ask: 'z', status: { kind: 'unknown' } },
  {
    name: 'a join on one that fired and one that is due',
    events: (desk) => {
      write(desk, 'join').after([write(desk, 'a').at(seconds(1)), write(desk, 'b').at(seconds(4))]);
    },
    ask: 'join',
    at: 0,
    status: {
      kind: 'waiting',
      waitsFor: ['b'],
      blockedBy: [{ event: 'b', status: { kind: 'scheduled', time: at(4), withinRun: true } }],
    },
  },
  {
    name: 'a join names each that it waits for once, in the end',
    events: (desk) => {
      const root = write(desk, 'root').at(seconds(1));
      write(desk, 'join').after([write(desk, 'a').after(root), write(desk, 'b').after(root)]);
    },
    ask: 'join',
    at: -1,
    status: {
      kind: 'waiting',
      waitsFor: ['a', 'b'],
      blockedBy: [{ event: 'root', status: { kind: 'scheduled', time: at(1), withinRun: true } }],
    },
  },
  {
    name: 'a join counts from the latest, each with its own delay',
    events: (desk) => {
      const a = write(desk, 'a').at(seconds(1));
      const b = write(desk, 'b').at(seconds(2));
      write(desk, 'join').after(a, seconds(9)).after(b, seconds(3));
    },
    ask: 'join',
    at: 1,
    status: { kind: 'scheduled', time: at(10), withinRun: true },
  },
  {
    name: 'an event with a time of its own waits for the others all the same',
    events: (desk) => {
      write(desk, 'late')
        .at('1970-01-01T00:00:02Z')
        .after(write(desk, 'a').at(seconds(5)));
    },
    ask: 'late',
    at: -1,
    status: {
      kind: 'waiting',
      waitsFor: ['a'],
      blockedBy: [{ event: 'a', status: { kind: 'scheduled', time: at(5), withinRun: true } }],
    },
  },
  {
    name: 'an event with a time of its own is due at it',
    events: (desk) => {
      write(desk, 'late')
        .at('1970-01-01T00:00:20Z')
        .after(write(desk, 'a').at(seconds(5)));
    },
    ask: 'late',
    at: 0,
    status: { kind: 'scheduled', time: at(20), withinRun: true },
  },
  {
    name: 'an event that is due after the end',
    events: (desk) => void write(desk, 'a').at(seconds(90)),
    ask: 'a',
    status: { kind: 'scheduled', time: at(90), withinRun: false },
  },
];

/** Events that wait for their due time or for other events. */
export const waitingFixtures = (): readonly Fixture[] => fixtures;
