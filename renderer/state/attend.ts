import { keepFocus } from '../shortcuts/keep-focus.ts';
import type { Bench } from './bench.ts';
import { followDrafts } from './drafts.ts';
import { endAll } from './end-all.ts';
import { followPreferences } from './follow-preferences.ts';
import type { Memory } from './memory.ts';
import { followMenu } from './menu.ts';
import { followSession } from './session.ts';

/** Keeps the person's habits: their keys, settings, drafts and where they were. Until the returned function is called. */
export function attend(bench: Bench, memory: Memory): () => void {
  const stops = [
    followPreferences(bench),
    followMenu(bench.lab, bench.commands),
    followSession(bench, memory),
    followDrafts(bench.lab, bench.documents, memory),
    bench.commands.listen(window),
    keepFocus(window),
  ];
  return endAll(stops);
}
