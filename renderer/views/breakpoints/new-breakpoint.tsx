import { type JSX, useRef, useState } from 'react';
import clsx from 'clsx';
import type { EventOutline } from '../../../engine/model/index.ts';
import type { BreakCondition, Probe, Relation } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { probeName } from '../../ui/format/words.ts';
import { Select } from '../../ui/select.tsx';
import styles from './breakpoints.module.css';

/** A breakpoint as typed in the form. */
export interface Draft {
  readonly on: BreakCondition['on'];
  readonly event: string;
  readonly app: string;
  readonly tool: string;
  readonly path: string;
  readonly is: Relation;
  readonly value: string;
  readonly expression: string;
  readonly when: 'changes' | 'true';
}

/** The condition in `draft`; `undefined` while a field is missing. */
export function conditionOf(draft: Draft): BreakCondition | undefined {
  const fields = [draft.event, draft.app, draft.tool, draft.path, draft.expression];
  const [event, app, tool, path, expression] = fields.map((text) => text.trim());
  switch (draft.on) {
    case 'event':
    case 'check':
      return event ? { on: draft.on, event } : undefined;
    case 'tool':
      return app && tool ? { on: 'tool', app, tool } : undefined;
    case 'state':
      return app && path
        ? { on: 'state', app, path, is: draft.is, value: valueOf(draft.value.trim()) }
        : undefined;
    case 'probe':
      return expression ? { on: 'probe', expression, when: draft.when } : undefined;
    case 'failure':
    case 'notification':
    case 'verdict':
      return { on: draft.on };
  }
}

/** Reads the typed text as a number, true, false, null or a text, with or without quotes. */
function valueOf(text: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : (value as string | number | boolean | null);
  } catch {
    return text;
  }
}

const KINDS: Readonly<Record<BreakCondition['on'], string>> = {
  event: 'Event',
  check: 'Every check',
  tool: 'Tool call',
  state: 'App state',
  probe: 'Probe',
  failure: 'Any failure',
  notification: 'Notification',
  verdict: 'Verdict',
};

const WHEN = [
  { value: 'changes', label: 'changes' },
  { value: 'true', label: 'becomes true' },
] as const;

const COMPARISONS: readonly Relation[] = ['=', '≠', '<', '≤', '>', '≥', 'contains'];

/** The text fields of each kind of breakpoint. */
const FIELDS: Readonly<Record<BreakCondition['on'], readonly (keyof typeof HINTS)[]>> = {
  event: ['event'],
  check: ['event'],
  tool: ['app', 'tool'],
  state: ['app', 'path'],
  probe: ['expression'],
  failure: [],
  notification: [],
  verdict: [],
};

const HINTS = {
  event: 'An event, such as 3-mail-send_email',
  app: 'App',
  tool: 'A tool, such as send_email',
  path: 'A path, such as folders.INBOX.emails.length',
  expression: 'An expression, such as apps.mail.folders.INBOX.emails.length > 3',
} as const;

/** The lists of suggestions for the fields. */
const LISTS: Readonly<Partial<Record<keyof typeof HINTS, string>>> = {
  app: 'breakpoint-apps',
  event: 'breakpoint-events',
  expression: 'breakpoint-probes',
};

const isCheck = ({ kind }: EventOutline): boolean => kind === 'condition' || kind === 'validation';

/** Most suggestions in a list; more would be slow and hardly used. */
const MAX_OFFERED = 500;

const NOTHING: Draft = {
  on: 'event',
  event: '',
  app: '',
  tool: '',
  path: '',
  is: '≥',
  value: '',
  expression: '',
  when: 'changes',
};

interface NewBreakpointProps {
  /** Suggestions. */
  readonly events: readonly EventOutline[];
  readonly apps: readonly string[];
  readonly probes: readonly Probe[];
  /** Returns whether the breakpoint was set. */
  readonly onAdd: (condition: BreakCondition) => Promise<boolean>;
}

/** A form to add a breakpoint. */
export function NewBreakpoint({ events, apps, probes, onAdd }: NewBreakpointProps): JSX.Element {
  const [draft, setDraft] = useState(NOTHING);
  const kind = useRef<HTMLButtonElement>(null);
  const condition = conditionOf(draft);
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part });
  };
  const add = async (made: BreakCondition): Promise<void> => {
    // The button is about to be disabled.
    if (document.activeElement?.matches('button')) kind.current?.focus();
    if (!(await onAdd(made))) return;
    setDraft({ ...NOTHING, on: draft.on, app: draft.app, when: draft.when });
  };
  return (
    <form
      className={clsx('form-line', styles.form)}
      aria-label="New breakpoint"
      onSubmit={(event) => {
        event.preventDefault();
        if (condition !== undefined) void add(condition);
      }}
    >
      <Select
        field={kind}
        label="Pause on"
        value={draft.on}
        options={(Object.entries(KINDS) as [Draft['on'], string][]).map(([value, label]) => ({
          value,
          label,
        }))}
        onChoose={(on) => {
          change({ on });
        }}
      />
      {FIELDS[draft.on].map((field) => (
        <input
          key={field}
          className={clsx('text-field', 'mono', styles[field])}
          aria-label={field}
          placeholder={HINTS[field]}
          list={LISTS[field]}
          spellCheck={false}
          value={draft[field]}
          onChange={({ target }) => {
            change({ [field]: target.value });
          }}
        />
      ))}
      <datalist id="breakpoint-events">
        {(draft.on === 'check' ? events.filter(isCheck) : events).slice(0, MAX_OFFERED).map((event) => (
          <option key={event.id} value={event.id} label={'name' in event ? event.name : undefined} />
        ))}
      </datalist>
      <datalist id="breakpoint-apps">
        {apps.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="breakpoint-probes">
        {probes.map((probe) => (
          <option key={probe.expression} value={probe.expression} label={probeName(probe)} />
        ))}
      </datalist>
      {draft.on === 'probe' ? (
        <Select
          label="When the probe"
          value={draft.when}
          options={WHEN}
          onChoose={(when) => {
            change({ when });
          }}
        />
      ) : null}
      {draft.on === 'state' ? (
        <>
          <Select
            label="Comparison"
            value={draft.is}
            options={COMPARISONS.map((is) => ({ value: is, label: is }))}
            onChoose={(is) => {
              change({ is });
            }}
          />
          <input
            className={clsx('text-field', 'mono', styles.value)}
            aria-label="Value"
            placeholder="Value"
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
