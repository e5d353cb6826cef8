import { describe, expect, it } from 'vitest';
import { plainHost } from '../../../engine/model/scenario-host.ts';
import { minutes, seconds, type SimSpan } from '../../../engine/model/values/time.ts';
import type { Authoring, CapturedApps } from '../../../engine/scenario/declaration.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { pad } from './pad.ts';

interface Desk extends Record<string, ReturnType<typeof pad>> {
  desk: ReturnType<typeof pad>;
}

type Events = (apps: CapturedApps<Desk>, authoring: Authoring<Desk>) => void;

/** The problems of a scenario with these `events`, each with the number of its declaration, from 1. */
function found(events: Events, duration?: SimSpan): readonly string[] {
  let line = 0;
  const host = {
    ...plainHost(),
    callSite: () => ({ file: 'desk.ts', line: ++line, column: 1 }),
  };
  const times = { start: '2026-01-05T09:00:00Z', ...(duration === undefined ? {} : { duration }) };
  const { problems } = planOf(
    scenario<Desk>({ name: 'desk', ...times, apps: () => ({ desk: pad() }), events }),
    { host },
  );
  return problems.map(({ severity, message, place }) => `${place?.line ?? '-'} ${severity}: ${message}`);
}

describe('the warning about events that never fire', () => {
  it('names an event due after the end of the run, but not its successors', () => {
    const late: Events = ({ desk }) => {
      const soup = desk.write({ text: 'soup' }).at(minutes(9));
      const roast = desk.write({ text: 'roast' }).after(soup, minutes(2));
      desk.write({ text: 'dessert' }).after(roast);
    };

    expect(found(late, minutes(10))).toEqual([
      '2 warning: "2-desk-write" never fires: it is due at 2026-01-05 09:11:00 at the earliest, ' +
        'after the run ends at 2026-01-05 09:10:00.',
    ]);
    expect(found(late, minutes(11))).toEqual([]);
    expect(found(late)).toEqual([]);
  });

  it('names an event that waits for a stop event', () => {
    expect(
      found(({ desk }, { stop }) => {
        desk.write({ text: 'too late' }).after(stop().at(seconds(1)).id('close'));
      }),
    ).toEqual(['1 warning: "1-desk-write" never fires: it waits for "close", which ends the run.']);
  });

  it('names an event due after a stop event that is certain to fire', () => {
    const stopped = ({ holds = false, oracle = false }): readonly string[] =>
      found(({ desk }, authoring) => {
        const last = desk
          .write({ text: 'last' })
          .at(seconds(5))
          .onFailure(holds ? 'hold' : 'continue');
        authoring.stop().after(oracle ? authoring.oracle(last) : last, seconds(5));
        desk.write({ text: 'too late' }).at(seconds(11));
      });

    expect(stopped({})).toEqual([
      '3 warning: "3-desk-write" never fires: it is due at 2026-01-05 09:00:11 at the earliest, ' +
        'after the run ends at 2026-01-05 09:00:10.',
    ]);
    expect(stopped({ holds: true })).toEqual([]);
    expect(stopped({ oracle: true })).toEqual([]);
  });

  it('omits events at the start of the run when a stop event is due before the start', () => {
    const told = found(({ desk }, { stop }) => {
      stop().at('2026-01-05T08:00:00Z');
      desk.write({ text: 'in time' }).at(seconds(0));
      desk.write({ text: 'too late' }).at(seconds(1));
    });

    expect(told.filter((line) => line.includes('at the earliest'))).toEqual([
      '3 warning: "3-desk-write" never fires: it is due at 2026-01-05 09:00:01 at the earliest, ' +
        'after the run ends at 2026-01-05 09:00:00.',
    ]);
  });

  it('lists 10 events and counts the rest', () => {
    const many = found(({ desk }) => {
      for (let at = 0; at < 1000; at++) desk.write({ text: 'late' }).at(minutes(2));
    }, minutes(1));

    expect(many).toHaveLength(11);
    expect(many.at(-1)).toBe('- warning: There are 990 more events that never fire.');
  });
});

