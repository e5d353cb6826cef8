export {
  compareFinalStateOf,
  judgedVerdict,
  judgementOf,
  judgeRun,
  oracleReference,
  recordedLog,
  type OracleReference,
  runOracle,
  runOracleOfTrace,
  turnJudge,
} from './judge-runs.ts';
