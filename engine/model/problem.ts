import type { Place } from './place.ts';

/** Something wrong with a scenario, found before it runs. Only errors keep it from running. */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'note';
  /** Says what was found and what was wanted. */
  readonly message: string;
  readonly place: Place | undefined;
}