describe('the warning about placeholders', () => {
  const placeholderFor =
    (id: string): Events =>
    ({ desk }, { condition, stop }) => {
      const ask = condition('asked', () => true).id('asked');
      desk.write({ text: 'first' }).at(seconds(1)).id('first');
      desk
        .write({ text: `{{${id}}}` })
        .at(seconds(2))
        .id('user');
      desk.write({ text: 'last' }).at(seconds(3)).id('last');
      desk.write({ text: 'some time' }).after(ask).id('some time');
      stop().at(seconds(9)).id('close');
    };

  it.each([
    ['nobody', 'no event has this id'],
    ['user', 'it is the event itself'],
    ['close', 'it has no result'],
    ['asked', 'it is a condition, and only its checks have results, such as "asked-CHECK_0"'],
    ['last', 'it fires later'],
  ])('says why the placeholder for "%s" stays as text', (id, why) => {
    expect(found(placeholderFor(id))).toEqual([
      `3 warning: text: the placeholder for "${id}" stays as text: ${why}.`,
    ]);
  });

  it.each(['first.text', 'some time', 'asked-CHECK_0'])(
    'does not appear for a placeholder that can be filled in: %s',
    (id) => {
      expect(found(placeholderFor(id))).toEqual([]);
    },
  );

  it('decides by event ids which of two events at the same time fires first', () => {
    const same =
      (reader: string): Events =>
      ({ desk }) => {
        desk.write({ text: 'one' }).at(seconds(1)).id('m');
        desk.write({ text: '{{m.text}}' }).at(seconds(1)).id(reader);
      };

    expect(found(same('n')).filter((line) => line.includes('placeholder'))).toEqual([]);
    expect(found(same('l')).filter((line) => line.includes('placeholder'))).toHaveLength(1);
  });
});

describe('the note about ties', () => {
  it('appears when two events with given ids are due at the same time', () => {
    expect(
      found(({ desk }) => {
        desk.write({ text: 'b' }).at(seconds(5)).id('b');
        desk
          .write({ text: 'a' })
          .after(desk.write({ text: 'c' }).at(seconds(4)), seconds(1))
          .id('a');
      }),
    ).toEqual([
      '2 note: 2 events are due at 2026-01-05 09:00:05 and fire in the order of their ids: "a", "b". ' +
        'If the order matters, give them different times or let one wait for another.',
    ]);
  });

  it('omits successors and events without a given id', () => {
    expect(
      found(({ desk }) => {
        const first = desk.write({ text: 'a' }).at(seconds(5)).id('b');
        desk.write({ text: 'b' }).after(first).id('a');
        desk.write({ text: 'c' }).at(seconds(5));
      }),
    ).toEqual([]);
  });

  it('omits events whose time depends on a condition', () => {
    expect(
      found(({ desk }, { condition }) => {
        const late = condition('late', () => true);
        desk.write({ text: 'a' }).after(late).id('a');
        desk
          .write({ text: 'b' })
          .after(condition('later', () => true))
          .id('b');
      }, minutes(10)),
    ).toEqual([]);
  });

  it('names 3 events of each tie and lists 10 ties', () => {
    const one = found(({ desk }) => {
      for (let at = 0; at < 9; at++) desk.write({ text: 'x' }).id(`e${at}`);
    });
    expect(one).toHaveLength(1);
    expect(one[0]).toContain('in the order of their ids: "e0", "e1", "e2" and 6 more.');

    const many = found(({ desk }) => {
      for (let at = 0; at < 40; at++)
        desk
          .write({ text: 'x' })
          .at(seconds(at >> 1))
          .id(`e${at}`);
    });
    expect(many).toHaveLength(11);
    expect(many.at(-1)).toBe('- note: There are 10 more times at which ids decide.');
  });
});

