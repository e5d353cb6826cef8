export type { Change, Write, Writer } from './change.ts';
export { compareCodePoints, groupBy, grown, own } from './collections.ts';
export type {
  Aspect,
  ComparedRow,
  Comparison,
  Difference,
  DifferingLine,
  Divergence,
  EntryDifference,
  FileDifference,
  Hunk,
} from './comparison.ts';
export type { BriefStanding, Obstacle, Standing, Waits } from './event-status.ts';
export {
  type Action,
  type ActionEvent,
  type ActionQuestion,
  type Actor,
  type AgentValidationEvent,
  type ConditionEvent,
  type EventKind,
  isSameTool,
  type OnFailure,
  type Past,
  type PlannedAction,
  type Polling,
  type Question,
  type ScenarioEvent,
  type TimeComparator,
  type ValidationEvent,
} from './event.ts';
export {
  type Finding,
  findingInWords,
  findingsOf,
  inShape,
  inShort,
  inWords,
  TraceError,
  within,
} from './finding.ts';
export {
  type AppName,
  appName,
  type EventId,
  eventId,
  idsIn,
  isMadeUp,
  numbered,
  type RunId,
  runId,
  withoutIds,
} from './ids.ts';
export {
  type Amendment,
  amendmentInWords,
  type Origin,
  RECORDED_AGENT,
  SETTING,
  type Setting,
  settingOf,
} from './interventions.ts';
export { boundedJson, plainNumbers } from './json-reader.ts';
export { isJsonObject, isSameJson, type Json, type JsonObject, listIn } from './json.ts';
export type { AppKnowledge, Awareness, KnownRecord, LostRecord } from './knowledge.ts';
export {
  type ActionEntry,
  actionReleases,
  type AgentValidationEntry,
  type ConditionEntry,
  ENDLESS,
  type Failure,
  type Happening,
  type LogEntry,
  type NestedCall,
  type Outcome,
  type RecordedAction,
  releasesSurely,
  releasesWith,
  type StopEntry,
  type ValidationEntry,
  type Watched,
} from './log-entry.ts';
export { canonicalLine, type Hash, LogHash, type NewHash } from './log-hash.ts';
export {
  type AgentLine,
  type Notification,
  REMINDING,
  USUAL_VERBOSITY,
  type Verbosity,
} from './notification.ts';
export { isAtOrBelow, parsePath, type Path, printPath, setAt, valueAt } from './paths.ts';
export {
  type AskedAugmentation,
  type Augmented,
  CAPABILITIES,
  type Capability,
  type EventOutline,
  type Hint,
  type HintKind,
  type Pacing,
  type PlanOutline,
  type Timetable,
  type Told,
  type ToldOf,
} from './plan.ts';
export { checkName, conditionTimedOut, tieKey, validationTimedOut } from './polling.ts';
export { formatPlace, LabError, type Place, type Problem } from './problem.ts';
export { pythonText } from './python-text.ts';
export { type Random, seededRandom } from './random.ts';
export { isLiteral, type Lookup, nothingAt, placeholderIn, referenceIn, withResults } from './references.ts';
export {
  type PassRate,
  RUN_NUMBERS,
  RUN_WORDS,
  type RunGroup,
  type RunGrouping,
  type RunLibrary,
  type RunLine,
  type RunOrder,
  type RunQuery,
  type RunTerm,
  type RunTest,
} from './run-query.ts';
export {
  type AppSummary,
  type Deviation,
  type NewNote,
  type Note,
  type OutsideAgent,
  type RunChoices,
  type RunExtras,
  type RunMode,
  type RunState,
  type RunSummary,
  type States,
  STOPPED_BY_HAND,
  wasCutShort,
  type Writing,
} from './run.ts';
export { noSurroundings, type Surroundings } from './scenario-host.ts';
export {
  after,
  between,
  earlier,
  formatInstant,
  fromSeconds,
  hours,
  instant,
  later,
  micros,
  minutes,
  parseInstant,
  seconds,
  type SimSpan,
  type SimTime,
  toSeconds,
} from './time.ts';
export { counted, quotedList, truncate } from './text.ts';
export {
  dependencies,
  dueByItself,
  dueTime,
  type Edge,
  predecessors,
  type Timing,
  timingFrom,
} from './timing.ts';
export { topologicalOrder } from './topological-order.ts';
export { type StandIn, standIn, standIns, turnsEnded } from './turns.ts';
export type {
  CheckResult,
  OracleMatch,
  OracleStatus,
  Shortfall,
  ShortfallReason,
  Verdict,
} from './verdict.ts';
