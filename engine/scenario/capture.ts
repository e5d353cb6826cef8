import {
  type ActionPredicate,
  type Actor,
  isFields,
  type Predicate,
  refuseGiven,
  type ScenarioHost,
  type SourceLocation,
} from '../model/index.ts';
import type { ReadOnly } from '../state/index.ts';
import type { AppInstance, Argument, Arguments, OptionalArgument, Tool } from '../world/index.ts';
import {
  ActionDeclaration,
  Declaration,
  type OrResult,
  PolledDeclaration,
  AgentValidationDeclaration,
} from './declaration.ts';

type AppsOf = Readonly<Record<string, AppInstance>>;

type OptionalNames<Args> = {
  [Name in keyof Args]: Args[Name] extends OptionalArgument<unknown> ? Name : never;
}[keyof Args];

type GivenValue<One> = One extends Argument<infer Value> ? OrResult<Value> : never;

/** Written out, so that editors show the arguments instead of the types they are made of. */
type Plain<Type> = Type extends infer Whole ? { readonly [Name in keyof Whole]: Whole[Name] } : never;

/** The arguments of a tool in a scenario: arguments with defaults are optional, and results of events may be used anywhere. */
export type Given<Args extends Arguments> = Plain<
  {
    readonly [Name in Exclude<keyof Args, OptionalNames<Args>>]: GivenValue<Args[Name]>;
  } & { readonly [Name in OptionalNames<Args>]?: GivenValue<Args[Name]> }
>;

/** Whether a tool can be called without arguments: it takes none, or all of them have defaults. */
type MayBeLeftOut<Args extends Arguments> =
  Readonly<Record<string, never>> extends Args ? true : object extends Given<Args> ? true : false;

type Captured<One> =
  One extends Tool<never, infer Args, infer Value>
    ? MayBeLeftOut<Args> extends true
      ? (args?: Given<Args>) => ActionDeclaration<Value>
      : (args: Given<Args>) => ActionDeclaration<Value>
    : never;

/** The apps while events are declared: calling a tool declares an event, which calls the tool when it fires. */
export type CapturedApps<Apps extends AppsOf> = {
  readonly [Name in keyof Apps]: {
    readonly [ToolName in keyof Apps[Name]['tools']]: Captured<Apps[Name]['tools'][ToolName]>;
  };
};

/** The apps' states, which checks read. */
export type StatesOf<Apps extends AppsOf> = { readonly [Name in keyof Apps]: ReadOnly<Apps[Name]['state']> };

/** Checks of the apps' states, by name. */
interface StateChecks<Apps extends AppsOf> {
  /** Each must hold at one check before the time is up. */
  readonly milestones?: Readonly<Record<string, Predicate<StatesOf<Apps>>>>;
  /** None may ever hold. */
  readonly minefields?: Readonly<Record<string, Predicate<StatesOf<Apps>>>>;
}

/** Checks of the agent's calls and of the apps' states after them, by name. */
interface CallChecks<Apps extends AppsOf> {
  /** Each must hold for one call before the time is up. */
  readonly milestones?: Readonly<Record<string, ActionPredicate<StatesOf<Apps>>>>;
  /** None may hold for any call. */
  readonly minefields?: Readonly<Record<string, ActionPredicate<StatesOf<Apps>>>>;
}

/** The functions with which a scenario declares events, besides the apps' tools. */
export interface Authoring<Apps extends AppsOf> {
  /** Declares a condition, which is checked each tick until it holds. Then its successors are released. */
  readonly condition: (name: string, holds: Predicate<StatesOf<Apps>>) => PolledDeclaration;
  /**
   * Declares milestones that must be reached in time and minefields that must never be triggered. They are checked each tick
   * until the timeout, or once if there is none.
   */
  readonly validation: (checks: StateChecks<Apps>) => PolledDeclaration;
  /**
   * Declares milestones that one of the agent's calls must reach and minefields that none may trigger, from the time it fires.
   */
  readonly agentValidation: (checks: CallChecks<Apps>) => AgentValidationDeclaration;
  /** Makes a call the oracle's: an action of a perfect agent. It is carried out in oracle mode only. */
  readonly oracle: <Value>(action: ActionDeclaration<Value>) => ActionDeclaration<Value>;
  /** Ends the run after the tick in which it fires. */
  readonly stop: () => Declaration;
}

