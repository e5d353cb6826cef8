import type { Tools } from '../apps/app.ts';
import type { Arguments } from '../apps/argument.ts';
import { callArguments } from '../apps/call-arguments.ts';
import { failureOf } from '../apps/failure.ts';
import { isLiteral } from '../kernel/results.ts';
import type { ActionEvent, Timing } from '../model/event.ts';
import { appName, type EventId } from '../model/ids.ts';
import type { JsonObject } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { ActionDeclaration } from './declaration.ts';
import { resultsIn, settle } from './result.ts';

/** The arguments of an action as data. */
interface Settled {
  readonly args: JsonObject;
  /** Whether no result of another event can stand in them. */
  readonly literal: boolean;
  /** See {@link PlannedAction}. */
  readonly effect?: 'read' | 'write';
  /** What is wrong with them. */
  readonly problems: readonly Problem[];
}

/** The event that `declaration` makes. */
export function actionEvent(
  declaration: ActionDeclaration,
  id: EventId,
  timing: Timing,
  { args, literal, effect }: Settled,
): ActionEvent {
  const { place, actor: kind, isOracle: oracle, failurePolicy: onFailure } = declaration;
  const { app: name, tool } = declaration.doing;
  const app = appName(name);
  const { isDormant, expected } = declaration;
  const action = effect === undefined ? { app, tool, args } : { app, tool, args, effect };
  const event = { id, timing, place, kind, action, oracle, onFailure, literal };
  if (!isDormant && expected === undefined) return event;
  return {
    ...event,
    ...(isDormant ? { dormant: true } : {}),
    ...(expected === undefined ? {} : { comparator: expected }),
  };
}

/** The arguments of the event that is declared. */
export function settledArguments(
  { doing: { app, tool, args }, isUnchecked, place }: ActionDeclaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
  apps: Readonly<Record<string, { readonly tools: Tools<never> }>>,
): Settled {
  try {
    const settled = settle(args, results, (source) => ids.get(source) ?? '');
    const literal = isLiteral(settled);
    const { args: declared, effect } = apps[app]!.tools[tool]!;
    if (isUnchecked) return { args: settled, literal, problems: NONE };
    if (literal && callArguments(tool, declared, settled) === settled)
      return { args: settled, literal, effect, problems: NONE };
    if (!literal) check(tool, declared, settled, openOf(declared, args as Given));
    return { args: settled, literal, problems: NONE };
  } catch (thrown) {
    return {
      args: {},
      literal: true,
      problems: [{ severity: 'error', message: failureOf(thrown).message, place }],
    };
  }
}

type Given = Readonly<Record<string, unknown>>;

const NONE: readonly Problem[] = [];

/** Refuses what the tool would refuse whatever happens before. Values that are `open` are seen when they are there. */
function check(tool: string, declared: Arguments, settled: JsonObject, open: readonly string[]): void {
  if (open.length === 0) callArguments(tool, declared, settled);
  else callArguments(tool, without(declared, open), without(settled, open));
}

/** The arguments whose values come from results. */
const openOf = (declared: Arguments, given: Given): readonly string[] =>
  Object.keys(declared).filter((name) => isOpen(given[name]));

const isOpen = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('{{') && value.trimStart().startsWith('{{')
    : resultsIn(value).length > 0;

const without = <Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
