import { describe, expect, it } from 'vitest';
import { app } from '../../../engine/world/app.ts';
import { Environment } from '../../../engine/kernel/environment.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import { seconds, toSeconds } from '../../../engine/model/values/time.ts';
import type { Authoring, CapturedApps, Declaration } from '../../../engine/scenario/declaration.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario, type Scenario, ScenarioError } from '../../../engine/scenario/scenario.ts';
import { pad } from './pad.ts';

interface Desk extends Record<string, ReturnType<typeof pad>> {
  desk: ReturnType<typeof pad>;
}

const deskScenario = (events: (apps: CapturedApps<Desk>, authoring: Authoring<Desk>) => void): Scenario =>
  scenario<Desk>({ name: 'desk', apps: () => ({ desk: pad() }), events });

function problemsOf(declared: Scenario): readonly string[] {
  try {
    return planOf(declared).problems.map(({ message }) => message);
  } catch (thrown) {
    if (!(thrown instanceof ScenarioError)) throw thrown;
    return thrown.problems.map(({ message }) => message);
  }
}

function runOf(declared: Scenario): Environment {
  const environment = new Environment(planOf(declared), { mode: 'oracle' });
  environment.run();
  return environment;
}

function cyclic(): unknown {
  const list: unknown[] = [];
  list.push(list, list);
  return list;
}

