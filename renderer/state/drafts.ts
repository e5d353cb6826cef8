import type { Lab } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import { isDirty, isMissing, type Documents } from './documents.ts';
import type { Memory } from './memory.ts';

const KEY = 'orrery.drafts';

/** Nobody types faster than this is written, and a crash costs no more. */
const QUIET_MILLISECONDS = 300;

/** Keeps what is not saved when the window goes, and brings it back, until the returned function is called. */
export function followDrafts(lab: Lab, documents: Documents, memory: Memory): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let noted = '{}';

  const note = (): void => {
    const state = documents.getState();
    const dirty = Object.entries(state.texts).filter(([path]) => isDirty(state, path));
    const drafts = JSON.stringify(Object.fromEntries(dirty.map(([path, { text }]) => [path, text])));
    if (drafts !== noted) memory.setItem(KEY, drafts);
    noted = drafts;
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(note, QUIET_MILLISECONDS);
  };

  let stop = (): void => undefined;
  void restore(lab, documents, memory).then(() => {
    stop = documents.subscribe(soon);
  });
  addEventListener('pagehide', note);
  return () => {
    clearTimeout(timer);
    stop();
    removeEventListener('pagehide', note);
  };
}

/** Puts each draft over its source as it is on disk now. One whose file is gone stays a draft of that path. */
async function restore(lab: Lab, documents: Documents, memory: Memory): Promise<void> {
  for (const [path, text] of draftsIn(memory.getItem(KEY))) {
    const reply = await ask(lab, 'scenario.read', { path });
    const source = {
      saved: reply.ok ? reply.value : '',
      text,
      ...(isMissing(reply) && { gone: true as const }),
    };
    documents.setState(({ texts }) => ({ texts: { ...texts, [path]: source } }));
  }
}

function draftsIn(kept: string | null): readonly (readonly [string, string])[] {
  try {
    const drafts = JSON.parse(kept ?? '{}') as Record<string, unknown>;
    return Object.entries(drafts).flatMap(([path, text]) =>
      typeof text === 'string' ? [[path, text] as const] : [],
    );
  } catch {
    // What cannot be read is as good as nothing kept.
    return [];
  }
}
