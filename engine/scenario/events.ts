import type { AppInstance } from '../apps/app.ts';
import type { Polling, ScenarioEvent, Timing } from '../model/event.ts';
import type { Hint } from '../model/hint.ts';
import type { EventId } from '../model/ids.ts';
import type { Problem } from '../model/problem.ts';
import type { SimTime } from '../model/time.ts';
import { actionEvent, settledArguments } from './action-event.ts';
import { ActionDeclaration, PolledDeclaration, WatchDeclaration, type Declaration } from './declaration.ts';
import { doubles, idsOf } from './names.ts';
import { resultsIn } from './result.ts';
import { dangling, timingOf } from './timing.ts';

/** What was declared, placed and named, and what is wrong with it. */
export function eventsOf(
  declared: readonly Declaration[],
  apps: Readonly<Record<string, AppInstance>>,
  start: SimTime,
): {
  readonly events: readonly ScenarioEvent[];
  /** Ids that the author gave. */
  readonly named: ReadonlySet<EventId>;
  readonly problems: readonly Problem[];
  readonly hints: readonly Hint[];
} {
  const ids = idsOf(declared);
  const problems = [...doubles(declared, ids)];
  const events = declared.map((declaration): ScenarioEvent => {
    const isAction = declaration instanceof ActionDeclaration;
    const results = isAction ? resultsIn(declaration.doing.args) : [];
    const id = ids.get(declaration)!;
    const timing = timingOf(declaration, results, ids, start);
    const fault = dangling(declaration, results, ids);
    if (fault !== undefined) problems.push(fault);
    if (!isAction) {
      const event = checkEvent(declaration, id, timing);
      return declaration.isDormant ? { ...event, dormant: true } : event;
    }
    const settled = settledArguments(declaration, results, ids, apps);
    if (settled.problems.length > 0) problems.push(...settled.problems);
    return actionEvent(declaration, id, timing, settled);
  });
  const named = new Set(declared.filter(({ givenId }) => givenId !== undefined).map((one) => ids.get(one)!));
  const hints = declared.flatMap((declaration) => hintsOf(declaration, ids.get(declaration)!));
  return { events, named, problems, hints };
}

const NO_HINTS: readonly Hint[] = [];

function hintsOf(declaration: Declaration, event: EventId): readonly Hint[] {
  if (declaration.hints.length === 0) return NO_HINTS;
  const isTask = declaration instanceof ActionDeclaration && declaration.actor !== 'environment';
  return declaration.hints.map(({ text, kind = isTask ? 'task' : 'environment' }) => ({ event, kind, text }));
}

/** The event that `declaration` makes, which is not of an action. */
function checkEvent(declaration: Declaration, id: EventId, timing: Timing): ScenarioEvent {
  const { doing, place } = declaration;
  // In literals that begin with no spread: what is put together after one takes V8 three times as long.
  switch (doing.kind) {
    case 'condition': {
      const { name, holds } = doing;
      return { id, timing, place, kind: 'condition', name, holds, ...pollingOf(declaration) };
    }
    case 'validation':
      return {
        id,
        timing,
        place,
        kind: 'validation',
        milestones: checks(doing.milestones),
        minefields: checks(doing.minefields),
        ...pollingOf(declaration),
      };
    case 'agent-validation':
      return {
        id,
        timing,
        place,
        kind: 'agent-validation',
        milestones: checks(doing.milestones),
        minefields: checks(doing.minefields),
        timeout: declaration instanceof WatchDeclaration ? declaration.limit : undefined,
      };
    case 'stop':
      return { id, timing, place, kind: 'stop' };
    case 'action':
      throw new Error(`${id}: found an action, wanted a check or a stop`);
  }
}

/** As often as each tick, for ever, where nothing else was said. */
const pollingOf = (declaration: Declaration): Polling =>
  declaration instanceof PolledDeclaration
    ? { every: declaration.interval, timeout: declaration.limit }
    : { every: 1, timeout: undefined };

const checks = <Question>(
  named: Readonly<Record<string, Question>>,
): readonly { readonly name: string; readonly holds: Question }[] =>
  Object.entries(named).map(([name, holds]) => ({ name, holds }));
