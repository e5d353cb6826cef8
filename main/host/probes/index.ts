export {
  createEvaluator,
  expressionProblem,
  isPath,
  type ProbeEvaluator,
  probeValueText,
} from './probe-evaluator.ts';
export { ProbeQueries } from './probe-queries.ts';
