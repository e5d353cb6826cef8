import type { Problem } from '../../model/problem.ts';

const MOST = 10;

/** `problems`, or the first few of them and how many more there are. */
export function few(problems: readonly Problem[], what: string): readonly Problem[] {
  const [first] = problems;
  if (first === undefined || problems.length <= MOST) return problems;
  const rest: Problem = {
    severity: first.severity,
    message: `found ${problems.length - MOST} more ${what}`,
    place: undefined,
  };
  return [...problems.slice(0, MOST), rest];
}
