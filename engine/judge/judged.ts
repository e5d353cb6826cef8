import type { Verdict } from '../model/verdict.ts';

/** What one validation contributes to a verdict. */
export type Judged = Omit<Verdict, 'passed'>;
