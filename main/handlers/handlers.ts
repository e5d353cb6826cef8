import type { Handlers } from '../ipc.ts';
import { comparisonHandlers } from './comparison.ts';
import { inspectHandlers } from './inspect.ts';
import { libraryHandlers } from './library.ts';
import { logHandlers } from './log.ts';
import { noteHandlers } from './note.ts';
import type { Office } from './office.ts';
import { probeHandlers } from './probe.ts';
import { reportHandlers } from './report.ts';
import { runHandlers } from './run.ts';
import { scenarioHandlers } from './scenario.ts';
import { traceHandlers } from './trace.ts';
import { workspaceHandlers } from './workspace.ts';

/** One handler for each call of the contract. */
export const handlersFor = (office: Office): Handlers => ({
  ...workspaceHandlers(office),
  ...scenarioHandlers(office),
  ...runHandlers(office),
  ...logHandlers(office),
  ...traceHandlers(office),
  ...comparisonHandlers(office),
  ...inspectHandlers(office),
  ...libraryHandlers(office),
  ...noteHandlers(office),
  ...reportHandlers(office),
  ...probeHandlers(office),
});
