export { type Agent, type AgentMove, type AgentInput, type AgentDecision } from './agents/index.ts';
export { play } from './agents/index.ts';
export { replayingAgent } from './agents/index.ts';
export { scriptedAgent } from './agents/index.ts';
export { thinkingCost, type ThinkingTime } from './agents/index.ts';
export { classNames, mainClassNames, toolsOf } from './apps/index.ts';
export { describeTools, type ToolDescription } from './world/index.ts';
export { actorOf } from './world/index.ts';
export { agentScriptOf } from './are/index.ts';
export { followScripts } from './are/index.ts';
export { planOfTrace, type TracePlan } from './are/index.ts';
export { resumeTrace } from './are/index.ts';
export { canonicalLine } from './model/index.ts';
export { compareRuns } from './analysis/index.ts';
export { type ComparedRun } from './analysis/index.ts';
export { differencesBetween } from './analysis/index.ts';
export { IdMapping } from './analysis/index.ts';
export { sourceDifferences } from './analysis/index.ts';
export { dumpOf } from './analysis/index.ts';
export { type EnvironmentOptions } from './kernel/index.ts';
export { Environment, type EnvironmentState } from './kernel/index.ts';
export { exportRun } from './are/index.ts';
export { importTrace, type Import } from './are/index.ts';
export { Clock } from './kernel/index.ts';
export { KnowledgeReconstruction } from './analysis/index.ts';
export { arrangeRuns } from './analysis/index.ts';
export { LogHash } from './model/index.ts';
export { OrreryError } from './model/index.ts';
export { type Blocker, type EventStatus, type WaitingStatus } from './model/index.ts';
export { notificationsOf, notificationRulesOf, type NotificationRules } from './agents/index.ts';
export { filterAt } from './agents/index.ts';
export { oracleOfRun } from './are/index.ts';
export { importPortable } from './formats/index.ts';
export { type PortableRun } from './formats/index.ts';
export { type Hash, type NewHash } from './model/index.ts';
export { isPortable, readPortable } from './formats/index.ts';
export { writePortable } from './formats/index.ts';
export { applyChanges } from './state/index.ts';
export { followBack, followForward, valueHistory, type FollowedValue } from './analysis/index.ts';
export { applyInterventions } from './scenario/index.ts';
export { outlineOf } from './scenario/index.ts';
export { planOf } from './scenario/index.ts';
export { type Plan } from './world/index.ts';
export { ScenarioError } from './scenario/index.ts';
export { isScenario, variantsOf, type Scenario } from './scenario/index.ts';
export { type ScenarioHost } from './model/index.ts';
export {
  copyRun,
  headsOf,
  openStore,
  readOnlyStore,
  StoreError,
  storeErrorOf,
  type LogHead,
  type NewRun,
  type OnWritten,
  type Packing,
  type RunWriter,
  type Search,
  type SearchTerm,
  type Store,
} from './store/index.ts';
export { type States } from './model/index.ts';
export { agentLogsOf } from './are/index.ts';
export { readJson, readJsonAs } from './model/index.ts';
export { toolsIn } from './are/index.ts';
export { findingsText, type Finding } from './model/index.ts';
export { checkShape } from './model/index.ts';
export { parseValue, type TypedValue } from './are/index.ts';
export { plannedEvents } from './are/index.ts';
export { readAreTrace, type RecordedRun } from './are/index.ts';
export { TraceError } from './model/index.ts';
export { eventStatuses, eventStatus } from './analysis/index.ts';
