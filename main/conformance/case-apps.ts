import { emptyApp, fromRecorded } from '../../engine/index.ts';
import { anything, app, optional, toolOf, type AppInstance } from '../../engine/scenario/index.ts';
import type { Actor } from '../../engine/model/event.ts';
import type { SimTime } from '../../engine/model/time.ts';
import type { CaseApp, CaseTool } from './case-file.ts';
import { runBody } from './interpreter.ts';

type State = Record<string, unknown>;

const tool = toolOf<State>();

/** Notes that the body of a tool began to run. */
export type Trace = (app: string, tool: string, now: SimTime) => void;

/** Who a tool counts as called by, in the words of cases. */
export const actors = { AGENT: 'agent', USER: 'user', ENV: 'environment' } as const satisfies Record<
  CaseTool['event_type'],
  Actor
>;

/** The apps of a case, by name. */
export function appsOf(specs: readonly CaseApp[], start: SimTime, trace: Trace): Record<string, AppInstance> {
  return Object.fromEntries(specs.map((spec) => [spec.name, instanceOf(spec, start, trace)]));
}

function instanceOf(spec: CaseApp, start: SimTime, trace: Trace): AppInstance {
  if ('builtin' in spec) return builtIn(spec);
  const { name, class: className = name, state, tools } = spec;
  const declare = app<State, Record<string, ReturnType<typeof toolFor>>>({
    class: className,
    initial: () => state,
    tools: Object.fromEntries(tools.map((one) => [one.name, toolFor(name, one, start, trace)])),
  });
  return declare();
}

/** An app of the catalogue, in the state that the case gives it. @throws {LabError} when that is no state of it. */
const builtIn = ({ builtin, state }: Extract<CaseApp, { builtin: string }>): AppInstance =>
  // A case names only classes that are built here.
  (state === undefined ? emptyApp(builtin) : fromRecorded(builtin, state))!;

/** The reference looks neither at the types of arguments nor at what a tool that reads does: any value fits, and all may write. */
const toolFor = (
  app: string,
  { name, event_type: type, params, body }: CaseTool,
  start: SimTime,
  trace: Trace,
): ReturnType<typeof tool> =>
  tool({
    summary: `${name} of a case`,
    effect: 'write',
    callers: [actors[type]],
    args: Object.fromEntries(
      params.map((param) => [
        param.name,
        param.default === undefined ? anything : optional(anything, param.default),
      ]),
    ),
    apply(state, args, context) {
      trace(app, name, context.now);
      return runBody(body, { state, args: args, context, start });
    },
  });
