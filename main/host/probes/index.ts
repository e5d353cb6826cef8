export { isPath, expressionProblem, probeValueText } from './expression.ts';
export { type ProbeEvaluator, createEvaluator } from './probe-evaluator.ts';
export { ProbeQueries } from './probe-queries.ts';
