import type { EventId } from '../model/ids.ts';
import type { CheckResult, Verdict } from '../model/verdict.ts';

/** What one validation contributes to a verdict. */
export type Judged = Omit<Verdict, 'passed'>;

/** A validation, as far as its results go. */
interface Checking {
  readonly id: EventId;
  readonly milestones: readonly { readonly name: string }[];
  readonly minefields: readonly { readonly name: string }[];
}

/** What one look at a validation's checks has shown, and the entry that tells of it. */
interface Look {
  readonly achieved: readonly string[];
  readonly tripped: readonly string[];
  readonly entry: number;
}

/** What each check came to by `looks`; `last` is the latest entry that tells of any, where one does. */
export function checkResults(
  { id: validation, milestones, minefields }: Checking,
  looks: readonly Look[],
  last: number | undefined,
): readonly CheckResult[] {
  const result = (
    check: string,
    kind: CheckResult['kind'],
    first: Look | undefined,
    [met, unmet]: readonly [CheckResult['status'], CheckResult['status']],
  ): CheckResult => ({
    ...{ validation, check, kind },
    status: first !== undefined ? met : last === undefined ? 'not-checked' : unmet,
    entry: first?.entry ?? last,
  });
  return [
    ...milestones.map(({ name }) =>
      result(
        name,
        'milestone',
        looks.find(({ achieved }) => achieved.includes(name)),
        ['reached', 'missed'],
      ),
    ),
    ...minefields.map(({ name }) =>
      result(
        name,
        'minefield',
        looks.find(({ tripped }) => tripped.includes(name)),
        ['tripped', 'clear'],
      ),
    ),
  ];
}
