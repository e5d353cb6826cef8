import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  agentUserInterface,
  contacts,
  ManualEnvironment,
  planOf,
  scenario,
  seconds,
} from '../../../engine/index.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import { type SimSpan, type SimTime, toSeconds } from '../../../engine/model/values/time.ts';
import type { Declaration } from '../../../engine/scenario/declaration.ts';
import { tries } from '../../tries.ts';

/** An event: the oracle's message, a message that the scenario has the agent send, a task of the user's, or another event. */
const event = fc.record({
  kind: fc.constantFrom(
    'oracle' as const,
    'oracle' as const,
    'said' as const,
    'task' as const,
    'other' as const,
  ),
  delay: fc.integer({ min: 0, max: 6 }),
  /** The event before, among those that were declared; none when the number is too large. */
  after: fc.nat(8),
});

/** The times, in seconds, at which the agent itself sends a message. */
const calls = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 4 });

it('of the oracle are sent by itself where it plays, whoever else sends one: what waits for them comes after them', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 2, maxLength: 8 }), calls, (events, times) => {
      const due: number[] = [];
      const plan = planOf(
        scenario({
          name: 'messages',
          duration: seconds(100),
          apps: () => ({ user: agentUserInterface(), people: contacts() }),
          events({ user, people }, { oracle }) {
            const declared: Declaration[] = [];
            for (const [nth, { kind, delay, after }] of events.entries()) {
              const content = `${nth}`;
              const made =
                kind === 'oracle'
                  ? oracle(user.send_message_to_user({ content }))
                  : kind === 'said'
                    ? user.send_message_to_user({ content }).by('agent')
                    : kind === 'task'
                      ? user.send_message_to_agent({ content })
                      : people.add_new_contact({ first_name: 'Ada', last_name: content }).by('environment');
              const before = declared[after];
              declared.push(
                (before === undefined ? made.at(seconds(delay)) : made.after(before, seconds(delay))).id(
                  content,
                ),
              );
              due.push((due[after] ?? 0) + delay);
            }
          },
        }),
      );
      const environment = new ManualEnvironment(plan, { mode: 'oracle' });
      const start = plan.start;
      const send = { app: appName('user'), tool: 'send_message_to_user', args: { content: 'By myself.' } };
      for (const time of times.toSorted((one, other) => one - other)) {
        environment.runUntil((start + time * 1_000_000) as SimTime);
        environment.call('agent', send);
      }
      environment.run();

      const fired = new Map(Array.from(environment.log, (entry) => [String(entry.event), entry] as const));
      const offsets = events.map((_, nth) =>
        toSeconds(((fired.get(`${nth}`)?.time ?? NaN) - start) as SimSpan),
      );
      expect(offsets).toEqual(due);
    }),
    { numRuns: tries(400) },
  );
});
