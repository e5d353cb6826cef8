export { contactsIn, isAuthorClass, judgedEvents, plannedEvents } from './judged-events.ts';
export { RepeatedCalls } from './call-replayer.ts';
export { planTrace, resumeTrace, type TracePlan } from './plan-trace.ts';
export { readAgentLogs, readEntryFacts } from './read-agent-logs.ts';
export {
  type ImportDetails,
  importTrace,
  type LongRun,
  readTrace,
  readTraceDocument,
  type RecordedRun,
} from './read-trace.ts';
export { toolFinder } from './trace-apps.ts';
export { parseComparator, readDocument, type TraceDocument } from './trace-format.ts';
export { parseValue, type TypedValue } from './trace-values.ts';
export { writePlannedEvents } from './write-events.ts';
export { newExtras, writeTrace } from './write-trace.ts';
