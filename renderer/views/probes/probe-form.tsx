import type { JSX } from 'react';
import clsx from 'clsx';
import { isJsonObject, type Json, type Path } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/limits.ts';
import type { ProbeDraft } from '../../stores/probes.ts';
import { Button } from '../../ui/button.tsx';
import styles from './probes.module.css';

/** Id of the field for the expression. */
const FIELD = 'probe-expression';

/** Focuses the field, because the focused element may be about to disappear. */
export function focusField(): void {
  document.getElementById(FIELD)?.focus();
}

const NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * The expression for `path` in `app`. With `state`, list items are found by their id if they have one, because positions
 * change.
 */
export function expressionFor(app: string, path: Path, state?: Json): string {
  let value = state;
  let place = `apps${stepTo(app, false)}`;
  let loose = false;
  for (const key of path) {
    const list = Array.isArray(value) ? (value as readonly Json[]) : undefined;
    value = list === undefined ? (isJsonObject(value) ? value[key] : undefined) : list[Number(key)];
    const id = list && idOf(value, list);
    place +=
      id === undefined
        ? stepTo(key, loose)
        : `${loose ? '?' : ''}.find((item) => item.${id.key} === ${id.text})`;
    // The item may not exist at every entry.
    loose = id !== undefined || typeof key === 'number' || !NAME.test(key);
  }
  return place;
}

function stepTo(key: string | number, loose: boolean): string {
  if (typeof key === 'string' && NAME.test(key)) return `${loose ? '?' : ''}.${key}`;
  return `${loose ? '?.' : ''}[${JSON.stringify(key)}]`;
}

/** The key and text that identify `item` in `list`: a text called `id`, `email_id` or the like. */
function idOf(
  item: Json | undefined,
  list: readonly Json[],
): { readonly key: string; readonly text: string } | undefined {
  if (!isJsonObject(item)) return undefined;
  const key = Object.keys(item).find(
    (name) =>
      /(?:^|_)id$/i.test(name) &&
      NAME.test(name) &&
      typeof item[name] === 'string' &&
      list.filter((other) => isJsonObject(other) && other[name] === item[name]).length === 1,
  );
  return key === undefined ? undefined : { key, text: JSON.stringify(item[key]) };
}

const WRONG = 'probe-problem';

/** Actions on the draft of a probe. */
export interface Drafting {
  /** Whether the draft has any text. */
  readonly begun: boolean;
  readonly change: (change: Partial<ProbeDraft>) => void;
  readonly save: () => void;
  readonly discard: () => void;
}

interface ProbeFormProps {
  readonly draft: ProbeDraft;
  readonly drafting: Drafting;
  /** Names of the apps, for completion. */
  readonly apps: readonly string[];
}

/** A form to add or edit a probe. */
export function ProbeForm({ draft, drafting, apps }: ProbeFormProps): JSX.Element {
  const { name, expression, replaces, problem } = draft;
  const { begun, change, save, discard } = drafting;
  return (
    <form
      className={clsx('form-line', styles.form)}
      aria-label={replaces === undefined ? 'New probe' : 'Edit probe'}
      onSubmit={(event) => {
        event.preventDefault();
        focusField();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !begun) return;
        event.stopPropagation();
        discard();
      }}
    >
      <input
        id={FIELD}
        className={clsx('text-field', 'mono', styles['field-expression'])}
        aria-label="Expression"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : WRONG}
        placeholder="An expression, such as apps.mail.folders.INBOX.emails.length"
        title="JavaScript on the apps’ states, read-only, as in a scenario’s conditions"
        list="probe-apps"
        maxLength={LIMITS.probeCharacters}
        spellCheck={false}
        autoComplete="off"
        value={expression}
        onChange={({ target }) => {
          change({ expression: target.value });
        }}
      />
      <datalist id="probe-apps">
        {apps.map((app) => (
          <option key={app} value={`${expressionFor(app, [])}.`} />
        ))}
      </datalist>
      <input
        className={clsx('text-field', styles['field-name'])}
        aria-label="Name"
        placeholder="Name"
        maxLength={LIMITS.probeNameCharacters}
        spellCheck={false}
        value={name}
        onChange={({ target }) => {
          change({ name: target.value });
        }}
      />
      <Button
        type="submit"
        label={replaces === undefined ? 'Add probe' : 'Save'}
        disabled={expression.trim() === ''}
      />
      {replaces === undefined ? null : (
        <Button
          label="Cancel"
          onClick={() => {
            focusField();
            discard();
          }}
        />
      )}
      {problem === undefined ? null : (
        <p id={WRONG} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
