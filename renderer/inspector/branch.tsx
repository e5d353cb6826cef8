import { useState, type JSX } from 'react';
import { GitBranchPlus } from 'lucide-react';
import type { Amendment } from '../../engine/model/amendment.ts';
import type { Json } from '../../engine/model/json.ts';
import type { ActionEntry, LogEntry } from '../../engine/model/log-entry.ts';
import { Button } from '../elements/button.tsx';
import { branchRun } from '../state/run-control.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';
import './branch.css';

type Way = 'argument' | 'leave-out' | 'plain' | 'oracle' | 'nothing';

const WAYS: Readonly<Record<Way, string>> = {
  argument: 'Another argument',
  'leave-out': 'Leave it out',
  plain: 'No agent from here on',
  oracle: 'The oracle acts from here on',
  nothing: 'Nothing: run it again',
};

/** Starts a run that shares its past with the one on show, up to this entry, and has one thing otherwise. */
export function Branch({ entry }: { readonly entry: LogEntry }): JSX.Element | null {
  const run = useShownRun();
  const [open, setOpen] = useState(false);
  if (run === undefined || run.mode === 'trace') return null;
  if (!open)
    return (
      <Button
        icon={GitBranchPlus}
        label="Branch from here"
        className="branch-open"
        onClick={() => {
          setOpen(true);
        }}
      />
    );
  return (
    <Form
      entry={entry}
      onDone={() => {
        setOpen(false);
      }}
    />
  );
}

function Form({ entry, onDone }: { readonly entry: LogEntry; readonly onDone: () => void }): JSX.Element {
  const bench = useBench();
  const planned = 'action' in entry && entry.direct === undefined ? entry : undefined;
  const names = planned === undefined ? [] : Object.keys(argumentsOf(planned));
  const [way, setWay] = useState<Way>(names.length > 0 ? 'argument' : 'nothing');
  const [name, setName] = useState(names[0] ?? '');
  const [text, setText] = useState(planned === undefined ? '' : textOf(argumentsOf(planned)[name]));
  const [busy, setBusy] = useState(false);

  const start = async (): Promise<void> => {
    setBusy(true);
    if (await branchRun(bench, entry.index, amendmentFor(way, entry, name, text))) onDone();
    else setBusy(false);
  };
  return (
    <form
      className="branch"
      aria-label="Branch"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <label>
        <span>What is otherwise</span>
        <select
          value={way}
          onChange={(event) => {
            setWay(event.target.value as Way);
          }}
        >
          {Object.entries(WAYS)
            .filter(([one]) =>
              one === 'argument' ? names.length > 0 : one !== 'leave-out' || planned !== undefined,
            )
            .map(([one, word]) => (
              <option key={one} value={one}>
                {word}
              </option>
            ))}
        </select>
      </label>
      {way !== 'argument' || planned === undefined ? null : (
        <>
          <label>
            <span>Argument</span>
            <select
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                setText(textOf(argumentsOf(planned)[target.value]));
              }}
            >
              {names.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label>
            <span>Value, as JSON or plain text</span>
            <textarea
              className="mono"
              rows={3}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
              }}
            />
          </label>
        </>
      )}
      <div className="branch-buttons">
        <Button label="Cancel" onClick={onDone} />
        <Button label="Run the branch" tone="primary" type="submit" disabled={busy} />
      </div>
    </form>
  );
}

const argumentsOf = ({ action: { args, resolved = args } }: ActionEntry): ActionEntry['action']['args'] =>
  resolved;

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);

function amendmentFor(
  way: Way,
  { index: at, event }: LogEntry,
  name: string,
  text: string,
): Amendment | undefined {
  switch (way) {
    case 'argument':
      return { kind: 'argument', event, name, value: valueOf(text) };
    case 'leave-out':
      return { kind: 'leave-out', event };
    case 'plain':
    case 'oracle':
      return { kind: 'mode', at, mode: way };
    case 'nothing':
      return undefined;
  }
}

function valueOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON: the text itself.
    return text;
  }
}
