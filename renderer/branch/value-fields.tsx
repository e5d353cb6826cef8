import { useEffect, useId, useState, type JSX } from 'react';
import { isJsonObject, type Json, parsePath, type RunSummary, valueAt } from '../../engine/model/index.ts';
import { readState } from '../state/read-state.ts';
import { useBench } from '../state/use-bench.ts';
import { ValueField } from './value-field.tsx';
import { textOf, type Written } from './ways.ts';

interface ValueFieldsProps {
  readonly run: RunSummary;
  /** The entry after which it is set, by index. */
  readonly at: number;
  readonly written: Written;
  readonly onWritten: (written: Written) => void;
}

/** Which place of an app's state has which other value. What stands there is shown as soon as the path leads somewhere. */
export function ValueFields({ run, at, written, onWritten }: ValueFieldsProps): JSX.Element {
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
  const { lab } = useBench();
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
