import { type JSX, useEffect, useId, useState } from 'react';
import {
  type ActionEntry,
  isJsonObject,
  type Json,
  type LogEntry,
  parsePath,
  printPath,
  type RunSummary,
  valueAt,
} from '../../../engine/model/index.ts';
import { Select } from '../../ui/select.tsx';
import { argumentsOf, plannedIn, formText, type ChangeKind, type BranchDraft } from './changes.ts';
import formStyles from '../../ui/form.module.css';

interface PickFieldProps {
  readonly label: string;
  readonly choices: readonly string[];
  /** Empty until one is picked. */
  readonly picked: string;
  readonly onPick: (choice: string) => void;
}

/** A select field with a label. */
function PickField({ label, choices, picked, onPick }: PickFieldProps): JSX.Element {
  return (
    <div>
      <span aria-hidden>{label}</span>
      <Select
        label={label}
        value={picked}
        options={[
          ...(picked === '' ? [{ value: '', label: 'Choose one…', disabled: true }] : []),
          ...choices.map((choice) => ({ value: choice, label: choice })),
        ]}
        onChoose={onPick}
      />
    </div>
  );
}

interface ValueFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The field for the new value. */
function ValueField({ value, onValue }: ValueFieldProps): JSX.Element {
  return (
    <label>
      <span>Value, as JSON or plain text</span>
      <textarea
        className="mono"
        rows={3}
        value={value}
        onChange={({ target }) => {
          onValue(target.value);
        }}
      />
    </label>
  );
}

interface ArgumentFieldsProps {
  readonly entry: ActionEntry;
  readonly written: BranchDraft;
  readonly onWritten: (written: BranchDraft) => void;
}

/** Fields for another value of an argument of a planned action. */
function ArgumentFields({ entry, written, onWritten }: ArgumentFieldsProps): JSX.Element {
  const args = argumentsOf(entry);
  return (
    <>
      <PickField
        label="Argument"
        choices={Object.keys(args)}
        picked={written.argument}
        onPick={(argument) => {
          onWritten({ ...written, argument, value: undefined });
        }}
      />
      <ValueField
        value={written.value ?? formText(args[written.argument])}
        onValue={(value) => {
          onWritten({ ...written, value });
        }}
      />
    </>
  );
}

interface ScriptFieldProps {
  readonly scripts: readonly string[];
  readonly script: string;
  readonly onPick: (script: string) => void;
}

/** A field for the script that the agent follows. */
function ScriptField({ scripts, script, onPick }: ScriptFieldProps): JSX.Element {
  if (scripts.length > 0)
    return <PickField label="Script" choices={scripts} picked={script} onPick={onPick} />;
  return (
    <p className={formStyles.note}>
      No scripts in this workspace. Add a JSON file to its agents/ folder:{' '}
      <code>{'{"agent": [{"at": 12.5, "app": "mail", "tool": "send_email", "args": {}}]}'}</code>; at is in
      seconds after the start.
    </p>
  );
}

interface ValueFieldsProps {
  readonly run: RunSummary;
  readonly loadState: StateReader;
  readonly written: BranchDraft;
  readonly onWritten: (written: BranchDraft) => void;
}

/** Fields for another value in an app's state. The current value is shown once the path exists. */
function ValueFields({ run, loadState, written, onWritten }: ValueFieldsProps): JSX.Element {
  const { app, path } = written;
  const places = useId();
  const state = useLoadedState(loadState, app);
  const found = state === undefined || path === '' ? undefined : valueAt(state, parsePath(path));
  return (
    <>
      <PickField
        label="App"
        choices={run.apps.map(({ name }) => name)}
        picked={app}
        onPick={(name) => {
          onWritten({ ...written, app: name, path: '', value: undefined });
        }}
      />
      <label>
        <span>Path, such as folders.INBOX.emails[0].is_read</span>
        <input
          className="mono"
          list={places}
          spellCheck={false}
          value={path}
          onChange={({ target }) => {
            onWritten({ ...written, path: target.value, value: undefined });
          }}
        />
        <datalist id={places}>
          {placesBelow(state, path).map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      </label>
      <ValueField
        value={written.value ?? (found === undefined ? '' : formText(found))}
        onValue={(value) => {
          onWritten({ ...written, value });
        }}
      />
    </>
  );
}

const MAX_PLACES = 50;

/** The paths one level below the typed one: the items of a list, or the fields beside the last one. */
export function placesBelow(state: Json | undefined, typed: string): readonly string[] {
  const written = parsePath(typed);
  const isList = Array.isArray(valueAt(state, written));
  const parent = isList ? written : parsePath(typed.slice(0, Math.max(0, typed.search(/[.[][^.[]*$/))));
  const inside = valueAt(state, parent);
  if (Array.isArray(inside))
    return inside.slice(0, MAX_PLACES).map((_item, index) => printPath([...parent, index]));
  if (!isJsonObject(inside)) return [];
  return Object.keys(inside)
    .slice(0, MAX_PLACES)
    .map((key) => printPath([...parent, key]));
}

/** Returns an app's state right after the entry; `undefined` if not available. */
type StateReader = (app: string) => Promise<Json | undefined>;

/** An app's state; `undefined` until loaded. */
function useLoadedState(loadState: StateReader, app: string): Json | undefined {
  const [known, setKnown] = useState<{ readonly app: string; readonly state: Json | undefined }>();
  useEffect(() => {
    let wanted = true;
    if (app !== '')
      void loadState(app).then((state) => {
        if (wanted) setKnown({ app, state });
      });
    return () => {
      wanted = false;
    };
  }, [loadState, app]);
  return known?.app === app ? known.state : undefined;
}

interface FieldsProps {
  readonly run: RunSummary;
  readonly entry: LogEntry;
  readonly agents: { readonly programs: readonly string[]; readonly scripts: readonly string[] };
  readonly loadState: StateReader;
  readonly written: BranchDraft;
  readonly onWritten: (written: BranchDraft) => void;
}

/** The fields of each kind of change; a kind without an item has none. */
const FIELDS: Readonly<Partial<Record<ChangeKind, (props: FieldsProps) => JSX.Element | null>>> = {
  argument: ({ entry, written, onWritten }) => {
    const planned = plannedIn(entry);
    return planned === undefined ? null : <ArgumentFields entry={planned} {...{ written, onWritten }} />;
  },
  set: ({ run, loadState, written, onWritten }) => (
    <ValueFields {...{ run, loadState, written, onWritten }} />
  ),
  script: ({ agents, written, onWritten }) => (
    <ScriptField
      scripts={agents.scripts}
      script={written.script}
      onPick={(script) => {
        onWritten({ ...written, script });
      }}
    />
  ),
  program: ({ agents, written, onWritten }) => (
    <PickField
      label="Process"
      choices={agents.programs}
      picked={written.program}
      onPick={(program) => {
        onWritten({ ...written, program });
      }}
    />
  ),
};

export function ChangeFields({
  way,
  ...props
}: FieldsProps & { readonly way: ChangeKind }): JSX.Element | null {
  const Fields = FIELDS[way];
  return Fields === undefined ? null : <Fields {...props} />;
}
