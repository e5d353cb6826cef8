export { type JudgeConfiguration, judgeSettings, type JudgeSettings } from './configuration.ts';
export { type CompletedEvent, type Contact, JudgeError, type PlannedEvent, toolName } from './events.ts';
export {
  Judge,
  type JudgeFailure,
  type JudgeOutcome,
  judgeTurns,
  OnlineJudge,
  type TurnVerdict,
} from './judge.ts';
export type {
  Candidate,
  ComparedText,
  ExtraCall,
  JudgedCall,
  JudgedTiming,
  JudgeEvidence,
  OracleEvidence,
  Rejection,
} from './evidence.ts';
export type { Attempt, Visit } from './matching.ts';
export { type OracleGraph, oracleGraph, type OracleRun } from './oracle-graph.ts';
export type { AskedQuestion, SoftJudge, SoftQuestion } from './soft.ts';
export { judgeLog, type JudgeOptions, type JudgeVerdict } from './verdict.ts';