describe('planOf()', () => {
  it('adds an event for each declared call without running the tool', () => {
    const { events } = planOf(
      deskScenario(({ desk }) => void desk.write({ text: 'one' }).at(seconds(5)).id('first')),
    );

    expect(events).toEqual([
      {
        id: 'first',
        kind: 'environment',
        timing: { kind: 'from-start', delay: seconds(5) },
        place: undefined,
        action: { app: 'desk', tool: 'write', args: { text: 'one' } },
        oracle: false,
        onFailure: 'continue',
        literal: true,
      },
    ]);
  });

  it.each(['', '  ', 'two\nlines', 'x'.repeat(201)])('refuses the scenario name %j', (name) => {
    const named = scenario({ name, apps: () => ({ desk: pad() }), events: () => undefined });

    expect(problemsOf(named)).toEqual([
      expect.stringMatching(/^name: ".*"?.* is not a name of 1 to 200 characters in one line\.$/),
    ]);
  });

  it('refuses a tick of length 0', () => {
    const still = { name: 'still', tick: seconds(0), apps: () => ({ desk: pad() }), events: () => undefined };

    expect(problemsOf(scenario(still))).toEqual([
      'tick: 0 microseconds are too short. A tick must be longer than 0.',
    ]);
  });

  it('refuses an app whose initial state JSON cannot hold', () => {
    const clock = app({ class: 'Clock', initial: () => ({ set: new Date(0) }), tools: {} });

    expect(
      problemsOf(scenario({ name: 'noon', apps: () => ({ clock: clock() }), events: () => undefined })),
    ).toEqual(['apps: TypeError: Clock.set is a Date, which JSON cannot hold.']);
  });

  const unending = function* () {
    yield true;
  } as never;
  it.each<[string, Scenario]>([
    ['apps()', scenario<Desk>({ name: 'desk', apps: unending, events: () => undefined })],
    ['events()', deskScenario(unending)],
    ['condition(name, check)', deskScenario((_, { condition }) => void condition('odd', unending))],
    [
      'validation: minefields["odd"]',
      deskScenario((_, { validation }) => void validation({ minefields: { odd: unending } })),
    ],
  ])('refuses a generator function as %s', (place, declared) => {
    expect(problemsOf(declared)).toEqual([
      expect.stringContaining(`${place}: A generator function cannot be used here`),
    ]);
  });

  it('refuses an app named __proto__', () => {
    const apps = (): Desk =>
      Object.defineProperty({}, '__proto__', { value: pad(), enumerable: true }) as Desk;

    expect(problemsOf(scenario<Desk>({ name: 'desk', apps, events: () => undefined }))).toEqual([
      expect.stringMatching(/^apps: .*No app can be named __proto__\.$/),
    ]);
  });

  it.each([
    ['200,000 levels deep', () => Array.from({ length: 200_000 }).reduce((inner) => [inner], 0)],
    ['endless', () => cyclic()],
  ])('refuses arguments that are %s', (_what, value) => {
    const declared = deskScenario(({ desk }) => {
      const first = desk.write({ text: 'one' });
      desk.write({ text: value() as string });
      desk.write({ text: [first.result.text, value()] as never });
    });

    for (const problem of problemsOf(declared))
      expect(problem).toMatch(/ more than 200 levels deep or contain/);
    expect(problemsOf(declared)).toHaveLength(2);
  });

  it('gives events without an id generated ids that sort in declaration order', () => {
    const declared = deskScenario(({ desk }) => {
      for (let line = 0; line < 12; line++) desk.write({ text: String(line) });
    });

    const ids = planOf(declared).events.map(({ id }) => id);

    expect(ids[0]).toBe('01-desk-write');
    expect([...ids].sort()).toEqual(ids);
  });

  it('names checks after their condition or their first milestone, else their first minefield', () => {
    const never = (): boolean => false;
    const declared = deskScenario(({ desk }, { condition, validation }) => {
      desk.write({ text: 'soup' });
      condition('The soup is hot!', never).timeout(1);
      validation({ milestones: { 'soup is served': never, 'and eaten': never } }).timeout(1);
      validation({ minefields: { 'soup is spilled': never } }).timeout(1);
    });

    expect(planOf(declared).events.map(({ id }) => id)).toEqual([
      '1-desk-write',
      '2-the-soup-is-hot',
      '3-soup-is-served',
      '4-soup-is-spilled',
    ]);
  });

  it.each([
    ['Äpfel für Émile!', '1-Äpfel-für-Émile'],
    ['請求書は「正午」まで。', '1-請求書は-正午-まで'],
    ['चालान भेजा गया', '1-चालान-भेजा-गया'],
    ['🍲 «soup» – №5', '1-soup-5'],
    ['☂', '1-condition'],
  ])('names %s by its words in any script', (name, id) => {
    const declared = deskScenario((_, { condition }) => {
      condition(name, () => false).timeout(1);
    });

    expect(planOf(declared).events[0]!.id).toBe(id);
  });

  it('keeps the declaration order of events without an id that are due at the same time', () => {
    const declared = deskScenario(({ desk }) => {
      for (let line = 0; line < 12; line++) desk.write({ text: String(line) });
    });

    expect(runOf(declared).appState(appName('desk'))).toEqual({
      lines: Array.from({ length: 12 }, (_, at) => String(at)),
    });
  });

  it('makes an event wait for the event whose result it uses', () => {
    const declared = deskScenario(({ desk }) => {
      const first = desk.write({ text: 'one', times: 3 }).at(seconds(2));
      desk.write({ text: first.result.text, times: first.result.length });
    });

    const { log } = runOf(declared);

    expect(log.map(({ time }) => toSeconds(time))).toEqual([2, 2]);
    expect(log[1]).toMatchObject({ causes: [0], action: { resolved: { text: 'one', times: 3 } } });
  });

  it('refuses the result of an event inside a string', () => {
    const declared = deskScenario(({ desk }) => {
      const first = desk.write({ text: 'one' });
      // oxlint-disable-next-line typescript/no-base-to-string -- the mistake that this test is about
      desk.write({ text: String(first.result.text) });
    });

    expect(() => runOf(declared)).toThrow(
      /The result of an event is not known before it fires\. Pass it as a whole argument/,
    );
  });

  it('fails a call of a tool that writes although its effect is read', () => {
    const declared = deskScenario(({ desk }) => {
      desk.write({ text: 'one' });
      desk.peel();
      desk.count();
    });

    const { log } = runOf(declared);

    expect(log.map(({ outcome }) => outcome)).toMatchObject([
      { status: 'done' },
      {
        status: 'failed',
        error: {
          type: 'TypeError',
          message: "peel has the effect 'read' but writes to desk.lines.",
        },
      },
      { status: 'done', value: 1 },
    ]);
  });

  it('lets an event wait for several events, each with its own delay', () => {
    const declared = deskScenario(({ desk }) => {
      const soup = desk.write({ text: 'soup' }).at(seconds(1));
      const roast = desk.write({ text: 'roast' }).at(seconds(5));
      desk.write({ text: 'dessert' }).after(soup, seconds(9)).after(roast, seconds(3)).id('dessert');
    });

    expect(runOf(declared).log.at(-1)).toMatchObject({ event: 'dessert', time: seconds(10), causes: [0, 1] });
  });

  it('refuses an id that two events declare', () => {
    const declared = deskScenario(({ desk }) => {
      desk.write({ text: 'a' }).id('twin');
      desk.write({ text: 'b' }).id('twin');
    });

    expect(problemsOf(declared)).toEqual(['The id "twin" is taken: another event has it. Choose another.']);
  });

  it('refuses an id that is equal to the generated id of another event', () => {
    const declared = deskScenario(({ desk }) => {
      desk.write({ text: 'a' });
      desk.write({ text: 'b' }).id('1-desk-write');
    });

    expect(problemsOf(declared)).toEqual([
      'The id "1-desk-write" is taken: another event has it. Choose another.',
    ]);
  });

  it('refuses a predecessor that is missing or was declared in another run', () => {
    const kept: Declaration[] = [];
    const declared = deskScenario(({ desk }) => {
      const event = desk.write({ text: 'a' });
      if (kept.length > 0) event.after(kept);
      kept.push(event);
    });
    const careless = deskScenario(({ desk }) => void desk.write({ text: 'a' }).after([undefined as never]));

    expect(problemsOf(careless)).toEqual(['events: TypeError: after(events): An event is missing.']);
    expect(problemsOf(declared)).toEqual([]);
    expect(problemsOf(declared)).toEqual([
      'This event waits for one that was declared in another run. Declare both within events(…).',
    ]);
  });

  it('starts the delay of an event that waits for no event at the start', () => {
    const { events } = planOf(
      deskScenario(({ desk }) => {
        const first = desk.write({ text: 'a' }).after([], seconds(5));
        desk.write({ text: 'b' }).after([], seconds(5)).after(first, seconds(2));
        desk.write({ text: 'c' }).at(seconds(3)).after([], seconds(5));
      }),
    );

    expect(events.map(({ timing }) => timing)).toEqual([
      { kind: 'from-start', delay: seconds(5) },
      { kind: 'after', edges: [{ event: '1-desk-write', delay: seconds(2) }] },
      { kind: 'from-start', delay: seconds(3) },
    ]);
  });

  it("refuses the oracle's calls by another than the agent", () => {
    const declared = deskScenario(({ desk }, { oracle }) => {
      oracle(desk.write({ text: 'a' }).by('user'))
        .by('agent')
        .by('user');
    });

    expect(problemsOf(declared)).toEqual([
      'events: TypeError: by(actor): The agent makes the oracle’s calls, not the user.',
    ]);
  });

  it('refuses arguments that JSON cannot hold', () => {
    const declared = deskScenario(({ desk }) => void desk.write({ text: (() => 1) as never }));

    expect(problemsOf(declared)).toEqual(['arguments.text is a function, which JSON cannot hold.']);
  });

  it('names the events of a dependency cycle', () => {
    const declared = deskScenario(({ desk }) => {
      const hen = desk.write({ text: 'hen' }).id('hen');
      const egg = desk.write({ text: 'egg' }).id('egg').after(hen);
      hen.after(egg);
    });

    expect(problemsOf(declared)).toEqual([
      'These events wait for each other in a cycle: "hen" waits for "egg" waits for "hen". Remove one of these dependencies.',
    ]);
  });

  it('accepts a chain of 50,000 events without reporting a cycle', () => {
    const declared = deskScenario(({ desk }) => {
      let last = desk.write({ text: 'first' });
      for (let link = 0; link < 50_000; link++) last = desk.write({ text: 'next' }).after(last);
    });

    expect(problemsOf(declared)).toEqual([]);
  });

  it('refuses arguments that the tool does not accept', () => {
    const declared = deskScenario(({ desk }) => void desk.write({ text: 7 as never }));

    expect(problemsOf(declared)).toEqual(['write: text must be str, not 7.']);
  });

  it('refuses a tool that the app does not have', () => {
    const declared = deskScenario(({ desk }) => {
      (desk as never as Record<string, () => void>)['erase']!();
    });

    expect(problemsOf(declared)).toEqual([
      'events: TypeError: desk (Pad) has no tool "erase". Its tools are write, write_and_wait, count, peel, spill.',
    ]);
  });

  it('warns of a placeholder for an unknown event', () => {
    const declared = deskScenario(({ desk }) => void desk.write({ text: '{{nobody.text}}' }));

    expect(problemsOf(declared)).toEqual([
      'text: the placeholder for "nobody" stays as text: no event has this id.',
    ]);
  });

  it('reports an error thrown by events()', () => {
    const declared = deskScenario(() => {
      throw new Error('out of paper');
    });

    expect(problemsOf(declared)).toEqual(['events: Error: out of paper']);
  });
});
