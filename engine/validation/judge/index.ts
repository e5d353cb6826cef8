export { canonicalConfiguration, judgeSettings, type JudgeSettings } from './configuration.ts';
export { type CompletedEvent, type Contact, JudgeError, type PlannedEvent, toolName } from './events.ts';
export { Judge, type JudgeFailure, judgeTurns, OnlineJudge, type TurnVerdict } from './judge.ts';
export type { EventComparison, OracleVisit } from './matching.ts';
export { type OracleGraph, oracleGraph, type OracleRun } from './oracle-graph.ts';
export type { SoftJudge } from './compare-texts.ts';
export { judgeLog, type JudgeOptions, rejectionText } from './verdict.ts';
