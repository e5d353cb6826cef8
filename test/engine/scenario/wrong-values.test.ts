/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unnecessary-type-assertion -- tests what untyped JavaScript may pass */
import { describe, expect, it } from 'vitest';
import { Environment } from '../../../engine/kernel/environment.ts';
import { seconds } from '../../../engine/model/values/time.ts';
import * as orrery from '../../../engine/scenario/orrery.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { type Scenario, ScenarioError } from '../../../engine/scenario/scenario.ts';
import { outlineOf } from '../../../engine/scenario/plan-outline.ts';
import type { Plan } from '../../../engine/world/plan.ts';
import { emptyStore, supper } from '../store/pantry.ts';

/** Values that JavaScript code, or TypeScript code with type errors, may pass anywhere. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  true: () => true,
  'a negative number': () => -1,
  'a fraction': () => 1.5,
  NaN: () => NaN,
  Infinity: () => Infinity,
  'a long number': () => 10n ** 30n,
  'an empty text': () => '',
  'a text': () => 'text',
  'half a surrogate pair': () => '\uD800',
  'a symbol': () => Symbol('sign'),
  'a list': () => [],
  'a list of numbers': () => [1, 2],
  'an object': () => ({}),
  'an object of numbers': () => ({ one: 1 }),
  'an object of nothing': () => ({ one: undefined }),
  'an object without a prototype': () => Object.create(null) as object,
  'a cycle': () => {
    const list: unknown[] = [];
    list.push(list);
    return list;
  },
  'a value 50,000 levels deep': () => {
    let value: unknown = {};
    for (let level = 0; level < 50_000; level++) value = { value };
    return value;
  },
  'a date': () => new Date(0),
  'a map': () => new Map(),
  'a function': () => () => true,
  'a class': () => Date,
  'a promise': () => Promise.resolve(true),
  'an app': () => orrery.emailClient(),
};

type Any = any;

/** A scenario with these `events`. */
const withEvents = (events: (apps: Any, authoring: Any) => void): unknown => scenarioOf({ events });

const scenarioOf = (parts: object): Scenario =>
  orrery.scenario({
    name: 'wrong values',
    duration: seconds(3),
    apps: () => ({ mail: orrery.emailClient(), user: orrery.agentUserInterface() }),
    events: () => undefined,
    ...parts,
  } as Any);

const own = (parts: object): Any =>
  orrery.app({ class: 'Own', initial: () => ({}), tools: {}, ...parts } as Any);

const withApp = (make: () => unknown): unknown => scenarioOf({ apps: () => ({ own: make() }) });

const tool = (parts: object): Any =>
  orrery.toolOf()({ summary: 'Acts.', effect: 'write', apply: () => null, ...parts } as Any);

const withTool = (parts: object): unknown =>
  scenarioOf({
    apps: () => ({ own: own({ tools: { act: tool(parts), rest: tool({}) } })() }),
    events: ({ own: { act } }: Any) => act({}).unchecked(),
  });

const asAny = orrery as Any;

/** The factories of apps, each with the names of its options. */
const FACTORIES: Readonly<Record<string, readonly string[]>> = {
  agentUserInterface: ['messages'],
  apartmentListing: ['apartments'],
  cab: ['quotations'],
  calendar: ['events'],
  city: ['crime'],
  contacts: ['contacts'],
  emailClient: ['inbox', 'sent', 'drafts', 'trash'],
  fileSystem: ['files'],
  messaging: ['conversations'],
  namedMessaging: ['conversations'],
  reminderApp: ['reminders'],
  shopping: ['products', 'discounts'],
  systemApp: [],
  virtualFileSystem: ['files'],
};

/** A server of one tool. */
const ADDER = {
  name: 'adder',
  version: '1',
  tools: { add: { description: 'Adds.', inputSchema: { properties: { n: {} } }, effect: 'write' } },
};

