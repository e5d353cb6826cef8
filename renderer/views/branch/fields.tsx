import { type JSX, useEffect, useId, useState } from 'react';
import {
  type ActionEntry,
  isJsonObject,
  type Json,
  type LogEntry,
  parsePath,
  type RunSummary,
  valueAt,
} from '../../../engine/model/index.ts';
import { readState } from '../../stores/inspection.ts';
import { useStores, usePrograms, useScripts } from '../../stores/use-stores.ts';
import { argumentsOf, plannedIn, textOf, type ChangeKind, type Written } from './changes.ts';
import styles from './branch.module.css';

interface PickFieldProps {
  readonly label: string;
  readonly choices: readonly string[];
  /** Empty until one is picked. */
  readonly picked: string;
  readonly onPick: (choice: string) => void;
}

/** One of what the workspace has of something. */
function PickField({ label, choices, picked, onPick }: PickFieldProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <select
        value={picked}
        onChange={({ target }) => {
          onPick(target.value);
        }}
      >
        {picked === '' ? (
          <option value="" disabled>
            Choose one…
          </option>
        ) : null}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </label>
  );
}

interface ValueFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The value that is to be there instead. */
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
  readonly written: Written;
  readonly onWritten: (written: Written) => void;
}

/** Which argument of a planned action has which other value. */
function ArgumentFields({ entry, written, onWritten }: ArgumentFieldsProps): JSX.Element {
  const args = argumentsOf(entry);
  return (
    <>
      <label>
        <span>Argument</span>
        <select
          value={written.argument}
          onChange={({ target }) => {
            onWritten({ ...written, argument: target.value, value: undefined });
          }}
        >
          {Object.keys(args).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <ValueField
        value={written.value ?? textOf(args[written.argument])}
        onValue={(value) => {
          onWritten({ ...written, value });
        }}
      />
    </>
  );
}

interface ScriptFieldProps {
  readonly script: string;
  readonly onPick: (script: string) => void;
}

/** Which script the agent follows, of those in the workspace. */
function ScriptField({ script, onPick }: ScriptFieldProps): JSX.Element {
  const scripts = useScripts();
  if (scripts.length > 0)
    return <PickField label="Script" choices={scripts} picked={script} onPick={onPick} />;
  return (
    <p className={styles.note}>
      The workspace has none. A script is a JSON file in its folder agents/:{' '}
      <code>{'{"agent": [{"at": 12.5, "app": "mail", "tool": "send_email", "args": {}}]}'}</code>, with
      seconds after the start.
    </p>
  );
}

interface ValueFieldsProps {
  readonly run: RunSummary;
  /** The entry after which it is set, by index. */
  readonly at: number;
  readonly written: Written;
  readonly onWritten: (written: Written) => void;
}

/** Which place of an app's state has which other value. What stands there is shown as soon as the path leads somewhere. */
function ValueFields({ run, at, written, onWritten }: ValueFieldsProps): JSX.Element {
  const { app, path } = written;
  const places = useId();
  const state = useStateOf(run, app, at);
  const found = state === undefined || path === '' ? undefined : valueAt(state, parsePath(path));
  return (
    <>
      <label>
        <span>App</span>
        <select
          value={app}
          onChange={({ target }) => {
            onWritten({ ...written, app: target.value, path: '', value: undefined });
          }}
        >
          {run.apps.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        <span>Path, such as folders.INBOX.emails.0.is_read</span>
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
        value={written.value ?? (found === undefined ? '' : textOf(found))}
        onValue={(value) => {
          onWritten({ ...written, value });
        }}
      />
    </>
  );
}

const MOST_PLACES = 50;

/** The paths one level on from what is typed. */
function placesBelow(state: Json | undefined, typed: string): readonly string[] {
  const parent = typed.includes('.') ? typed.slice(0, typed.lastIndexOf('.')) : '';
  const inside = state === undefined ? undefined : valueAt(state, parsePath(parent));
  if (!isJsonObject(inside) && !Array.isArray(inside)) return [];
  return Object.keys(inside)
    .slice(0, MOST_PLACES)
    .map((key) => (parent === '' ? key : `${parent}.${key}`));
}

/** An app's state right after an entry; `undefined` until it has come. */
function useStateOf({ id }: RunSummary, app: string, at: number): Json | undefined {
  const { lab } = useStores();
  const [known, setKnown] = useState<{ readonly app: string; readonly state: Json }>();
  useEffect(() => {
    let wanted = true;
    if (app !== '')
      void readState(lab, { run: id, app, at }).then((reply) => {
        if (wanted && reply.ok) setKnown({ app, state: reply.value });
      });
    return () => {
      wanted = false;
    };
  }, [lab, id, app, at]);
  return known?.app === app ? known.state : undefined;
}

interface FieldsProps {
  readonly run: RunSummary;
  readonly entry: LogEntry;
  readonly written: Written;
  readonly onWritten: (written: Written) => void;
}

/** What is asked for beside a way; one that is not listed says all. */
const FIELDS: Readonly<Partial<Record<ChangeKind, (props: FieldsProps) => JSX.Element | null>>> = {
  argument: ({ entry, ...rest }) => {
    const planned = plannedIn(entry);
    return planned === undefined ? null : <ArgumentFields entry={planned} {...rest} />;
  },
  set: ({ entry, ...rest }) => <ValueFields at={entry.index} {...rest} />,
  script: ({ written, onWritten }) => (
    <ScriptField
      script={written.script}
      onPick={(script) => {
        onWritten({ ...written, script });
      }}
    />
  ),
  program: ProgramField,
};

export function ChangeFields({
  way,
  ...props
}: FieldsProps & { readonly way: ChangeKind }): JSX.Element | null {
  const Fields = FIELDS[way];
  return Fields === undefined ? null : <Fields {...props} />;
}

function ProgramField({ written, onWritten }: FieldsProps): JSX.Element {
  const programs = usePrograms();
  return (
    <PickField
      label="Program"
      choices={programs}
      picked={written.program}
      onPick={(program) => {
        onWritten({ ...written, program });
      }}
    />
  );
}
