import type { AppName, Json, RunId } from '../model/index.ts';
import { advance } from '../state/index.ts';
import type { Tables } from './tables.ts';

/** The state of `app` right after entry `at`, made of the log; the caller's own. `undefined` when there is no such run or app. */
export function stateAt({ log, keyframes }: Tables, run: RunId, app: AppName, at: number): Json | undefined {
  const keyframe = keyframes.nearest(run, app, at);
  if (keyframe === undefined) return undefined;
  advance(new Map([[app, keyframe.state]]), log.changes(run, app, keyframe.position, at));
  return keyframe.state;
}
