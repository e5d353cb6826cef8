import type { SourceLocation } from '../../engine/model/index.ts';
import type { Bench } from './bench.ts';
import { closeComparison } from './comparison.ts';
import { isDirty, isGone, open, save } from './documents.ts';
import { notify } from './notices.ts';
import { check } from './problem-store.ts';

/** Shows a scenario's source and has it looked over. */
export async function openScenario(bench: Bench, path: string): Promise<void> {
  closeComparison(bench);
  bench.library.setState({ open: false });
  bench.panels.setState({ centre: 'code' });
  await openQuietly(bench, path);
}

/** As {@link openScenario}, without turning to the editor. */
export async function openQuietly({ lab, documents, problems }: Bench, path: string): Promise<void> {
  if (documents.getState().open === path && documents.getState().refusal === undefined) return;
  await open(lab, documents, path);
  void check(lab, problems, path);
}

/** Saves the open scenario and has it looked over. Answers whether what is on disk is now what is in the editor. */
export async function saveOpen(bench: Bench): Promise<boolean> {
  const { open: path } = bench.documents.getState();
  const documents = bench.documents.getState();
  if (path === undefined || !(isDirty(documents, path) || isGone(documents, path))) return true;
  const refusal = await save(bench.lab, bench.documents, path);
  if (refusal !== undefined) notify(bench.notices, 'bad', `${path} is not saved: ${refusal.message}`);
  else void check(bench.lab, bench.problems, path);
  return refusal === undefined;
}

/** Puts the editor's cursor on `place`. */
export async function reveal(bench: Bench, place: SourceLocation): Promise<void> {
  await openScenario(bench, place.file);
  bench.panels.setState({ reveal: { ...place } });
}
