import type { Lab, WorkspaceView } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import { isDirty, type DocumentsState } from './documents.ts';

/** Which of `files` holds what lay at `path` before that went, as after another program gave it that name. */
export async function newNameOf(
  lab: Lab,
  files: WorkspaceView['scenarios'],
  documents: DocumentsState,
  path: string,
): Promise<string | undefined> {
  const saved = documents.texts[path]?.saved ?? '';
  const bytes = new TextEncoder().encode(saved).length;
  for (const file of files) {
    if (bytes === 0 || file.bytes !== bytes || isDirty(documents, file.path)) continue;
    const reply = await ask(lab, 'scenario.read', { path: file.path });
    if (reply.ok && reply.value === saved) return file.path;
  }
  return undefined;
}
