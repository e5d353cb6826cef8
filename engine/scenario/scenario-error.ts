import { LabError } from '../model/lab-error.ts';
import { formatPlace } from '../model/place.ts';
import type { Problem } from '../model/problem.ts';

/** A scenario cannot run as it is written. */
export class ScenarioError extends LabError {
  override readonly name = 'ScenarioError';
  readonly code = 'scenario-broken';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(inWords).join('\n'));
    this.problems = problems;
  }
}

const inWords = ({ place, message }: Problem): string =>
  place === undefined ? message : `${formatPlace(place)}: ${message}`;
