import { type JSX, useEffect, useRef } from 'react';
import clsx from 'clsx';
import {
  isWorthSaving,
  type NoteDraft,
  saveDraft,
  changeNoteDraft,
  discardNoteDraft,
} from '../../stores/notes.ts';
import { useStores, useRows } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { aboutWords } from '../../ui/format/words.ts';
import styles from './notes.module.css';

/** Where a note is written. Ctrl+Enter keeps it, Escape lets it go. */
export function NoteForm({ draft }: { readonly draft: NoteDraft }): JSX.Element {
  const stores = useStores();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, [draft.id]);
  const change = (change: Partial<NoteDraft>): void => {
    changeNoteDraft(stores.notes, change);
  };
  return (
    <form
      className={clsx('form-line', styles.form)}
      aria-label={`Note on ${aboutWords(draft)}`}
      onSubmit={(event) => {
        event.preventDefault();
        void saveDraft(stores);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') discardNoteDraft(stores.notes);
        else if (event.key === 'Enter' && event.ctrlKey) void saveDraft(stores);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Extent draft={draft} onChange={change} />
      <textarea
        ref={field}
        aria-label="Note"
        placeholder="What is worth knowing here?"
        rows={2}
        maxLength={20_000}
        value={draft.text}
        onChange={(event) => {
          change({ text: event.target.value });
        }}
      />
      <input
        aria-label="Tags"
        placeholder="Tags"
        title="Words, with commas or spaces between them"
        spellCheck={false}
        value={draft.tags}
        onChange={(event) => {
          change({ tags: event.target.value });
        }}
      />
      <Button
        label="Cancel"
        onClick={() => {
          discardNoteDraft(stores.notes);
        }}
      />
      <Button label="Keep" tone="primary" type="submit" disabled={!isWorthSaving(draft)} />
    </form>
  );
}

interface ExtentProps {
  readonly draft: NoteDraft;
  readonly onChange: (change: Partial<NoteDraft>) => void;
}

/** What a note is about; of a new one on entries, from which to which. */
function Extent({ draft, onChange }: ExtentProps): JSX.Element {
  const last = useRows().length - 1;
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
