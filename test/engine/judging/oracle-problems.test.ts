import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agentUserInterface,
  emailClient,
  Environment,
  fileSystem,
  minutes,
  oracleProblems,
  type Plan,
  planOf,
  reminderApp,
  scenario,
  seconds,
} from '../../../engine/index.ts';
import type { Declaration } from '../../../engine/scenario/declaration.ts';
import { desk, playOracle } from '../validation/judge/random-oracles.ts';
import { tries } from '../../tries.ts';

const ARGS = { count: 1, weight: 1, urgent: true, tags: [], labels: {}, value: null };

function problemsOf(plan: Plan): readonly string[] {
  const oracle = new Environment(plan, { mode: 'oracle' });
  oracle.run();
  return oracleProblems(plan, oracle).map(({ message }) => message);
}

type Definition = Parameters<typeof scenario>[0];

const apps = () => ({
  desk: desk(),
  files: fileSystem(),
  mail: emailClient(),
  reminders: reminderApp(),
  user: agentUserInterface(),
});

/** The problems of a scenario with these events. */
const problemsWith = (
  events: (...given: Parameters<ReturnType<typeof withEvents>['events']>) => void,
  more: Partial<Definition> = {},
): readonly string[] => problemsOf(planOf(scenario({ ...withEvents(), ...more, events } as never)));

const withEvents = () => ({
  name: 'problems',
  duration: minutes(10),
  apps,
  events: (_apps: CapturedApps, _authoring: Authoring): void => undefined,
});

type Events = NonNullable<Parameters<typeof scenario<ReturnType<typeof apps>>>[0]>['events'];
type CapturedApps = Parameters<Events>[0];
type Authoring = Parameters<Events>[1];

describe('the check of the oracle', () => {
  it('has no complaint about an oracle that passes, with late events, conditions and alarms of apps', () => {
    const problems = problemsWith(
      ({ desk, user, mail, reminders }, { oracle, condition }) => {
        const ask = user.send_message_to_agent({ content: 'File.' }).at(seconds(1));
        const due = { title: 'tea', due_datetime: '1970-01-01 00:01:00', description: '' };
        const first = oracle(reminders.add_reminder(due)).after(ask, seconds(5));
        const done = oracle(user.send_message_to_user({ content: 'Filed?' })).after(first, seconds(5));
        const asked = condition('asked', ({ user: { messages } }) => messages.length > 1).after(ask);
        const yes = user.send_message_to_agent({ content: 'Yes.' }).after(asked, seconds(30));
        oracle(desk.file({ ...ARGS, name: 'late' })).after(yes, seconds(5));
        mail.send_email_to_user_only({ sender: 'a@b.example', subject: 'News' }).after(ask, minutes(5));
        desk.drop({ value: 'after' }).after(done, seconds(1));
      },
      { judge: { arg_checkers: { ReminderApp__add_reminder: { title: 'eq_checker' } } } },
    );
    expect(problems).toEqual([]);
  });

  it('names a call that the judge cannot compare', () => {
    const due = { title: 'tea', due_datetime: '1970-01-01 00:01:00', description: '' };
    expect(
      problemsWith(({ reminders }, { oracle }) => {
        oracle(reminders.add_reminder(due)).at(seconds(2));
      }),
    ).toEqual([
      'The oracle’s own run does not pass the judge: The judge has no rule for calls of ReminderApp__add_reminder. Give it one in arg_checkers.',
    ]);
  });

  it('names a call that fails, and a check that breaks the run', () => {
    expect(
      problemsWith(({ files }, { oracle }) => {
        oracle(files.rm({ path: '/nowhere' }))
          .at(seconds(2))
          .id('gone');
      }),
    ).toEqual([
      expect.stringMatching(/^The oracle cannot play this scenario: gone \(files\.rm\) fails with/),
    ]);
    expect(
      problemsWith(({ desk }, { oracle, condition }) => {
        const broken = condition('pan', () => {
          throw new Error('no pan');
        }).at(seconds(5));
        oracle(desk.file({ ...ARGS, name: 'x' })).after(broken);
        oracle(desk.file({ ...ARGS, name: 'y' })).at(seconds(2));
      }),
    ).toEqual([
      expect.stringMatching(
        /^The oracle cannot play this scenario: its run fails at \+5 s: condition \S+ broke: Error: no pan\.$/,
      ),
    ]);
  });

  it('names an event of the world that waits for a call of the oracle’s', () => {
    expect(
      problemsWith(({ desk, files }, { oracle }) => {
        const made = oracle(files.mkdir({ path: '/made' }))
          .at(seconds(2))
          .id('made');
        desk.drop({ value: 'x' }).after(made).id('dropped');
      }),
    ).toEqual([expect.stringMatching(/^"dropped" waits for the oracle’s call "made"\./)]);
  });

  it('names rows of checkers for tools and arguments that do not exist', () => {
    const rows = {
      Desk__fiel: { name: 'eq_checker' },
      Desk__file: { nmae: 'eq_checker' },
      Desc__file: {},
      Mail__send_email: {},
    };
    expect(
      problemsWith(
        ({ desk }, { oracle }) => {
          oracle(desk.look()).at(seconds(2));
        },
        { judge: { arg_checkers: rows } } as never,
      ),
    ).toEqual([
      'judge.arg_checkers.Desk__fiel: Desk has no tool "fiel". It has "file", "bundle", "look", "drop".',
      expect.stringMatching(
        /^judge\.arg_checkers\.Desk__file: file has no argument "nmae"\. It has "name", "count"/,
      ),
      'judge.arg_checkers.Desc__file: No app has the class "Desc".',
    ]);
  });

  it('is silent where the judge does not decide', () => {
    expect(
      problemsWith(
        ({ files }, { oracle }) => {
          oracle(files.rm({ path: '/nowhere' })).at(seconds(2));
        },
        { verdict: { need: 'all', of: ['checks'] } },
      ),
    ).toEqual([]);
  });
});

