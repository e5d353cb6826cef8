export type { Change, WriteKind, ValueChange } from './log-entry.ts';
export { compareCodePoints, groupBy, append, EMPTY, getOwn } from './values/collections.ts';
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
  PackedComparison,
} from './comparison.ts';
export { packComparison, unpackComparison } from './comparison.ts';
export type {
  Blocker,
  BriefEventStatus,
  CheckedValues,
  EventStatus,
  EventStatusSummary,
  OwnStatus,
  ValueRead,
  WaitingStatus,
} from './event-status.ts';
export {
  type Action,
  type ActionEvent,
  type ActionPredicate,
  type Actor,
  type AgentValidationEvent,
  type Check,
  type ConditionEvent,
  type EventKind,
  isSameTool,
  type OnFailure,
  type Past,
  type PlannedAction,
  type Polling,
  type Predicate,
  type ScenarioEvent,
  type TimeComparator,
  type ValidationEvent,
} from './event.ts';
export {
  checkShape,
  describeValue,
  isFields,
  refuseGiven,
  type Finding,
  findingIn,
  findingsOf,
  findingsText,
  findingText,
  TraceError,
} from './finding.ts';
export {
  type AppName,
  appName,
  type EventId,
  eventId,
  generatedIdsIn,
  isGeneratedId,
  nextFreeId,
  type RunId,
  runId,
  maskGeneratedIds,
} from './values/ids.ts';
export {
  type Intervention,
  describeIntervention,
  type BranchOrigin,
  RECORDED_AGENT,
  SET_STATE,
  type ManualStateChange,
  manualStateChangeOf,
} from './plan/interventions.ts';
export {
  ARGUMENT_CHECKERS,
  type ArgumentChecker,
  type AskedQuestion,
  type Candidate,
  type ComparedText,
  type ExtraCall,
  type JudgeConfiguration,
  type JudgedCall,
  type JudgedRun,
  type JudgedTiming,
  type JudgeEvidence,
  type JudgeVerdict,
  type KeptJudgement,
  nearestCall,
  type OracleEvidence,
  type Rejection,
  SOFT_CHECKERS,
  type SoftChecker,
  type SoftQuestion,
  unpairedCalls,
  type VerdictOutcome,
} from './judge.ts';
export { readJson, readJsonAs, readPythonJson } from './values/json-reader.ts';
export { deepFreeze, isJsonObject, isSameJson, type Json, type JsonObject, listIn } from './values/json.ts';
export type { AppKnowledge, Awareness, KnownRecord, LostRecord } from './knowledge.ts';
export {
  type ActionEntry,
  calledAction,
  futureEvent,
  actionReleases,
  type AgentValidationEntry,
  type ConditionEntry,
  TIMED_OUT,
  type Failure,
  type EntryHead,
  LEFT_TO_AGENT,
  type LogEntry,
  type NestedCall,
  type Outcome,
  type RecordedAction,
  alwaysReleases,
  releasesWith,
  type StopEntry,
  type ValidationEntry,
  type Observation,
} from './log-entry.ts';
export { canonicalLine, type Hash, LogHash, type NewHash } from './log-hash.ts';
export { type Notification, REMINDER_TOOL, USUAL_VERBOSITY, type Verbosity } from './notification.ts';
export type { AgentTurn, StepKind, TokenCount, TranscriptStep } from './transcript.ts';
export { isAtOrBelow, parsePath, type Path, printPath, setAt, valueAt } from './values/paths.ts';
export {
  type AugmentationOverrides,
  USUAL_NOISE,
  type AugmentationSettings,
  CAPABILITIES,
  type Capability,
  type EventOutline,
  GAIA2_CAPABILITIES,
  type Hint,
  type HintKind,
  type TickPolicy,
  type PlanOutline,
  type TimeSettings,
  type ToolOverride,
  type ToolOverrides,
} from './plan/plan.ts';
export { checkName, conditionTimedOut, orderKey, validationTimedOut } from './event.ts';
export { formatLocation, OrreryError, type SourceLocation, type Problem } from './finding.ts';
export { pythonText } from './values/python-text.ts';
export { type Random, seededRandom } from './values/random.ts';
export {
  hasNoReferences,
  type ResultLookup,
  unresolvedReference,
  parsePlaceholder,
  parseReference,
  resolveReferences,
} from './plan/references.ts';
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
  type JsonEdit,
  type NewNote,
  type Note,
  type OutsideAgent,
  type RunChoices,
  type TraceExtras,
  type RunMode,
  type RunState,
  type RunSummary,
  type SweepJob,
  type States,
  type CommitBatch,
  countedAs,
  ENDING_CAUSES,
  type EndingCause,
  type RunCount,
  importNotes,
  noteText,
  type RunNote,
} from './run.ts';
export { type Enter, enterDirectly, plainHost, type ScenarioHost, TimedOutError } from './scenario-host.ts';
export type {
  Attempts,
  ContenderStatistics,
  Estimate,
  Histogram,
  JobCounts,
  JobOutcome,
  JobResult,
  PairedComparison,
  RunMeasure,
  SweepComparison,
  SweepFactor,
  SweepGrid,
  SweepStatistics,
} from './sweep.ts';
export { plural, quotedList, truncate } from './values/text.ts';
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
  givenSpan,
  seconds,
  type SimSpan,
  type SimTime,
  toSeconds,
} from './values/time.ts';
export {
  dependencies,
  dueByItself,
  dueTime,
  type Edge,
  predecessors,
  type Timing,
  timingFrom,
} from './plan/timing.ts';
export { topologicalOrder } from './plan/topological-order.ts';
export {
  standIn,
  type Replacement,
  replacementCalls,
  replacementsOf,
  type TurnJudge,
  type TurnRule,
  turnsEnded,
  turnsOf,
  TurnTracker,
} from './turns.ts';
export type {
  AppDifferences,
  CheckResult,
  CheckVerdict,
  FinalStateExpectation,
  FinalStateVerdict,
  Judging,
  JudgeSummary,
  OracleMatch,
  Shortfall,
  ShortfallReason,
  Verdict,
  VerdictPart,
  VerdictRule,
} from './verdict.ts';
export { namedPartsOf, partsOf } from './verdict.ts';
