import type { Note } from '../../engine/model/index.ts';

/** What a note is about, in a few words: `The run`, `#12`, `#12 to #40`, `mail › unread after #12`. */
export function aboutWords({ range, value }: Pick<Note, 'range' | 'value'>): string {
  if (range === undefined) return 'The run';
  const { from, to } = range;
  const entries = from === to ? `#${to}` : `#${from} to #${to}`;
  return value === undefined ? entries : `${[value.app, ...value.path].join(' › ')} after ${entries}`;
}

/** The notes that have all of `words` in their text or tags, capitals aside. */
export function notesWith(notes: readonly Note[], words: string): readonly Note[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return notes.filter(({ text, tags }) => {
    const said = [text, ...tags].join('\n').toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}
