import type { WorkspaceView } from '../../preload/contract.ts';
import type { KnownFolders } from '../known-folders.ts';
import type { Trust } from '../trust.ts';
import type { Office } from './office.ts';

/** So many runs are told of whenever files or runs come and go; the others are asked for. */
const NEWEST = 100;

/** All that the page shows of a workspace before it asks for more. */
export async function viewOf({
  workspace,
  kept,
  trust,
  folders,
}: Pick<Office, 'workspace' | 'kept'> & {
  readonly trust: Pick<Trust, 'given'>;
  readonly folders: Pick<KnownFolders, 'recent'>;
}): Promise<WorkspaceView> {
  const { folder, name } = workspace;
  const files = await workspace.files();
  // After all waiting, for what is told of a run must never be older than what was told before.
  const { recent } = folders;
  return {
    ...{ folder, name, trusted: trust.given, recent, ...files },
    ...{ runs: kept.list(NEWEST), runCount: kept.count, trouble: kept.trouble, readOnly: kept.readOnly },
  };
}
