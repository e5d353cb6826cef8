import { z } from 'zod';
import type { OracleMatch } from '../../engine/model/oracle.ts';
import type { Trail } from '../answers.ts';
import { call } from './call.ts';
import { app, keys, run } from './values.ts';

/** What a run's log says when it is asked. */
export const inspectCalls = {
  /** What the agent did held against the scenario's oracle; nothing where there is none. */
  /** Who changed the value that stands at `path` of `app` right after entry `since`, up to entry `at`. */
  'inspect.trail': call(
    z.strictObject({ run, app, path: keys, since: z.int().min(-1), at: z.int().min(-1) }),
  ).answers<Trail>(),
  'inspect.oracle': call(z.strictObject({ run })).answers<readonly OracleMatch[]>(),
};
