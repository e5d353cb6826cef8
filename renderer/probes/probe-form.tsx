import type { JSX } from 'react';
import { useStore } from 'zustand';
import { Button } from '../elements/button.tsx';
import { keepDraft } from '../state/probe-control.ts';
import { FIELD, focusField } from './focus-field.ts';
import { placeOf } from './place-of.ts';
import { NO_DRAFT, type ProbeDraft } from '../state/probes.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';

const WRONG = 'probe-problem';

/** A line to write a probe with, or to change one. */
export function ProbeForm(): JSX.Element {
  const bench = useBench();
  const { probes } = bench;
  const { name, expression, replaces, problem } = useStore(probes, ({ draft }) => draft);
  const apps = useShownRun()?.apps ?? [];
  const change = (part: Partial<ProbeDraft>): void => {
    probes.setState(({ draft }) => ({ draft: { ...draft, problem: undefined, ...part } }));
  };
  return (
    <form
      className="form-line probe-form"
      aria-label={replaces === undefined ? 'New probe' : 'Change the probe'}
      onSubmit={(event) => {
        event.preventDefault();
        focusField();
        void keepDraft(bench);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || probes.getState().draft === NO_DRAFT) return;
        event.stopPropagation();
        probes.setState({ draft: NO_DRAFT });
      }}
    >
      <input
        id={FIELD}
        className="text-field mono field-expression"
        aria-label="Expression"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : WRONG}
        placeholder="An expression on apps, such as apps.mail.folders.INBOX.emails.length"
        title="JavaScript on the apps’ states, as a scenario’s conditions see them; it is handed them frozen"
        list="probe-apps"
        maxLength={2000}
        spellCheck={false}
        autoComplete="off"
        value={expression}
        onChange={({ target }) => {
          change({ expression: target.value });
        }}
      />
      <datalist id="probe-apps">
        {apps.map((app) => (
          <option key={app.name} value={`${placeOf(app.name, [])}.`} />
        ))}
      </datalist>
      <input
        className="text-field field-name"
        aria-label="Name"
        placeholder="Name"
        maxLength={100}
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
            probes.setState({ draft: NO_DRAFT });
          }}
        />
      )}
      {problem === undefined ? null : (
        <p id={WRONG} className="probe-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