/** Every place where an author passes a value: a function that passes `value` there. */
const PLACES: Readonly<Record<string, (value: Any) => unknown>> = {
  'scenario(definition)': (value) => orrery.scenario(value),
  ...Object.fromEntries(
    [
      'name',
      'description',
      'tags',
      'start',
      'duration',
      'seed',
      'tick',
      'tickPolicy',
      'endsWhenIdle',
      'turns',
      'augmentation',
      'judge',
      'finalState',
      'verdict',
      'apps',
      'events',
    ].map((field) => [`scenario: ${field}`, (value: Any) => scenarioOf({ [field]: value })]),
  ),
  'an item of tags': (value) => scenarioOf({ tags: [value] }),
  'an item of turns': (value) => scenarioOf({ turns: [value] }),
  'what apps() answers': (value) => scenarioOf({ apps: () => value as unknown }),
  'an app of apps()': (value) => withApp(() => value as unknown),
  'mcpApp(options)': (value) => withApp(() => asAny.mcpApp(value)),
  ...Object.fromEntries(
    ['command', 'env', 'exclude', 'effects', 'server', 'state'].map((option) => [
      `mcpApp: ${option}`,
      (value: Any) => withApp(() => asAny.mcpApp({ command: ['node'], server: ADDER, [option]: value })),
    ]),
  ),
  'finalState.only': (value) => scenarioOf({ finalState: { only: value } }),
  'an item of finalState.except': (value) => scenarioOf({ finalState: { except: [value] } }),
  'verdict.need': (value) => scenarioOf({ verdict: { need: value } }),
  'verdict.of': (value) => scenarioOf({ verdict: { need: 'all', of: value } }),
  'augmentation.toolFailures': (value) => scenarioOf({ augmentation: { toolFailures: value } }),
  'augmentation.tools': (value) => scenarioOf({ augmentation: { tools: value } }),
  'a tool of augmentation.tools': (value) =>
    scenarioOf({ augmentation: { tools: { mail__send_email: value } } }),
  'a name of augmentation.tools': (value) =>
    scenarioOf({ augmentation: { tools: { mail__send_email: { name: value } } } }),
  'augmentation.noise': (value) => scenarioOf({ augmentation: { noise: value } }),
  'augmentation.noise.perMinute': (value) => scenarioOf({ augmentation: { noise: { perMinute: value } } }),
  'augmentation.noise.seed': (value) => scenarioOf({ augmentation: { noise: { seed: value } } }),
  'augmentation.noise.from': (value) => scenarioOf({ augmentation: { noise: { from: value } } }),
  'what augmentation.noise.from() answers': (value) =>
    scenarioOf({ augmentation: { noise: { from: () => value as unknown } } }),
  'condition(value)': (value) => withEvents((_apps, { condition }) => condition(value)),
  'condition(value, check)': (value) =>
    withEvents((_apps, { condition }) => condition(value, () => true).timeout(1)),
  'condition(name, value)': (value) =>
    withEvents((_apps, { condition }) => condition('now', value).timeout(1)),
  'what a check answers': (value) =>
    withEvents((_apps, { condition }) => condition('now', () => value as unknown).timeout(1)),
  'validation(value)': (value) => withEvents((_apps, { validation }) => validation(value)),
  'milestones of validation': (value) =>
    withEvents((_apps, { validation }) => validation({ milestones: value })),
  'a minefield of validation': (value) =>
    withEvents((_apps, { validation }) => validation({ minefields: { never: value } })),
  'what a milestone answers': (value) =>
    withEvents((_apps, { validation }) => validation({ milestones: { once: () => value as unknown } })),
  'agentValidation(value)': (value) => withEvents((_apps, { agentValidation }) => agentValidation(value)),
  'milestones of agentValidation': (value) =>
    withEvents((_apps, { agentValidation }) => agentValidation({ milestones: value })),
  'a minefield of agentValidation': (value) =>
    withEvents((_apps, { agentValidation }) => agentValidation({ minefields: { never: value } })),
  'what a milestone of agentValidation answers': (value) =>
    withEvents(({ user }, { agentValidation, oracle }) => {
      agentValidation({ milestones: { once: () => value as unknown } });
      oracle(user.send_message_to_user({ content: 'Done.' }).at(seconds(1)));
    }),
  'oracle(value)': (value) => withEvents((_apps, { oracle }) => oracle(value)),
  'the arguments of a call': (value) => withEvents(({ mail }) => mail.send_email(value)),
  'the arguments of an unchecked call': (value) =>
    withEvents(({ mail }) => mail.send_email(value).unchecked()),
  'an argument of a call': (value) => withEvents(({ mail }) => mail.send_email({ recipients: value })),
  'an argument of an unchecked call': (value) =>
    withEvents(({ mail }) => mail.send_email({ recipients: value, subject: value }).unchecked()),
  'an item of an argument': (value) => withEvents(({ mail }) => mail.send_email({ recipients: [value] })),
  ...Object.fromEntries(
    ['id', 'at', 'after', 'hint', 'by', 'expectedTime', 'onFailure'].map((method) => [
      `.${method}(value)`,
      (value: Any) => withEvents(({ mail }) => mail.list_emails()[method](value)),
    ]),
  ),
  ...Object.fromEntries(
    ['every', 'timeout', 'untilTheEnd'].map((method) => [
      `condition.${method}(value)`,
      (value: Any) =>
        withEvents((_apps, { condition }) => {
          const once = condition('now', () => true).timeout(2);
          once[method](value);
        }),
    ]),
  ),
  'agentValidation.timeout(value)': (value) =>
    withEvents((_apps, { agentValidation }) => agentValidation({}).timeout(value)),
  '.after(events, value)': (value) =>
    withEvents(({ mail }) => mail.list_emails().after(mail.list_emails(), value)),
  'an item of .after(events)': (value) => withEvents(({ mail }) => mail.list_emails().after([value])),
  '.hint(text, value)': (value) => withEvents(({ mail }) => mail.list_emails().hint('Look.', value)),
  ...Object.fromEntries(
    ['seconds', 'minutes', 'hours', 'micros', 'toSeconds'].map((name) => [
      `${name}(value)`,
      (value: Any) => withEvents(({ mail }) => mail.list_emails().at(seconds(asAny[name](value) % 2))),
    ]),
  ),
  'app(value)': (value) => withApp(() => asAny.app(value)()),
  ...Object.fromEntries(
    ['class', 'initial', 'tools', 'alarm', 'keeps'].map((part) => [
      `app: ${part}`,
      (value: Any) => withApp(() => own({ [part]: value })()),
    ]),
  ),
  'what initial() answers': (value) => withApp(() => own({ initial: () => value as unknown })()),
  'a field of what initial() answers': (value) => withApp(() => own({ initial: () => ({ field: value }) })()),
  'the options of an app': (value) => withApp(() => own({})(value)),
  'the tool of an alarm': (value) => withApp(() => own({ alarm: { tool: value, next: () => undefined } })()),
  'the next of an alarm': (value) =>
    withApp(() => own({ tools: { act: tool({}) }, alarm: { tool: 'act', next: value } })()),
  'what next() of an alarm answers': (value) =>
    withApp(() => own({ tools: { act: tool({}) }, alarm: { tool: 'act', next: () => value as unknown } })()),
  'a tool of an app': (value) => withApp(() => own({ tools: { act: value } })()),
  'toolOf()(value)': (value) => withApp(() => own({ tools: { act: asAny.toolOf()(value) } })()),
  ...Object.fromEntries(
    ['summary', 'effect', 'recordedAs', 'callers', 'args', 'returns', 'apply'].map((part) => [
      `toolOf: ${part}`,
      (value: Any) => withTool({ [part]: value }),
    ]),
  ),
  'an item of callers': (value) => withTool({ callers: [value] }),
  'an argument of a tool': (value) => withTool({ args: { it: value } }),
  'what a tool answers': (value) => withTool({ apply: () => value as unknown }),
  'what a tool throws': (value) =>
    withTool({
      apply: () => {
        throw value;
      },
    }),
  'what a tool writes': (value) =>
    withTool({
      apply: (state: Any) => {
        state.written = value;
        state.list = [value];
      },
    }),
  'the app that a tool calls': (value) =>
    withTool({ apply: (_state: Any, _args: Any, { call }: Any) => call(value, 'act', {}) as unknown }),
  'the tool that a tool calls': (value) =>
    withTool({ apply: (_state: Any, _args: Any, { call }: Any) => call('own', value, {}) as unknown }),
  'the arguments of a call by a tool': (value) =>
    withTool({ apply: (_state: Any, _args: Any, { call }: Any) => call('own', 'rest', value) as unknown }),
  'waitForNotification(value)': (value) =>
    withTool({ apply: (_state: Any, _args: Any, context: Any) => void context.waitForNotification(value) }),
  'letPass(value)': (value) =>
    withTool({ apply: (_state: Any, _args: Any, context: Any) => void context.letPass(value) }),
  'random.int(value)': (value) =>
    withTool({ apply: (_state: Any, _args: Any, { random }: Any) => random.int(value, value) as unknown }),
  'refuse(value)': (value) => withTool({ apply: () => orrery.refuse(value, 'No.') }),
  'refuse(type, value)': (value) => withTool({ apply: () => orrery.refuse('ValueError', value) }),
  ...Object.fromEntries(
    ['choice', 'list', 'dictOf', 'nullable'].map((name) => [
      `${name}(value)`,
      (value: Any) => withTool({ args: { it: asAny[name](value) } }),
    ]),
  ),
  'about(value, text)': (value) => withTool({ args: { it: orrery.about(value, 'a text') } }),
  'about(item, value)': (value) => withTool({ args: { it: orrery.about(orrery.str, value) } }),
  'optional(value, fallback)': (value) => withTool({ args: { it: orrery.optional(value, 'a' as never) } }),
  'optional(item, value)': (value) => withTool({ args: { it: asAny.optional(orrery.str, value) } }),
  'optional(anything, value)': (value) => withTool({ args: { it: orrery.optional(orrery.anything, value) } }),
  'variants(value, make)': (value) => orrery.variants(value, () => scenarioOf({})),
  'a parameter of variants': (value) => orrery.variants({ one: value }, () => scenarioOf({})),
  'a value of a parameter': (value) => orrery.variants({ one: [value] }, () => scenarioOf({})),
  'variants(parameters, value)': (value) => orrery.variants({ one: [1] }, value),
  'what make() answers': (value) => orrery.variants({ one: [1] }, () => value as Scenario),
  'variants(parameters, make, value)': (value) => orrery.variants({ one: [1] }, () => scenarioOf({}), value),
  'variants: draw': (value) => orrery.variants({ one: [1] }, () => scenarioOf({}), { draw: value }),
  'variants: seed': (value) => orrery.variants({ one: [1] }, () => scenarioOf({}), { seed: value }),
  'universe(value)': (value) => withApp(() => orrery.universe(value)(() => orrery.emailClient())),
  'an app of a universe': (value) =>
    withApp(() => orrery.universe({ apps: [value] })(() => orrery.emailClient())),
  'the state of an app of a universe': (value) =>
    withApp(() =>
      orrery.universe({ apps: [{ name: 'Mail', class_name: 'EmailClientApp', app_state: value }] })(() =>
        orrery.emailClient(),
      ),
    ),
  'universe(file)(value)': (value) => withApp(() => orrery.universe({ apps: [] })(value)),
  'universe(file)(make, value)': (value) =>
    withApp(() => orrery.universe({ apps: [] })(() => orrery.emailClient(), value)),
  ...Object.fromEntries(
    Object.entries(FACTORIES).flatMap(([name, options]) => [
      [`${name}(value)`, (value: Any) => withApp(() => asAny[name](value))],
      ...options.flatMap((option) => [
        [`${name}: ${option}`, (value: Any) => withApp(() => asAny[name]({ [option]: value }))],
        [`${name}: an item of ${option}`, (value: Any) => withApp(() => asAny[name]({ [option]: [value] }))],
      ]),
    ]),
  ),
};

