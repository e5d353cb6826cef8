import type { Note } from '../../engine/model/index.ts';
import type { Request } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { notify } from './notices.ts';
import { tagsIn, type About, type NoteDraft } from './notes.ts';
import { positionNow, seek } from './playhead.ts';

/** Begins a note on the run on show. */
export function beginNote({ notes, panels }: Bench, about: About): void {
  if (panels.getState().run === undefined) return;
  notes.setState({ draft: { ...about, id: undefined, text: '', tags: '' } });
  panels.setState({ dock: 'notes' });
}

/** Begins a note on the entry at the playhead; on the whole run before the first. */
export function noteHere(bench: Bench): void {
  const at = positionNow(bench);
  beginNote(bench, { range: at < 0 ? undefined : { from: at, to: at }, value: undefined });
}

/** Begins a change of `note`. */
export function editNote({ notes, panels }: Bench, note: Note): void {
  const { id, text, tags, range, value } = note;
  notes.setState({ draft: { id, text, tags: tags.join(', '), range, value } });
  panels.setState({ dock: 'notes' });
}

/** Writes the draft down. It is put away at once, so that it cannot be written twice, and comes back where it is refused. */
export async function saveDraft(bench: Bench): Promise<void> {
  const { lab, notes, notices, panels } = bench;
  const { draft } = notes.getState();
  const { run } = panels.getState();
  if (draft === undefined || run === undefined || !isWorthSaving(draft)) return;
  notes.setState({ draft: undefined });
  const { id } = draft;
  const said = { text: draft.text.trim(), tags: tagsIn(draft.tags) };
  const reply = await (id === undefined
    ? ask(lab, 'note.add', { run, ...said, ...aboutOf(draft) })
    : ask(lab, 'note.change', { id, ...said }));
  if (reply.ok) return;
  notify(notices, 'bad', reply.error.message);
  if (panels.getState().run === run) notes.setState((now) => ({ draft: now.draft ?? draft }));
}

/** The same without what it is not about. */
const aboutOf = ({ range, value }: About): Pick<Request<'note.add'>, 'range' | 'value'> => ({
  ...(range && { range }),
  ...(value && { value }),
});

export const isWorthSaving = ({ text, tags }: NoteDraft): boolean =>
  text.trim() !== '' || tagsIn(tags).length > 0;

/** Takes a note away, and offers it back. */
export async function removeNote({ lab, notices }: Bench, note: Note): Promise<void> {
  const { id, run, text, tags } = note;
  const reply = await ask(lab, 'note.remove', { id });
  if (!reply.ok) {
    notify(notices, 'bad', reply.error.message);
    return;
  }
  notify(notices, 'good', 'The note is gone.', {
    label: 'Undo',
    run: () => void ask(lab, 'note.add', { run, text, tags, ...aboutOf(note) }),
  });
}

/** Takes the playhead, and with it the window, to what `note` is about. */
export function showNote({ playhead, log, panels }: Bench, { range, value }: About): void {
  if (range !== undefined) seek(playhead, range.to, log.getState().rows.length);
  if (value !== undefined) panels.setState({ app: value.app, centre: 'apps' });
}
