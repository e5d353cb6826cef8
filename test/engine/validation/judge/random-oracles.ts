import * as fc from 'fast-check';
import {
  agentUserInterface,
  anything,
  app,
  bool,
  contacts,
  dict,
  ManualEnvironment,
  fileSystem,
  float,
  int,
  judgedEvents,
  judgeRun,
  list,
  nullable,
  optional,
  oracleReference,
  type Plan,
  planOf,
  reminderApp,
  scenario,
  seconds,
  str,
  toolOf,
} from '../../../../engine/index.ts';
import { type ActionDeclaration, type Declaration } from '../../../../engine/scenario/declaration.ts';
import type { Action, ActionEntry, Json, JsonObject, JudgeVerdict } from '../../../../engine/model/index.ts';

const tool = toolOf<{ lines: string[] }>();

/** An app of an author's own, whose tool takes arguments of all types. */
export const desk = app({
  class: 'Desk',
  initial: () => ({ lines: [] as string[] }),
  tools: {
    file: tool({
      summary: 'File something.',
      effect: 'write',
      args: {
        name: str,
        count: int,
        weight: float,
        urgent: bool,
        tags: list(str),
        labels: dict,
        value: anything,
        note: optional(nullable(str), null),
        copies: optional(int, 1),
      },
      apply({ lines }, { name }, context) {
        lines.push(name);
        return context.newId();
      },
    }),
    bundle: tool({
      summary: 'File something in a folder of its own.',
      effect: 'write',
      args: { name: str },
      apply(_state, { name }, context) {
        context.call('files', 'mkdir', { path: `/bundle-${name}` });
        const args = { count: 1, weight: 1, urgent: false, tags: [], labels: {}, value: null };
        return context.call('desk', 'file', { ...args, name });
      },
    }),
    look: tool({ summary: 'Look.', effect: 'read', apply: ({ lines }) => lines }),
    drop: tool({
      summary: 'Something is dropped.',
      effect: 'write',
      callers: ['environment'],
      args: { value: str },
      apply: ({ lines }, { value }) => lines.push(value),
    }),
  },
});

const json = fc
  .jsonValue({ maxDepth: 2 })
  .map(
    (value) =>
      JSON.parse(JSON.stringify(value).replaceAll('-0', '0').replaceAll('__proto__', 'proto')) as Json,
  );

/** Arguments of `Desk.file`. */
const filed: fc.Arbitrary<JsonObject> = fc.record(
  {
    count: fc.integer({ min: -3, max: 3 }),
    weight: fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4),
    urgent: fc.boolean(),
    tags: fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }),
    labels: fc.dictionary(fc.constantFrom('a', 'b', 'c'), json, { maxKeys: 3 }),
    value: json,
    note: fc.option(fc.string({ maxLength: 4 })),
    copies: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['count', 'weight', 'urgent', 'tags', 'labels', 'value'] },
);

/** A call of the oracle's, with the seconds after the event before. */
interface Step {
  readonly wait: number;
  readonly call:
    | { readonly tool: 'file'; readonly args: JsonObject; readonly refers: boolean }
    | { readonly tool: 'bundle' | 'mkdir' | 'contact' | 'look' | 'drop' };
}

/** Turns, each with the steps before the oracle's message to the user. */
export const turns: fc.Arbitrary<readonly (readonly Step[])[]> = fc.array(
  fc.array(
    fc.record({
      wait: fc.constantFrom(0, 0.5, 1, 3, 40),
      call: fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({ tool: fc.constant('file' as const), args: filed, refers: fc.boolean() }),
        },
        {
          weight: 2,
          arbitrary: fc.record({ tool: fc.constantFrom('bundle', 'mkdir', 'contact', 'look', 'drop') }),
        },
      ),
    }) as fc.Arbitrary<Step>,
    { minLength: 1, maxLength: 4 },
  ),
  { minLength: 1, maxLength: 3 },
);

