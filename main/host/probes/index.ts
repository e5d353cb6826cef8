export { isPath, problemIn, valueWords } from './expression.ts';
export { type Asker, askerOf } from './probe-evaluator.ts';
export { Probing } from './probe-queries.ts';
