/** The whole engine: what the workbench uses, and what scripts import as 'orrery/engine' (see docs/engine.md). */

// Declare: scenarios, apps and tools, as a scenario file imports them from 'orrery'.
export * from './scenario/orrery.ts';
export { isScenario, ScenarioError, UnlistedError, variantsOf } from './scenario/index.ts';

// Nouns: time, ids, JSON, actions, events, log entries, notifications, verdicts, runs.
export {
  after,
  between,
  earlier,
  formatInstant,
  fromSeconds,
  instant,
  later,
  parseInstant,
  type SimSpan,
  type SimTime,
} from './model/index.ts';
export {
  type AppName,
  appName,
  type EventId,
  eventId,
  type Json,
  type JsonObject,
  type RunId,
  runId,
} from './model/index.ts';
export type {
  Action,
  ActionEvent,
  Actor,
  AgentValidationEvent,
  ConditionEvent,
  EventKind,
  Past,
  Predicate,
  ScenarioEvent,
  ValidationEvent,
} from './model/index.ts';
export { conditionTimedOut, dueTime, predecessors, type Timing, validationTimedOut } from './model/index.ts';
export {
  type ActionEntry,
  type AgentValidationEntry,
  calledAction,
  canonicalLine,
  type Change,
  type ConditionEntry,
  type Failure,
  futureEvent,
  type Hash,
  LOG_HASH_VERSION,
  LogHash,
  type LogEntry,
  type NewHash,
  type Observation,
  type Outcome,
  type StopEntry,
  type WaitEntry,
  type ValidationEntry,
} from './model/index.ts';
export type {
  AppSummary,
  Blocker,
  EventOutline,
  EventStatus,
  Hint,
  HintKind,
  Intervention,
  Notification,
  PlanOutline,
  RunMode,
  RunSummary,
  States,
  Verbosity,
  Verdict,
  WaitingStatus,
} from './model/index.ts';
export { CAPABILITIES, type Capability, GAIA2_CAPABILITIES, OrreryError, TraceError } from './model/index.ts';

// Plan: a scenario made ready for one run.
export {
  applyAgentScripts,
  applyInterventions,
  outlineOf,
  planData,
  type Planning,
  planOf,
  readAgentScript,
  writeAgentScript,
} from './scenario/index.ts';
export type { OutsideServer, Plan, PlanData, ServerStart } from './world/index.ts';

// Run: schedule, fire, log.
export {
  ManualClock,
  Environment,
  type EnvironmentOptions,
  type EnvironmentState,
  ManualEnvironment,
  type ReadBack,
  ResultIndex,
  storedPast,
} from './kernel/index.ts';
export { resolveReferences, type ResultLookup, type ScenarioHost } from './model/index.ts';

// Act: tools as agents know them, agents, and what they are notified of.
export { actorOf, describePlanTools, describeTools, failureOf, type ToolDescription } from './world/index.ts';
export { classNames, mainClassNames, toolsOf } from './apps/index.ts';
export type { ThinkingTime } from './model/index.ts';
export {
  type Agent,
  type AgentDecision,
  type Asked,
  type ChangeAt,
  type LiveAgent,
  type NextStep,
  type PastTurn,
  play,
  repeatedTurns,
  scriptedAgent,
  Session,
  type SessionOptions,
  turnsFromLog,
} from './agents/index.ts';
export {
  filterAt,
  Inbox,
  type NotificationFilter,
  type NotificationRules,
  notificationRulesOf,
  notificationsOf,
  notifiesAgent,
} from './agents/index.ts';

// Look: pure functions of logs and states.
export { applyChanges } from './state/index.ts';
export {
  arrangeRuns,
  RunArranger,
  type ComparedRun,
  compareAttempts,
  compareRuns,
  compareSets,
  compareSeveral,
  compareWithOracle,
  differencesBetween,
  runStateDump,
  EventHistory,
  eventStatus,
  eventStatuses,
  followBack,
  type FollowedValue,
  followForward,
  IdMapping,
  KnowledgeReconstruction,
  markedSteps,
  matchingApps,
  requestDifference,
  sourceDifferences,
  valueHistory,
  withAppNames,
  statusOverview,
} from './analysis/index.ts';

