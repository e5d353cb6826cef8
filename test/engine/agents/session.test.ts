import { describe, expect, it } from 'vitest';
import { type ChangeAt, repeatedTurns } from '../../../engine/agents/session.ts';
import { type AgentTurn, answersOther, type Turn } from '../../../engine/model/conversation.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { seededRandom } from '../../../engine/model/values/random.ts';
import { applyChanges } from '../../../engine/state/apply.ts';
import { tries } from '../../tries.ts';
import { below } from '../analysis/mutated-runs.ts';
import { lines, playAtRandom, randomPlan, repeated } from './random-sessions.ts';

const COUNTER = appName('counter');
const RUNS = tries(2_000, 20);

const agentTurns = (turns: readonly Turn[]): readonly AgentTurn[] =>
  turns.flatMap((turn) => (turn.by === 'agent' ? [turn] : []));

const personTurns = (turns: readonly Turn[]): readonly Turn[] => turns.filter((turn) => turn.by === 'person');

describe('a session', () => {
  it('has at every entry the state that the changes up to it give', () => {
    let waits = 0;
    for (let seed = 0; seed < RUNS; seed += 1) {
      const random = seededRandom(seed, 'states');
      const stored: Json = { total: 0, drawn: [] };
      const states = new Map([[COUNTER, stored]]);
      let length = 0;
      const { log } = playAtRandom(randomPlan(random), random, (environment) => {
        const { log } = environment;
        expect(log.length - length).toBeLessThanOrEqual(1);
        for (; length < log.length; length += 1) applyChanges(states, log[length]!.changes);

        expect(environment.appState(COUNTER)).toEqual(stored);
      });
      waits += log.filter(({ kind }) => kind === 'wait').length;
    }
    expect(waits).toBeGreaterThan(RUNS / 2);
  });

  it('repeats a run of a random agent and a random person from its turns, byte for byte', () => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const random = seededRandom(seed, 'repeat');
      const original = playAtRandom(randomPlan(random), random);

      const again = repeated(original.plan, { record: original.turns });

      expect({ seed, log: lines(again.log) }).toEqual({ seed, log: lines(original.log) });
      // A person may act while a question is open, before its answer is counted.
      expect(agentTurns(again.turns)).toEqual(agentTurns(original.turns));
      expect(personTurns(again.turns)).toEqual(personTurns(original.turns));
    }
  });

  it('repeats every call of the agent at its time and in its order in a branch, and marks answers to other questions', () => {
    let changed = 0;
    for (let seed = 0; seed < RUNS; seed += 1) {
      const random = seededRandom(seed, 'branch');
      const original = playAtRandom(randomPlan(random), random);
      const at = below(random, original.log.length + 1);
      const change: ChangeAt = {
        at,
        act: { kind: 'set', app: COUNTER, path: ['total'], value: 77 },
      };

      const branch = repeated(original.plan, { record: original.turns, change });

      expect(lines(branch.log.slice(0, at))).toEqual(lines(original.log.slice(0, at)));
      const [before, now] = [agentTurns(original.turns), agentTurns(branch.turns)];
      let isOther = false;
      for (const [nth, turn] of now.entries()) {
        const recorded = before[nth]!;
        isOther ||= answersOther(turn);
        expect({ seed, act: turn.act }).toEqual({ seed, act: recorded.act });
        if (turn.entry === undefined || recorded.entry === undefined) continue;
        const [entry, was] = [branch.log[turn.entry]!, original.log[recorded.entry]!];
        // A tool that lets time pass, or a tick, may have moved the clock beyond it.
        const earliest = branch.log[turn.entry - 1]?.time ?? was.due;
        expect({ seed, due: entry.due }).toEqual({ seed, due: Math.max(was.due, earliest) });
        expect('answersOther' in entry).toBe(isOther);
      }
      if (now.some(answersOther)) changed += 1;
    }
    expect(changed).toBeGreaterThan(RUNS / 20);
  });

  it('lets another agent take over at any entry, and repeats that byte for byte', () => {
    let heard = 0;
    for (let seed = 0; seed < RUNS; seed += 1) {
      const random = seededRandom(seed, 'take over');
      let played = playAtRandom(randomPlan(random), random);
      for (const isFirst of [true, false]) {
        const { plan, log, turns: record } = played;
        const from = below(random, log.length + 1);
        const other = playAtRandom(plan, random, () => undefined, {
          record,
          change: { at: from, act: { kind: 'mode', mode: 'plain' } },
          agent: { from, turns: 20, isOther: true },
        });

        expect({ seed, log: lines(other.log.slice(0, from)) }).toEqual({
          seed,
          log: lines(log.slice(0, from)),
        });
        const again = repeated(plan, { record: other.turns });
        expect({ seed, log: lines(again.log) }).toEqual({ seed, log: lines(other.log) });
        expect(agentTurns(again.turns)).toEqual(agentTurns(other.turns));
        const first = agentTurns(other.turns).find(({ position }) => position >= from);
        const before = agentTurns(other.turns).flatMap(({ position, messages }) =>
          position < from ? messages : [],
        );
        if (first !== undefined && isFirst) {
          expect(first.messages.slice(0, before.length)).toEqual(before);
          heard += before.length;
        }
        played = other;
      }
    }
    expect(heard).toBeGreaterThan(RUNS / 4);
  });

  it('repeats what a person did as the user or the world when another agent takes over, and not what they did as the agent', () => {
    let dropped = 0;
    for (let seed = 0; seed < RUNS; seed += 1) {
      const random = seededRandom(seed, 'person');
      const { log, turns } = playAtRandom(randomPlan(random), random);
      const at = below(random, log.length + 1);
      const kept = personTurns(repeatedTurns(turns, { at, act: { kind: 'mode', mode: 'plain' } }));

      const isAsAgent = ({ act }: Turn): boolean => 'actor' in act && act.actor === 'agent';
      const expected = personTurns(turns).filter((turn) => turn.position < at || !isAsAgent(turn));
      expect({ seed, kept }).toEqual({ seed, kept: expected });
      dropped += personTurns(turns).length - kept.length;
    }
    expect(dropped).toBeGreaterThan(RUNS / 10);
  });

  it('continues a run that was cut off at a random turn, and asks nothing twice', () => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const random = seededRandom(seed, 'cut');
      const original = playAtRandom(randomPlan(random), random);
      const answered = agentTurns(original.turns);
      const asked = below(random, answered.length + 1);
      const cut = answered[asked]?.position ?? Infinity;
      const record = [
        ...answered.slice(0, asked),
        ...personTurns(original.turns).filter(({ position }) => position < cut),
      ];

      const again = repeated(original.plan, { record, agent: { from: 0, turns: 40, isOther: false } });

      expect({ seed, asked: agentTurns(again.turns).length }).toEqual({ seed, asked });
      expect(lines(again.log)).toEqual(lines(original.log.slice(0, again.log.length)));
    }
  });
});
