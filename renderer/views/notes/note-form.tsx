import { type JSX, useEffect, useRef } from 'react';
import clsx from 'clsx';
import { LIMITS } from '../../../preload/limits.ts';
import { isWorthSaving, type NoteDraft } from '../../stores/notes.ts';
import { Button } from '../../ui/button.tsx';
import { aboutWords } from '../../ui/format/words.ts';
import styles from './notes.module.css';

/** Actions on the draft of a note. */
export interface Drafting {
  /** The last entry that a note can be about. */
  readonly last: number;
  readonly change: (change: Partial<NoteDraft>) => void;
  readonly save: () => void;
  /** Closes the form unless something unsaved was written. */
  readonly close: () => void;
  readonly discard: () => void;
}

interface NoteFormProps {
  readonly draft: NoteDraft;
  readonly drafting: Drafting;
}

/** The form for a note. Ctrl+Enter saves it; Escape closes it unless something unsaved was written. */
export function NoteForm({
  draft,
  drafting: { last, change, save, close, discard },
}: NoteFormProps): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, [draft.id]);
  return (
    <form
      className={clsx('form-line', styles.form)}
      aria-label={`Note on ${aboutWords(draft)}`}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        else if (event.key === 'Enter' && event.ctrlKey) save();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Extent draft={draft} last={last} onChange={change} />
      <textarea
        ref={field}
        aria-label="Note"
        placeholder="Add note"
        rows={2}
        maxLength={LIMITS.noteCharacters}
        value={draft.text}
        onChange={(event) => {
          change({ text: event.target.value });
        }}
      />
      <input
        aria-label="Tags"
        placeholder="Tags"
        title="Separate tags by commas or spaces"
        spellCheck={false}
        value={draft.tags}
        onChange={(event) => {
          change({ tags: event.target.value });
        }}
      />
      <Button label="Cancel" onClick={discard} />
      <Button label="Save" tone="primary" type="submit" disabled={!isWorthSaving(draft)} />
    </form>
  );
}

interface ExtentProps {
  readonly draft: NoteDraft;
  readonly last: number;
  readonly onChange: (change: Partial<NoteDraft>) => void;
}

/** The subject of a note; for a new note on entries, fields for their range. */
function Extent({ draft, last, onChange }: ExtentProps): JSX.Element {
  const { id, range, value } = draft;
  if (id !== undefined || range === undefined || value !== undefined)
    return <span className={clsx(styles.about, 'number')}>{aboutWords(draft)}</span>;
  const end = (name: 'from' | 'to', label: string): JSX.Element => (
    <input
      type="number"
      className="number"
      aria-label={label}
      min={name === 'from' ? 0 : range.from}
      max={name === 'from' ? range.to : last}
      value={range[name]}
      onChange={({ target: { valueAsNumber } }) => {
        if (Number.isSafeInteger(valueAsNumber)) onChange({ range: { ...range, [name]: valueAsNumber } });
      }}
    />
  );
  return (
    <span className={styles.extent}>
      <span>#</span>
      {end('from', 'First entry')}
      <span>to #</span>
      {end('to', 'Last entry')}
    </span>
  );
}