// Sweeps: statistics of many runs.
export type {
  AttemptEstimates,
  ContenderStatistics,
  CorrectedComparison,
  Estimate,
  GridCell,
  GridFactors,
  Histogram,
  JobCounts,
  JobOutcome,
  JobResult,
  PairedComparison,
  PassRate,
  PassRates,
  RateBasis,
  RunMeasure,
  SweepComparison,
  SweepFactor,
  SweepGrid,
  SweepStatistics,
} from './model/index.ts';
export {
  attemptEstimates,
  comparePairs,
  compareSweeps,
  contenderOf,
  countJobs,
  countsBy,
  factorValue,
  flakyCells,
  gridFactors,
  histogramOf,
  holm,
  jobLines,
  jobRow,
  jobsInCell,
  reasons,
  attemptMatrix,
  sweepGrid,
  sweepStatistics,
  taskOf,
} from './analysis/index.ts';

// Judge: verdicts on runs, by what the oracle did.
export type {
  AppDifferences,
  AskedQuestion,
  RejectedCall,
  CheckVerdict,
  ComparedText,
  ExtraCall,
  FinalStateExpectation,
  FinalStateVerdict,
  JudgeConfiguration,
  JudgedCall,
  JudgedTiming,
  JudgeEvidence,
  JudgeVerdict,
  Judging,
  OracleEvidence,
  Rejection,
  SoftQuestion,
  VerdictOutcome,
  VerdictRule,
} from './model/index.ts';
export {
  askWatched,
  combineVerdict,
  compareFinalStates,
  type FinalState,
  hasJudge,
} from './validation/index.ts';
export {
  type EventComparison,
  canonicalConfiguration,
  type CompletedEvent,
  type Contact,
  Judge,
  judgeLog,
  type JudgeOptions,
  JudgeError,
  type JudgeFailure,
  judgeSettings,
  type JudgeSettings,
  judgeTurns,
  OnlineJudge,
  oracleGraph,
  type OracleGraph,
  type OracleRun,
  type PlannedEvent,
  rejectionText,
  type SoftJudge,
  toolName,
  type TurnVerdict,
  type OracleVisit,
} from './validation/judge/index.ts';
export {
  compareFinalStateOf,
  judgedVerdict,
  judgementOf,
  judgementOfPart,
  oracleProblems,
  judgeRun,
  oracleReference,
  type JudgedLog,
  judgedLog,
  type OracleReference,
  runOracle,
  runOracleOfTrace,
  turnJudge,
} from './judging/index.ts';
export { readDocument, judgedEvents, plannedEvents, type TraceDocument } from './are/index.ts';

// Exchange: files of ARE and portable files.
export {
  readAgentLogs,
  readEntryFacts,
  writeTrace,
  type ImportDetails,
  importTrace,
  type LongRun,
  parseValue,
  writePlannedEvents,
  planTrace,
  readTrace,
  type RecordedRun,
  resumeTrace,
  toolFinder,
  type TracePlan,
  type TypedValue,
} from './are/index.ts';
export {
  importPortable,
  isPortable,
  type PortableRun,
  readPortable,
  asDocument,
  gaia2Rows,
  traceInRow,
  groupDocument,
  filesToLookInto,
  groupedFiles,
  readDocuments,
  isAnswer,
  isPlainText,
  PartReader,
  type RunInParts,
  linksIn,
  readingOf,
  readRecordings,
  recordingsIn,
  withOnly,
  trajectoryFormat,
  writePortable,
} from './formats/index.ts';

// Store: runs in SQLite.
export {
  checkReadable,
  copyOlder,
  copyRun,
  createSchema,
  type EntryOutline,
  headsOf,
  type LogHead,
  type NewRun,
  notADatabase,
  olderVersion,
  type OnWritten,
  openDamagedStore,
  openStore,
  type Compression,
  readOnlyStore,
  type RunOwners,
  type Schema,
  schemaOfStore,
  statesAt,
  type RunWriter,
  fullTextQuery,
  type FoundPosition,
  type EntrySearch,
  searchParts,
  type SearchTerm,
  type Store,
  StoreError,
  storeErrorOf,
} from './store/index.ts';
