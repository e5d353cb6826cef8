import { statesAt, type Store } from '../../../engine/index.ts';
import type { CheckedValues, RunId } from '../../../engine/model/index.ts';
import { openDatabase } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import { prepareRepetition } from './prepare-stored-run.ts';

/** The entry whose check is repeated. */
export interface ValuesRequest {
  /** The database file. */
  readonly file: string;
  readonly run: RunId;
  /** The index of the entry of a condition or a validation. */
  readonly index: number;
}

/**
 * Repeats the condition, or the milestones and minefields, of an entry on the states right after it, and returns the values
 * they read. Runs scenario code.
 *
 * @throws {ProblemError} when the run was not run here, or the entry is not a check.
 */
export async function readCheckedValues({
  file,
  run,
  index,
}: ValuesRequest): Promise<readonly CheckedValues[]> {
  using database = openDatabase(file);
  return await checkedValues(database.store, run, index);
}

/** Repeats the check of an entry of a run in `store`, as {@link readCheckedValues} does. */
export async function checkedValues(
  store: Store,
  run: RunId,
  index: number,
): Promise<readonly CheckedValues[]> {
  const summary = store.run(run);
  const entry = store.entry(run, index);
  if (summary === undefined || entry === undefined)
    throw new ProblemError('no-such-entry', `There is no entry ${index} in run ${run}`);
  const { realm } = await prepareRepetition(store, summary);
  if (realm !== undefined) realm.asked.readBack = (from, limit) => store.entries(run, from, limit);
  const states = JSON.stringify(statesAt(store, summary, index));
  const values = realm?.call('checkedValues', JSON.stringify(entry), states);
  if (values === undefined)
    throw new ProblemError('no-such-entry', `#${entry.index} is not a check that can be asked again`);
  return values as CheckedValues[];
}
