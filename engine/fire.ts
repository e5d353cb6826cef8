import type { World } from './apps/world.ts';
import { act, afterAction, skip } from './fire-action.ts';
import { beginToWatch, broken, conditionEntry, look, validate, validationEntry } from './fire-check.ts';
import type { Fired, Scene } from './fired.ts';
import type { Due } from './kernel/due.ts';
import type { Failure } from './model/outcome.ts';

/** Lets `due` happen. Never throws what a scenario throws: that is an outcome. */
export function fire({ event, checks }: Due, scene: Scene): Fired {
  switch (event.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      if (event.leftOut) return skip(event, 'left out of this branch', true);
      if (event.oracle && !event.scripted && scene.mode !== 'oracle')
        return skip(event, "the oracle's part is the agent's in this run", false);
      return act(event, scene);
    case 'condition':
      return look(event, checks + 1, scene);
    case 'validation':
      return validate(event, checks + 1, scene);
    case 'agent-validation':
      return beginToWatch(event);
    case 'stop':
      return {
        happened: { kind: 'stop', outcome: { status: 'done', value: null }, changes: [] },
        releases: false,
        again: false,
        ends: 'after-tick',
      };
  }
}

/** What becomes of `due` when its code was stopped from outside in the middle. */
export function torn({ event, checks }: Due, error: Failure, world: World): Fired {
  const outcome = { status: 'failed', error } as const;
  switch (event.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return afterAction(event, {
        kind: event.kind,
        oracle: event.oracle,
        action: { ...event.action, effect: world.effectOf(event.action) },
        calls: [],
        outcome,
        changes: [],
      });
    case 'condition':
      return broken(conditionEntry(event, checks + 1, 'broken', outcome));
    case 'validation':
      return broken(validationEntry(event, checks + 1, outcome));
    case 'agent-validation':
    case 'stop':
      throw new Error(`${event.kind}: found a torn event, wanted one that runs code`);
  }
}
