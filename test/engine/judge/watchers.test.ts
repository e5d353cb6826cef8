import { describe, expect, it } from 'vitest';
import { Watchers } from '../../../engine/validation/agent-validation.ts';
import type { AgentValidationEvent } from '../../../engine/model/event.ts';
import { eventId } from '../../../engine/model/ids.ts';
import { seconds } from '../../../engine/model/time.ts';

/** Checks by name; the answers say which of them hold. */
function watching(milestones: string[], minefields: string[], timeout?: number): Watchers {
  const checks = (names: string[]) =>
    names.map((name) => ({ name, holds: Object.assign(() => false, { id: name }) }));
  const event: AgentValidationEvent = {
    id: eventId('v'),
    kind: 'agent-validation',
    timing: { kind: 'from-start', delay: seconds(0) },
    place: undefined,
    milestones: checks(milestones),
    minefields: checks(minefields),
    timeout,
  };
  const watchers = new Watchers();
  watchers.begin(event, 10);
  return watchers;
}

const holding =
  (...names: string[]) =>
  (question: object): boolean =>
    names.includes((question as { id: string }).id);

describe('a watch over the agent', () => {
  it('says nothing where nothing is new', () => {
    expect(watching(['a'], []).look(11, holding())).toEqual([]);
  });

  it('keeps a milestone that was reached, and passes with the last', () => {
    const watchers = watching(['a', 'b'], []);

    expect(watchers.look(11, holding('b'))).toMatchObject([
      { verdict: 'watching', achieved: ['b'], open: ['a'] },
    ]);
    expect(watchers.look(12, holding('a'))).toMatchObject([{ verdict: 'passed', achieved: ['b', 'a'] }]);
    expect(watchers.open).toBe(false);
  });

  it('fails on a minefield even as the last milestone is reached', () => {
    expect(watching(['a'], ['m']).look(11, holding('a', 'm'))).toMatchObject([
      { verdict: 'failed', tripped: ['m'], open: [] },
    ]);
  });

  it('fails after its time if a milestone is open, and forgets its minefields if none is', () => {
    expect(watching(['a'], [], 5).look(15, holding('a'))).toMatchObject([{ verdict: 'failed', late: true }]);
    expect(watching([], ['m'], 5).look(15, holding('m'))).toMatchObject([{ verdict: 'passed', late: true }]);
    expect(watching(['a'], [], 5).look(14, holding('a'))).toMatchObject([{ verdict: 'passed' }]);
  });

  it('fails with what broke', () => {
    const error = { type: 'RuntimeError', message: 'boom' };

    expect(watching(['a'], []).look(11, () => error)).toMatchObject([{ verdict: 'failed', error }]);
  });
});
