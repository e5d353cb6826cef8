import { z } from 'zod';
import type { OracleMatch } from '../../engine/model/oracle.ts';
import { call } from './call.ts';
import { run } from './values.ts';

/** What a run's log says when it is asked. */
export const inspectCalls = {
  /** What the agent did held against the scenario's oracle; nothing where there is none. */
  'inspect.oracle': call(z.strictObject({ run })).answers<readonly OracleMatch[]>(),
};