describe('warnings about the start of the run', () => {
  it('include a milestone that is checked only once, at the start', () => {
    expect(
      found((_apps, { validation }) => {
        validation({ milestones: { written: () => false } });
      }),
    ).toEqual([
      '1 warning: "1-written" is checked only once, when the run starts. ' +
        'Add .timeout(ticks), .untilTheEnd() or .after(…).',
    ]);
    expect(
      found(({ desk }, { validation }) => {
        const milestones = { written: () => false };
        validation({ milestones }).timeout(60);
        validation({ milestones }).untilTheEnd();
        validation({ milestones }).after(desk.write({ text: 'done' }).at(seconds(1)));
        validation({ minefields: milestones });
      }, minutes(10)),
    ).toEqual([]);
  });

  it('include an oracle event that is due before the user has asked anything', () => {
    const action = ({ desk }: CapturedApps<Desk>): ReturnType<typeof desk.write> =>
      desk.write({ text: 'an answer' });

    expect(
      found((apps, { oracle }) => {
        apps.desk.write({ text: 'a question' }).by('user').at(seconds(5));
        oracle(action(apps));
      }),
    ).toEqual([
      '2 warning: The oracle’s "2-desk-write" is due when the run starts. ' +
        'Add .after(…) with the event it responds to, or .at(…).',
    ]);
    expect(found((apps, { oracle }) => void oracle(action(apps)))).toEqual([]);
  });
});

describe('the warning about a time before the run starts', () => {
  it('says that the event fires at the start instead', () => {
    expect(
      found(({ desk }) => {
        desk.write({ text: 'soup' }).at('2026-01-05T08:00:00Z').id('soup');
      }),
    ).toEqual([
      '1 warning: "soup" is at 2026-01-05 08:00:00, before the run starts at 2026-01-05 09:00:00. ' +
        'It fires at the start.',
    ]);
  });
});

describe('the warning about a validation with nothing to check', () => {
  it('appears for empty validations and empty agent validations', () => {
    expect(
      found(({ desk }, authoring) => {
        const ask = desk.write({ text: 'soup' }).at(seconds(1));
        authoring.validation({ milestones: {} }).after(ask).timeout(5).id('world');
        authoring.agentValidation({}).after(ask, seconds(1)).timeout(5).id('agent');
        authoring
          .validation({ minefields: { burnt: () => false } })
          .after(ask)
          .timeout(5);
      }),
    ).toEqual([
      '2 warning: "world" has nothing to check. Add a milestone or a minefield.',
      '3 warning: "agent" has nothing to check. Add a milestone or a minefield.',
    ]);
  });
});

describe('invalid event settings', () => {
  it.each<[string, Events, RegExp]>([
    ['no name', ({ desk }) => void desk.write({ text: 'a' }).id(''), /An event id must not be empty/],
    [
      'a time that goes back',
      ({ desk }) => void desk.write({ text: 'a' }).at(seconds(-5)),
      /A span is 0 to 9 billion seconds long, not -5/,
    ],
  ])('are refused: %s', (_what, events, message) => {
    expect(() => found(events)).toThrow(message);
  });
});

describe('the warning about checks without an end', () => {
  const waiting: Events = (_apps, { condition, validation }) => {
    condition('never', () => false);
    condition('soon', () => false).timeout(9);
    validation({ milestones: { never: () => false } })
      .at(minutes(1))
      .untilTheEnd();
  };

  it('appears when neither a time-out, a duration nor a stop event ends the checks', () => {
    const text =
      'is checked until the run ends, and nothing ends the run if it never holds. Add .timeout(ticks), or a duration to the scenario.';

    expect(found(waiting)).toEqual([`1 warning: "1-never" ${text}`, `3 warning: "3-never" ${text}`]);
    expect(found(waiting, minutes(10))).toEqual([]);
    expect(
      found((apps, authoring) => {
        waiting(apps, authoring);
        authoring.stop().at(minutes(5));
      }),
    ).toEqual([]);
  });
});