/** Captures the events that a scenario declares, in order. */
export function capture<Apps extends AppsOf>(
  apps: Apps,
  host: ScenarioHost,
): { apps: CapturedApps<Apps>; authoring: Authoring<Apps>; declared: readonly Declaration[] } {
  const declared: Declaration[] = [];
  const here = (): SourceLocation | undefined => host.callSite();
  const note = <One extends Declaration>(declaration: One): One => {
    declared.push(declaration);
    return declaration;
  };

  const captured = Object.fromEntries(
    Object.entries(apps).map(([app, { tools, class: className }]) => [
      app,
      toolFunctions(`${app} (${className})`, tools, (tool, name) => (args: object = {}) => {
        if (!isFields(args)) refuseGiven(`${app}.${name}(args)`, args, 'an object with the arguments');
        const content = { kind: 'action', app, tool: name, args } as const;
        return note(new ActionDeclaration(content, usualCaller(tool), here()));
      }),
    ]),
  );

  const authoring: Authoring<Apps> = {
    condition(name, holds) {
      if (typeof name !== 'string') refuseGiven('condition(name, check)', name, 'a name');
      if (typeof holds !== 'function') refuseGiven('condition(name, check)', holds, 'a check');
      return note(new PolledDeclaration({ kind: 'condition', name, holds }, here()));
    },
    validation(checks) {
      const { milestones, minefields } = givenChecks('validation', checks);
      const content = { kind: 'validation', milestones, minefields } as const;
      return note(new PolledDeclaration(content, here()).timeout(1));
    },
    agentValidation(checks) {
      const { milestones, minefields } = givenChecks('agentValidation', checks);
      const content = { kind: 'agent-validation', milestones, minefields } as const;
      return note(new AgentValidationDeclaration(content, here()));
    },
    oracle(action) {
      if (!(action instanceof ActionDeclaration)) refuseGiven('oracle(call)', action, 'a call of a tool');
      action.actor = 'agent';
      action.isOracle = true;
      return action;
    },
    stop: () => note(new Declaration({ kind: 'stop' }, here())),
  };
  return { apps: captured as CapturedApps<Apps>, authoring, declared };
}

type Checks<Check> = Readonly<Record<string, Check>>;

/** Milestones and minefields as `place` was called with. @throws {TypeError} when they are no checks. */
function givenChecks<Check>(
  place: string,
  checks: { readonly milestones?: Checks<Check>; readonly minefields?: Checks<Check> },
): { readonly milestones: Checks<Check>; readonly minefields: Checks<Check> } {
  if (!isFields(checks))
    refuseGiven(`${place}(checks)`, checks, 'an object such as { milestones: { name: check } }');
  const { milestones = {}, minefields = {} } = checks;
  for (const [kind, named] of Object.entries({ milestones, minefields })) {
    if (!isFields(named)) refuseGiven(`${place}: ${kind}`, named, 'an object such as { name: check }');
    for (const [name, check] of Object.entries(named))
      if (typeof check !== 'function') refuseGiven(`${place}: ${kind}["${name}"]`, check, 'a check');
  }
  return { milestones, minefields };
}

/** Calls are the user's if only the user can make them, otherwise the environment's. */
function usualCaller({ callers }: Tool<never>): Actor {
  return callers.includes('user') && !callers.includes('environment') ? 'user' : 'environment';
}

/** Maps tools to functions. Using a missing tool throws an error that lists the existing ones. */
function toolFunctions<Of, To>(
  owner: string,
  tools: Readonly<Record<string, Of>>,
  map: (tool: Of, name: string) => To,
): Readonly<Record<string, To>> {
  const known = Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, map(tool, name)]));
  return new Proxy(known, {
    get(target, name) {
      if (typeof name === 'symbol' || Object.hasOwn(target, name)) return target[name as string];
      throw new TypeError(`${owner} has no tool "${name}". Its tools are ${Object.keys(target).join(', ')}.`);
    },
  });
}
