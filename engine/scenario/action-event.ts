import type { Tools } from '../apps/app.ts';
import type { Arguments } from '../apps/argument.ts';
import { callArguments } from '../apps/call-arguments.ts';
import { failureOf } from '../apps/failure.ts';
import { isLiteral } from '../kernel/results.ts';
import type { ActionEvent, Timing } from '../model/event.ts';
import { grown } from '../model/grown.ts';
import { appName, type EventId } from '../model/ids.ts';
import type { JsonObject } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { ActionDeclaration } from './declaration.ts';
import { resultsIn, settle } from './result.ts';

/** The event that `declaration` makes. */
export function actionEvent(
  declaration: ActionDeclaration,
  id: EventId,
  timing: Timing,
  args: JsonObject,
): ActionEvent {
  const { place, actor: kind, isOracle: oracle, failurePolicy: onFailure } = declaration;
  const { app, tool } = declaration.doing;
  const { isDormant, expected } = declaration;
  const action = { app: appName(app), tool, args };
  const literal = isLiteral(args);
  const event = { id, timing, place, kind, action, oracle, onFailure, literal };
  if (!isDormant && expected === undefined) return event;
  return {
    ...event,
    ...(isDormant ? { dormant: true } : {}),
    ...(expected === undefined ? {} : { comparator: expected }),
  };
}

/** Its arguments as data, and what is wrong with them. */
export function settledArguments(
  { doing: { app, tool, args }, isUnchecked, place }: ActionDeclaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
  apps: Readonly<Record<string, { readonly tools: Tools<never> }>>,
): { readonly args: JsonObject; readonly problems: readonly Problem[] } {
  try {
    const settled = settle(args, results, (source) => ids.get(source) ?? '');
    if (!isUnchecked) check(tool, apps[app]!.tools[tool]!.args, args as Given, settled);
    return { args: settled, problems: NONE };
  } catch (thrown) {
    return { args: {}, problems: [{ severity: 'error', message: failureOf(thrown).message, place }] };
  }
}

type Given = Readonly<Record<string, unknown>>;

const NONE: readonly Problem[] = [];
const NO_NAMES: string[] = [];

/** Refuses what the tool would refuse whatever happens before. Values that come from results are seen when they are there. */
function check(tool: string, declared: Arguments, given: Given, settled: JsonObject): void {
  let open = NO_NAMES;
  for (const name in declared) if (isOpen(given[name])) open = grown(open, name);
  if (open.length === 0) callArguments(tool, declared, settled);
  else callArguments(tool, without(declared, open), without(settled, open));
}

const isOpen = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('{{') && value.trimStart().startsWith('{{')
    : resultsIn(value).length > 0;

const without = <Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
