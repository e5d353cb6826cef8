import * as z from 'zod';
import type { TranscriptLine, OracleMatch } from '../../engine/model/index.ts';
import type { AgentLines, Trail } from '../answers.ts';
import { call } from './call.ts';
import { app, keys, position, run } from './values.ts';

/** What a run's log says when it is asked. */
export const inspectCalls = {
  /** Who changed the value that stands at `path` of `app` right after entry `since`, up to entry `at`. */
  'inspect.trail': call(
    z.strictObject({ run, app, path: keys, since: z.int().min(-1), at: z.int().min(-1) }),
  ).answers<Trail>(),
  /** What the agent knew of `app` right after entry `at`: an {@link AppKnowledge} as JSON, for it can be large. */
  'inspect.knowledge': call(z.strictObject({ run, app, at: z.int().min(-1) })).answers<string>(),
  /** What the agent was asked and told, did and said, some entries from `from` on; `next` is `from` at the end. */
  'inspect.agent': call(z.strictObject({ run, from: position })).answers<AgentLines>(),
  /** What the file of a trace tells of its agent, by time. */
  'inspect.agentLogs': call(z.strictObject({ run })).answers<readonly TranscriptLine[]>(),
  /** What the agent did held against the scenario's oracle; nothing where there is none. */
  'inspect.oracle': call(z.strictObject({ run })).answers<readonly OracleMatch[]>(),
};