it('the oracle’s own run passes its judge, in whatever order and turns its events come', () => {
  const event = fc.record({
    kind: fc.constantFrom('file', 'say', 'drop', 'ask', 'rings'),
    after: fc.array(fc.nat(), { maxLength: 2 }),
    wait: fc.constantFrom(0, 1, 7, 60),
    comparator: fc.constantFrom(undefined, 'less-than', 'greater-than', 'equal'),
  });
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 9 }), (all) => {
      const plan = planOf(
        scenario({
          name: 'random graph',
          duration: minutes(30),
          apps,
          events({ desk, user }, { oracle, condition }) {
            const made: Declaration[] = [];
            for (const [nth, { kind, after, wait, comparator }] of all.entries()) {
              const name = `${nth}-${kind}`;
              const before = [
                ...new Set(after.map((one) => made[one % made.length]).filter((one) => one !== undefined)),
              ];
              const place = <Placed extends Declaration>(one: Placed): Placed =>
                (before.length === 0 ? one.at(seconds(wait + nth)) : one.after(before, seconds(wait))).id(
                  name,
                );
              if (kind === 'file' || kind === 'say') {
                const call =
                  kind === 'say'
                    ? user.send_message_to_user({ content: name })
                    : desk.file({ ...ARGS, name });
                const placed = place(oracle(call as ReturnType<typeof desk.file>));
                made.push(comparator === undefined ? placed : placed.expectedTime(comparator));
              } else if (kind === 'rings')
                made.push(place(condition(name, ({ desk: { lines } }) => lines.length > 0)));
              else if (kind === 'drop') made.push(place(desk.drop({ value: name })));
              else made.push(place(user.send_message_to_agent({ content: name })));
            }
          },
        }),
      );
      fc.pre(all.some(({ kind }) => kind === 'file' || kind === 'say'));
      expect(playOracle(plan).judgeOracle()).toMatchObject({ outcome: 'passed' });
    }),
    { numRuns: tries(400) },
  );
});
