import type { Store } from '../../engine/index.ts';
import type { RunSummary } from '../../engine/model/index.ts';
import { Fault } from '../fault.ts';
import { loadTypeScript } from '../scenario/typescript.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { actsOf } from './acts.ts';
import { documentWithActs } from './document-with-acts.ts';
import { sourceWithActs } from './source-with-acts.ts';

/**
 * Writes the scenario that `run` was of anew, beside the old, with what was done in it by hand as events. Answers where.
 *
 * @throws {Fault} when nothing was done by hand, or the scenario has no place to write it.
 */
export async function nextVersion(
  store: Store,
  workspace: Pick<Workspace, 'createVersion'>,
  run: RunSummary,
): Promise<string> {
  const kept = store.source(run.id);
  const source = kept?.files.get(kept.path);
  if (kept === undefined || source === undefined)
    throw new Fault('run-not-ours', `run ${run.id}: found a recorded trace, wanted a run of a scenario`);
  const acts = actsOf(store, run);
  if (acts.length === 0)
    throw new Fault('no-acts', `run ${run.id}: found nothing done by hand, wanted one call at least`);
  const { path } = kept;
  const told = { acts, run: run.id, start: run.start, apps: run.apps };
  const text = path.endsWith('.json')
    ? documentWithActs(source, path, told)
    : sourceWithActs(loadTypeScript(), { ...told, path, source });
  return workspace.createVersion(path, text);
}
