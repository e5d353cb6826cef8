import type { AppInstance } from '../apps/app.ts';
import { callArguments } from '../apps/call-arguments.ts';
import { failureOf } from '../apps/failure.ts';
import type { Edge, ScenarioEvent, Timing } from '../model/event.ts';
import { appName, eventId, type EventId } from '../model/ids.ts';
import type { JsonObject } from '../model/json.ts';
import { formatPlace } from '../model/place.ts';
import type { Problem } from '../model/problem.ts';
import { after, later, seconds, type SimTime } from '../model/time.ts';
import { ActionDeclaration, PolledDeclaration, WatchDeclaration, type Declaration } from './declaration.ts';
import { resultsIn, settle } from './result.ts';

/** What was declared, placed and named, and what is wrong with it. */
export function eventsOf(
  declared: readonly Declaration[],
  apps: Readonly<Record<string, AppInstance>>,
  start: SimTime,
): { events: readonly ScenarioEvent[]; problems: readonly Problem[] } {
  const ids = idsOf(declared);
  const problems = doubles(declared);
  const events = declared.map((declaration) => {
    const id = ids.get(declaration)!;
    const placed = {
      id,
      timing: timingOf(declaration, ids, start),
      place: declaration.place,
      ...(declaration.isDormant ? { dormant: true } : {}),
    };
    if (declaration instanceof ActionDeclaration) {
      const { app, tool, args } = declaration.doing as ActionDeclaration['doing'] & { kind: 'action' };
      const settled = settle(args, (source) => ids.get(source as Declaration) ?? '');
      problems.push(...misfits(apps[app]!, tool, args, settled, declaration));
      return {
        ...placed,
        kind: declaration.actor,
        action: { app: appName(app), tool, args: settled },
        oracle: declaration.isOracle,
        onFailure: declaration.failurePolicy,
        ...(declaration.expected === undefined ? {} : { comparator: declaration.expected }),
      };
    }
    return { ...placed, ...checkOf(declaration) };
  });
  return { events: events as readonly ScenarioEvent[], problems };
}

/** Given ids, and for the others ids that sort in the order of declaration. */
function idsOf(declared: readonly Declaration[]): Map<Declaration, EventId> {
  const width = String(declared.length).length;
  return new Map(
    declared.map((declaration, at) => {
      const { doing, givenId } = declaration;
      const what = doing.kind === 'action' ? `${doing.app}-${doing.tool}` : doing.kind;
      return [declaration, eventId(givenId ?? `${String(at + 1).padStart(width, '0')}-${what}`)];
    }),
  );
}

function doubles(declared: readonly Declaration[]): Problem[] {
  const first = new Map<string, Declaration>();
  const problems: Problem[] = [];
  for (const declaration of declared) {
    const { givenId, place } = declaration;
    if (givenId === undefined) continue;
    const other = first.get(givenId);
    if (other === undefined) first.set(givenId, declaration);
    else {
      const where = other.place === undefined ? 'another event' : formatPlace(other.place);
      const message = `found the id "${givenId}" again, wanted one of its own: ${where} has it`;
      problems.push({ severity: 'error', message, place });
    }
  }
  return problems;
}

function timingOf(declaration: Declaration, ids: ReadonlyMap<object, EventId>, start: SimTime): Timing {
  const { offset, time, waitsFor } = declaration;
  const results = declaration.doing.kind === 'action' ? resultsIn(declaration.doing.args) : [];
  const edges: Edge[] = waitsFor.map(({ event, delay }) => ({ event: ids.get(event)!, delay }));
  // Whoever needs a result waits for it.
  for (const source of results) {
    const event = ids.get(source)!;
    if (!edges.some((edge) => edge.event === event)) edges.push({ event, delay: seconds(0) });
  }
  const [first, ...rest] = edges;
  if (first === undefined)
    return time === undefined
      ? { kind: 'from-start', delay: offset ?? seconds(0) }
      : { kind: 'at', time, after: [] };
  const fixed = time ?? (offset === undefined ? undefined : after(start, offset));
  if (fixed === undefined) return { kind: 'after', edges: [first, ...rest] };
  return { kind: 'at', time: later(fixed, start), after: edges.map(({ event }) => event) };
}

/** What the tool would refuse whatever happens before. Values that come from results are seen when they are there. */
function misfits(
  app: AppInstance,
  tool: string,
  args: object,
  settled: JsonObject,
  { place, isUnchecked }: ActionDeclaration,
): readonly Problem[] {
  if (isUnchecked) return [];
  const declared = app.tools[tool]!.args;
  const known = Object.entries(declared).filter(([name]) => {
    const value = (args as Record<string, unknown>)[name];
    return resultsIn(value).length === 0 && !(typeof value === 'string' && value.trim().startsWith('{{'));
  });
  const open = new Set(Object.keys(declared).filter((name) => !known.some(([other]) => other === name)));
  const given = Object.fromEntries(Object.entries(settled).filter(([name]) => !open.has(name)));
  try {
    callArguments(tool, Object.fromEntries(known), given);
    return [];
  } catch (thrown) {
    return [{ severity: 'error', message: failureOf(thrown).message, place }];
  }
}

function checkOf(declaration: Declaration): object {
  const { doing } = declaration;
  const polling =
    declaration instanceof PolledDeclaration
      ? { every: declaration.interval, timeout: declaration.limit }
      : undefined;
  switch (doing.kind) {
    case 'condition':
      return { kind: 'condition', name: doing.name, holds: doing.holds, ...polling };
    case 'validation':
      return {
        kind: 'validation',
        milestones: checks(doing.milestones),
        minefields: checks(doing.minefields),
        ...polling,
      };
    case 'agent-validation':
      return {
        kind: 'agent-validation',
        milestones: checks(doing.milestones),
        minefields: checks(doing.minefields),
        timeout: declaration instanceof WatchDeclaration ? declaration.limit : undefined,
      };
    case 'stop':
    case 'action':
      return { kind: 'stop' };
  }
}

const checks = <Question>(
  named: Readonly<Record<string, Question>>,
): readonly { readonly name: string; readonly holds: Question }[] =>
  Object.entries(named).map(([name, holds]) => ({ name, holds }));
