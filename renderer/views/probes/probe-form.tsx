import type { JSX } from 'react';
import clsx from 'clsx';
import { isJsonObject, type Json, type Path } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/limits.ts';
import type { ProbeDraft } from '../../stores/probes.ts';
import { Button } from '../../ui/button.tsx';
import styles from './probes.module.css';

/** The line that probes are written in. */
const FIELD = 'probe-expression';

/** Goes on there: what had the focus may be gone in a moment. */
export function focusField(): void {
  document.getElementById(FIELD)?.focus();
}

const NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * The expression that leads to `path` of `app`. Where `state` is given, an item of a list is found again by its id, if it
 * has one: its position shifts as others come and go.
 */
export function placeOf(app: string, path: Path, state?: Json): string {
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
    // It may not be there yet, or not any more.
    loose = id !== undefined || typeof key === 'number' || !NAME.test(key);
  }
  return place;
}

function stepTo(key: string | number, loose: boolean): string {
  if (typeof key === 'string' && NAME.test(key)) return `${loose ? '?' : ''}.${key}`;
  return `${loose ? '?.' : ''}[${JSON.stringify(key)}]`;
}

/** What tells `item` from all others of `list`: a text called `id`, `email_id` or the like. */
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

/** What can be done with a probe that is being written. */
export interface Drafting {
  /** Whether anything stands in it. */
  readonly begun: boolean;
  readonly change: (change: Partial<ProbeDraft>) => void;
  readonly save: () => void;
  readonly discard: () => void;
}

interface ProbeFormProps {
  readonly draft: ProbeDraft;
  readonly drafting: Drafting;
  /** What an expression may begin with. */
  readonly apps: readonly string[];
}

/** A line to write a probe with, or to change one. */
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
        placeholder="An expression on apps, such as apps.mail.folders.INBOX.emails.length"
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
          <option key={app} value={`${placeOf(app, [])}.`} />
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
        label={replaces === undefined ? 'Add probe' : 'Change'}
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
