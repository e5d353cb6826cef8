import { useId, type JSX } from 'react';
import type { Draft } from './read-draft.ts';
import type { Field, Shape } from './shape.ts';
import { Typed } from './typed.tsx';

/** What each kind of value is called beside the name of its field. */
const WORDS = {
  text: 'text',
  moment: 'date and time, UTC',
  whole: 'whole number',
  number: 'number',
  truth: 'yes or no',
  object: 'JSON object',
  json: 'JSON or text',
  choice: 'choice',
} as const;

const wordsFor = (shape: Shape): string =>
  shape.kind === 'list' ? `list, each ${wordsFor(shape.item)}` : WORDS[shape.kind];

interface FieldRowProps {
  readonly field: Field;
  readonly draft: Draft;
  readonly problem: string | undefined;
  readonly onDraft: (draft: Draft) => void;
}

/** One argument: its name, what it takes and means, and what is wrong with what stands in it. */
export function FieldRow({ field, draft, problem, onDraft }: FieldRowProps): JSX.Element {
  const id = useId();
  const { name, shape, hint, fallback } = field;
  const optional = fallback === undefined ? '' : ', may be left out';
  return (
    <div className="act-field">
      <p>
        <label className="mono" htmlFor={id}>
          {name}
        </label>{' '}
        <span className="act-kind">{wordsFor(shape) + optional}</span>
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
      <p id={`${id}-about`} className={problem === undefined ? 'act-hint' : 'act-problem'}>
        {problem === undefined ? (hint ?? '') : `${name}: ${problem}`}
      </p>
    </div>
  );
}
