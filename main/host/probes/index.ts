export { isPath, expressionProblem, probeValueText } from './check-expression.ts';
export { type ProbeEvaluator, createEvaluator } from './probe-evaluator.ts';
export { ProbeQueries } from './probe-queries.ts';
