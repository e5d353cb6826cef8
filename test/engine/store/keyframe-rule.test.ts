import { describe, expect, it } from 'vitest';
import { KeyframeRule } from '../../../engine/store/keyframe-rule.ts';
import { CLOCK, PANTRY } from './pantry.ts';

const ruleFor = (size: number) =>
  new KeyframeRule(
    new Map([
      [PANTRY, size],
      [CLOCK, 10],
    ]),
  );

describe('KeyframeRule', () => {
  it('asks for a keyframe once the changes are five eighths as long as the state', () => {
    const rule = ruleFor(80_000);

    rule.note([{ app: PANTRY }], 50_000);
    expect(rule.due()).toEqual([]);
    rule.note([{ app: PANTRY }], 1);
    expect(rule.due()).toEqual([{ app: PANTRY, changed: true }]);
  });

  it('counts from the last keyframe, by the size it had', () => {
    const rule = ruleFor(80_000);
    rule.note([{ app: PANTRY }], 50_001);
    rule.done(PANTRY, 160_000);

    rule.note([{ app: PANTRY }], 100_000);
    expect(rule.due()).toEqual([]);
    rule.note([{ app: PANTRY }, { app: PANTRY }], 1);
    expect(rule.due()).toEqual([{ app: PANTRY, changed: true }]);
  });

  it('asks for one of every app after 2,000 entries, and says which have stayed as they were', () => {
    const rule = ruleFor(50_000);

    for (let entry = 0; entry < 1_999; entry++) rule.note([{ app: PANTRY }], 1);
    expect(rule.due()).toEqual([]);
    rule.note([], 0);
    expect(rule.due()).toEqual([
      { app: PANTRY, changed: true },
      { app: CLOCK, changed: false },
    ]);
  });

  it('lets a large state that changes wait for more entries, so that writing it stays cheap as it grows', () => {
    const rule = ruleFor(1_000_000);

    for (let entry = 0; entry < 9_999; entry++) rule.note([{ app: PANTRY }], 50);
    expect(rule.due()).toEqual([{ app: CLOCK, changed: false }]);
    rule.note([{ app: PANTRY }], 100);
    expect(rule.due()).toContainEqual({ app: PANTRY, changed: true });
  });

  it('trusts no state after a failed write', () => {
    const rule = ruleFor(50_000);

    rule.restart();

    expect(rule.due().map(({ changed }) => changed)).toEqual([true, true]);
  });
});
