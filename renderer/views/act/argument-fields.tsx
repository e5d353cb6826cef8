import { Plus, X } from 'lucide-react';
import { type JSX, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import type { FieldDraft, ArgumentField, FieldShape } from './draft.ts';
import styles from './act.module.css';

interface TypedProps {
  readonly id?: string;
  readonly name: string;
  /** Accessible name, if there is no label element. */
  readonly label?: string;
  readonly shape: FieldShape;
  readonly draft: FieldDraft;
  readonly unfit: boolean;
  readonly described: string;
  readonly leavable: boolean;
  readonly onDraft: (draft: FieldDraft) => void;
}

/** The input for a value of `shape`. */
function Typed({
  id,
  name,
  label,
  shape,
  draft,
  unfit,
  described,
  leavable,
  onDraft,
}: TypedProps): JSX.Element {
  const common = { id, 'aria-label': label, 'aria-invalid': unfit, 'aria-describedby': described };
  const text = typeof draft === 'string' ? draft : '';
  switch (shape.kind) {
    case 'truth':
      return (
        <input
          {...common}
          type="checkbox"
          checked={draft === true}
          onChange={({ target }) => {
            onDraft(target.checked);
          }}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          label={name}
          invalid={unfit}
          describedBy={described}
          value={text}
          options={[
            ...(leavable || text === '' ? [{ value: '', label: leavable ? 'Not given' : 'Choose…' }] : []),
            ...shape.choices.map((choice) => ({ value: choice, label: choice })),
          ]}
          onChoose={onDraft}
        />
      );
    case 'date-time':
      return (
        <input
          {...common}
          type="datetime-local"
          step={1}
          value={text.replace(' ', 'T')}
          onChange={({ target: { value } }) => {
            onDraft(value.replace('T', ' ') + (value.length === MINUTES_ONLY ? ':00' : ''));
          }}
        />
      );
    case 'whole':
    case 'number':
      return (
        <input
          {...common}
          className="mono"
          inputMode="decimal"
          value={text}
          onChange={({ target }) => {
            onDraft(target.value);
          }}
        />
      );
    case 'list':
      return (
        <Items
          name={name}
          item={shape.item}
          drafts={Array.isArray(draft) ? (draft as readonly FieldDraft[]) : []}
          described={described}
          onDraft={onDraft}
        />
      );
    case 'text':
    case 'object':
    case 'json':
      return (
        <textarea
          {...common}
          className={shape.kind === 'text' ? undefined : 'mono'}
          rows={1}
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            onDraft(target.value);
          }}
        />
      );
  }
}

const MINUTES_ONLY = '2026-01-05T09:30'.length; // the date picker leaves out zero seconds

interface ItemsProps {
  readonly name: string;
  readonly item: FieldShape;
  readonly drafts: readonly FieldDraft[];
  readonly described: string;
  readonly onDraft: (drafts: readonly FieldDraft[]) => void;
}

/** A list with one input per item. */
function Items({ name, item, drafts, described, onDraft }: ItemsProps): JSX.Element {
  return (
    <div className={styles.items} role="group" aria-label={name}>
      {drafts.map((draft, index) => (
        <div key={index} className={styles.item}>
          <Typed
            id={`${described}-${index}`}
            name={`${name} ${index + 1}`}
            label={`${name} ${index + 1}`}
            shape={item}
            draft={draft}
            unfit={false}
            described={described}
            leavable={false}
            onDraft={(changed) => {
              onDraft(drafts.with(index, changed));
            }}
          />
          <Button
            bare
            icon={X}
            label={`Remove ${name} ${index + 1}`}
            onClick={() => {
              onDraft(drafts.toSpliced(index, 1));
            }}
          />
        </div>
      ))}
      <Button
        icon={Plus}
        label={`Add to ${name}`}
        onClick={() => {
          onDraft([...drafts, item.kind === 'truth' ? false : '']);
        }}
      />
    </div>
  );
}

/** The type shown beside the name of a field. */
const WORDS = {
  text: 'text',
  'date-time': 'date and time, UTC',
  whole: 'whole number',
  number: 'number',
  truth: 'yes or no',
  object: 'JSON object',
  json: 'JSON or text',
  choice: 'choice',
} as const;

const wordsFor = (shape: FieldShape): string =>
  shape.kind === 'list' ? `list (${wordsFor(shape.item)})` : WORDS[shape.kind];

interface FieldRowProps {
  readonly field: ArgumentField;
  readonly draft: FieldDraft;
  readonly problem: string | undefined;
  readonly onDraft: (draft: FieldDraft) => void;
}

/** One argument: name, type, description, input and problem. */
export function FieldRow({ field, draft, problem, onDraft }: FieldRowProps): JSX.Element {
  const id = useId();
  const { name, shape, hint, fallback } = field;
  const optional = fallback === undefined ? '' : ', optional';
  return (
    <div className={styles.field}>
      <p>
        <label className="mono" htmlFor={id}>
          {name}
        </label>{' '}
        <span className={styles.kind}>{wordsFor(shape) + optional}</span>
      </p>
      <Typed
        id={id}
        name={name}
        shape={shape}
        draft={draft}
        unfit={problem !== undefined}
        described={`${id}-about`}
        leavable={fallback !== undefined}
        onDraft={onDraft}
      />
      <p id={`${id}-about`} className={problem === undefined ? styles.hint : styles.problem}>
        {problem === undefined ? (hint ?? '') : `${name}: ${problem}`}
      </p>
    </div>
  );
}