/** Error messages of V8 and Node, which show that our own code mishandled a value. */
const RAW =
  /Cannot (?:read|set|convert|destructure|mix|delete|perform)|[\w)]\.?\w+ is not (?:a function|iterable|a constructor)$|reduce of empty|call stack|Invalid array length|circular structure|prototype may only|undefined is not|incompatible|private member/;

const store = emptyStore();

/** The errors reported when `value` is passed at `place` and the scenario is planned, run and recorded. */
function saidOf(place: (value: Any) => unknown, value: unknown): readonly string[] {
  try {
    return failuresIn(planOf(place(value) as Scenario));
  } catch (thrown) {
    if (thrown instanceof ScenarioError) return [thrown.message];
    // Functions that are called at the top level of a file throw their own errors.
    const { message, stack = '' } = thrown as Error;
    return [stack.includes('planOf') || stack.includes('failuresIn') ? `of ours: ${stack}` : message];
  }
}

/** The error messages of the failed entries in a recorded run of `plan`. */
function failuresIn(plan: Plan): readonly string[] {
  const { seed, start } = plan;
  const environment = new Environment(plan, { mode: 'oracle' });
  const { apps, states } = environment;
  const run = store.begin(supper({ scenario: plan.name, seed, start, apps, states, plan: outlineOf(plan) }));
  environment.run();
  run.append(environment.log, environment.now);
  return store
    .entries(run.id, 0, environment.log.length)
    .flatMap(({ outcome }) => (outcome.status === 'failed' ? [outcome.error.message] : []));
}

describe('a value of an unexpected type', () => {
  it.each(Object.entries(PLACES))('causes no error or a readable one when passed as %s', (_name, place) => {
    const faults = Object.entries(VALUES).flatMap(([name, make]) => {
      const faults = saidOf(place, make()).filter((text) => RAW.test(text) || text.length > 1_000);
      return faults.map((text) => `${name}: ${text}`);
    });

    expect(faults).toEqual([]);
  });

  it.each([
    'an argument of a call',
    'a field of what initial() answers',
    'what a tool answers',
    'what a tool writes',
    'optional(anything, value)',
  ])('is refused as a list that would expand to enormous JSON: %s', (name) => {
    const list = Array<unknown>(10_000).fill(Array<number>(1_000).fill(0));

    expect(saidOf(PLACES[name]!, list)).toEqual([expect.stringMatching(/has more than 5,000,000 values\.$/)]);
  });

  it('is tested for every function that authors import', () => {
    const covered = Object.keys(PLACES).join('\n');
    const functions = Object.entries(orrery).flatMap(([name, one]) =>
      typeof one === 'function' ? [name] : [],
    );

    expect(functions.filter((name) => !new RegExp(`(^|\\n)${name}\\b`).test(covered))).toEqual([]);
  });
});
