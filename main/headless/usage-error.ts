import { OrreryError } from '../../engine/index.ts';

/** The command line asked for something that is not there: a run, a file, an entry. */
export class UsageError extends OrreryError {
  override readonly name = 'UsageError';
  readonly code = 'bad-usage';
}
