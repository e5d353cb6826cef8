import { useState, type JSX } from 'react';
import type { BreakCondition, Relation } from '../../preload/contract.ts';
import { Button } from '../elements/button.tsx';
import { added, setBreakpoints } from '../state/breakpoints.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';
import { conditionOf, type Draft } from './draft.ts';

const KINDS: Readonly<Record<BreakCondition['on'], string>> = {
  event: 'Event',
  tool: 'Tool',
  state: 'App state',
  failure: 'Any failure',
  notification: 'Notification',
  verdict: 'Verdict',
};

const COMPARISONS: readonly Relation[] = ['=', '≠', '<', '≤', '>', '≥', 'contains'];

/** The text fields each kind of breakpoint has. */
const FIELDS: Readonly<Record<BreakCondition['on'], readonly ('event' | 'app' | 'tool' | 'path')[]>> = {
  event: ['event'],
  tool: ['app', 'tool'],
  state: ['app', 'path'],
  failure: [],
  notification: [],
  verdict: [],
};

const HINTS = {
  event: 'event',
  app: 'app',
  tool: 'tool, such as send_email',
  path: 'path, such as folders.INBOX.emails.length',
} as const;

const NOTHING: Draft = { on: 'event', event: '', app: '', tool: '', path: '', is: '≥', value: '' };

/** A line to set a breakpoint with. */
export function NewBreakpoint(): JSX.Element {
  const bench = useBench();
  const [draft, setDraft] = useState(NOTHING);
  const apps = useShownRun()?.apps ?? [];
  const condition = conditionOf(draft);
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part });
  };
  return (
    <form
      className="form-line breakpoint-form"
      aria-label="New breakpoint"
      onSubmit={(event) => {
        event.preventDefault();
        if (condition === undefined) return;
        void setBreakpoints(bench, added(bench.breakpoints.getState().list, condition));
        setDraft({ ...NOTHING, on: draft.on, app: draft.app });
      }}
    >
      <select
        aria-label="Pause on"
        value={draft.on}
        onChange={({ target }) => {
          change({ on: target.value as Draft['on'] });
        }}
      >
        {Object.entries(KINDS).map(([on, word]) => (
          <option key={on} value={on}>
            {word}
          </option>
        ))}
      </select>
      {FIELDS[draft.on].map((field) => (
        <input
          key={field}
          className={`text-field mono field-${field}`}
          aria-label={field}
          placeholder={HINTS[field]}
          list={field === 'app' ? 'breakpoint-apps' : undefined}
          value={draft[field]}
          onChange={({ target }) => {
            change({ [field]: target.value });
          }}
        />
      ))}
      <datalist id="breakpoint-apps">
        {apps.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {draft.on === 'state' ? (
        <>
          <select
            aria-label="Comparison"
            value={draft.is}
            onChange={({ target }) => {
              change({ is: target.value as Relation });
            }}
          >
            {COMPARISONS.map((is) => (
              <option key={is}>{is}</option>
            ))}
          </select>
          <input
            className="text-field mono field-value"
            aria-label="Value"
            placeholder="value"
            value={draft.value}
            onChange={({ target }) => {
              change({ value: target.value });
            }}
          />
        </>
      ) : null}
      <Button type="submit" label="Add breakpoint" disabled={condition === undefined} />
    </form>
  );
}