/** A scenario in which the oracle makes these calls, each after the event before. */
export function planOfTurns(steps: readonly (readonly Step[])[]): Plan {
  return planOf(
    scenario({
      name: 'random turns',
      apps: () => ({
        desk: desk(),
        files: fileSystem(),
        people: contacts(),
        reminders: reminderApp(),
        user: agentUserInterface(),
      }),
      events({ desk, files, people, user }, { oracle, condition }) {
        const callOf = (
          call: Step['call'],
          id: string,
          filing: ActionDeclaration | undefined,
        ): ActionDeclaration => {
          switch (call.tool) {
            case 'file': {
              const value =
                call.refers && filing !== undefined ? [{ of: filing.result }] : call.args['value'];
              return desk.file({ ...call.args, name: id, value } as never);
            }
            case 'bundle':
              return desk.bundle({ name: id });
            case 'mkdir':
              return files.mkdir({ path: `/made-${id}` });
            case 'contact':
              return people.add_new_contact({ first_name: 'Ada', last_name: id });
            case 'look':
            case 'drop':
              return desk.look();
          }
        };
        let before: Declaration = user.send_message_to_agent({ content: 'Begin.' }).at(seconds(1));
        for (const [turn, all] of steps.entries()) {
          if (turn > 0)
            before = user.send_message_to_agent({ content: `And ${turn}.` }).after(before, seconds(2));
          const task = before;
          let elapsed = 0;
          let filing: ActionDeclaration | undefined;
          for (const [nth, { wait, call }] of all.entries()) {
            const id = `${turn}-${nth}-${call.tool}`;
            elapsed += wait;
            if (call.tool === 'drop') {
              // Only the oracle's messages are awaited in runs of an agent.
              const dropped = desk.drop({ value: id }).after(task, seconds(elapsed)).id(id);
              const seen = condition(id, ({ desk: { lines } }) => lines.includes(id)).after(dropped);
              elapsed += 2;
              before = seen;
              continue;
            }
            const made = oracle(callOf(call, id, filing))
              .after(before, seconds(wait))
              .id(id);
            if (call.tool === 'file') filing = made;
            before = made;
          }
          before = oracle(user.send_message_to_user({ content: `Done with ${turn}.` }))
            .after(before, seconds(1))
            .id(`done-${turn}`);
        }
      },
    }),
  );
}

/** The run of a plan with an agent that makes `calls`, at their times. */
export interface PlayedRun {
  readonly reference: ReturnType<typeof oracleReference>;
  /** The oracle's calls that write, with their ids. */
  readonly calls: readonly ActionEntry[];
  /** Judges a run in which an agent makes these calls at their times. */
  readonly judge: (calls: readonly AgentCall[]) => JudgeVerdict;
  /** Judges the oracle's own run. */
  readonly judgeOracle: () => JudgeVerdict;
}

export interface AgentCall {
  /** The result of the oracle's call. Later arguments that hold it hold the agent's own result instead. */
  readonly result?: Json;
  readonly time: ActionEntry['time'];
  readonly action: Action;
}

/** Plays the oracle of `plan`. */
export function playOracle(plan: Plan): PlayedRun {
  const oracle = new ManualEnvironment(plan, { mode: 'oracle' });
  oracle.run();
  const reference = oracleReference(plan, oracle);
  const judged = ({ apps, log }: ManualEnvironment, mode: 'oracle' | 'plain'): JudgeVerdict =>
    judgeRun({ mode }, { events: judgedEvents(apps, log) }, reference.graph!);
  return {
    reference,
    calls: oracle.log.filter((entry): entry is ActionEntry => entry.kind === 'agent'),
    judgeOracle: () => judged(oracle, 'oracle'),
    judge: (calls) => {
      // Another seed: the agent's calls have other results than the oracle's.
      const environment = new ManualEnvironment({ ...plan, seed: plan.seed + 1 }, { mode: 'plain' });
      environment.start();
      const ids = new Map<Json, Json>();
      for (const { time, action, result } of calls) {
        environment.runUntil(time);
        const args = renamed(action.args, ids) as JsonObject;
        const { outcome } = environment.call('agent', { ...action, args });
        if (outcome.status === 'done' && result !== undefined) ids.set(result, outcome.value);
      }
      environment.run();
      return judged(environment, 'plain');
    },
  };
}

/** The call that an agent makes for an entry of the oracle's. */
export const sameCall = ({
  time,
  action: { app, tool, args, resolved = args },
  outcome,
}: ActionEntry): AgentCall => ({
  time,
  action: { app, tool, args: resolved },
  ...(outcome.status === 'done' && tool === 'file' ? { result: outcome.value } : {}),
});

/** `value` with other ids. */
function renamed(value: Json, ids: ReadonlyMap<Json, Json>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => renamed(item, ids));
  if (typeof value !== 'object' || value === null) return ids.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, renamed(field, ids)]));
}
