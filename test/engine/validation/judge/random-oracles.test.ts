import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../engine/model/index.ts';
import { tries } from '../../../tries.ts';
import { planOfTurns, playOracle, sameCall, turns } from './random-oracles.ts';

const runs = { numRuns: tries(200) };

describe('for random scenarios with apps of their own', () => {
  it('the oracle’s own run passes, and so does an agent that makes its calls', () => {
    fc.assert(
      fc.property(turns, (steps) => {
        const { calls, judge, judgeOracle } = playOracle(planOfTurns(steps));
        expect(judgeOracle()).toMatchObject({ outcome: 'passed' });
        expect(judge(calls.map(sameCall))).toMatchObject({ outcome: 'passed', evidence: { extra: [] } });
      }),
      runs,
    );
  });

  it('a changed argument is named with both values, and no call is missing', () => {
    const argument = fc.constantFrom('name', 'count', 'urgent', 'tags', 'labels', 'copies');
    fc.assert(
      fc.property(turns, fc.nat(), argument, (steps, nth, arg) => {
        const { calls, judge } = playOracle(planOfTurns(steps));
        const filings = calls.filter(({ action }) => action.tool === 'file');
        fc.pre(filings.length > 0);
        const changed = filings[nth % filings.length]!;
        const { args, resolved = args } = changed.action;
        const actual = otherValue(resolved[arg]!);
        const { outcome, evidence } = judge(
          calls.map((call) => {
            const made = sameCall(call);
            if (call !== changed) return made;
            return { ...made, action: { ...made.action, args: { ...made.action.args, [arg]: actual } } };
          }),
        );
        expect(outcome).toBe('failed');
        expect(evidence.oracle.filter(({ status }) => status === 'missing')).toEqual([]);
        // An equal call may stand for another: the evidence pairs what differs least.
        const others = evidence.oracle.filter(({ status }) => status === 'other-arguments');
        expect(others[0]?.candidates[0]?.rejection).toMatchObject({ kind: 'argument', arg, actual });
      }),
      runs,
    );
  });

  it('a call left out is the only one missing', () => {
    fc.assert(
      fc.property(turns, fc.nat(), (steps, nth) => {
        const { calls, judge } = playOracle(planOfTurns(steps));
        const written = calls.filter(
          ({ action }) => action.tool !== 'look' && action.tool !== 'send_message_to_user',
        );
        fc.pre(written.length > 0);
        const dropped = written[nth % written.length]!;
        const { outcome, evidence } = judge(calls.filter((call) => call !== dropped).map(sameCall));
        expect(outcome).toBe('failed');
        const missing = evidence.oracle.filter(({ status }) => status === 'missing');
        expect(missing.map(({ oracle: { id, args } }) => ({ id, args }))).toEqual([
          { id: dropped.event, args: expect.anything() as Json },
        ]);
        expect(evidence.extra).toEqual([]);
      }),
      runs,
    );
  });

  it('an additional call is extra', () => {
    fc.assert(
      fc.property(turns, fc.nat(), (steps, nth) => {
        const { calls, judge } = playOracle(planOfTurns(steps));
        const place = calls[nth % calls.length]!;
        const args = {
          name: 'extra',
          count: 9,
          weight: 9,
          urgent: true,
          tags: [],
          labels: {},
          value: 'extra',
        };
        const extra = { time: place.time, action: { ...place.action, app: 'desk', tool: 'file', args } };
        const { outcome, evidence } = judge(
          calls.flatMap((call) => (call === place ? [extra as never, sameCall(call)] : [sameCall(call)])),
        );
        expect(outcome).toBe('failed');
        expect(evidence.oracle.every(({ status }) => status === 'matched')).toBe(true);
        expect(evidence.extra.map((call) => call.args['name'])).toEqual(['extra']);
      }),
      runs,
    );
  });
});

/** Another value of the same type. */
function otherValue(value: Json): Json {
  if (typeof value === 'string') return `${value}!`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...(value as readonly Json[]), 'other'];
  return { ...(value as object), other: true };
}
