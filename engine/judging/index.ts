export {
  compareFinalStateOf,
  judgedLog,
  type JudgedLog,
  judgedVerdict,
  judgementOf,
  judgementOfPart,
  judgeRun,
  type OracleReference,
  turnJudge,
} from './judge-run.ts';
export { oracleReference, runOracle, runOracleOfTrace } from './oracle.ts';
export { oracleProblems } from './oracle-problems.ts';
