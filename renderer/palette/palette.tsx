import { useId, useState, type JSX, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { Search } from 'lucide-react';
import { Dialog } from '../elements/dialog.tsx';
import { useCommand } from '../shortcuts/use-command.ts';
import { useBench } from '../state/use-bench.ts';
import { commandItems, entryItems, placeItems, type Item } from './items.ts';
import { ranked } from './rank.ts';
import './palette.css';

const MOST = 60; // lines
const MOST_ENTRIES = 20;

type Subject = 'commands' | 'places';

const WORDS = {
  commands: { label: 'All commands', hint: 'What to do' },
  places: { label: 'Go to', hint: 'A scenario, run, trace or entry' },
} as const satisfies Record<Subject, object>;

/** Everything that can be done, or gone to, by typing a few letters of it. */
export function Palette(): JSX.Element | null {
  const [subject, setSubject] = useState<Subject>();
  useCommand('palette.commands', () => {
    setSubject('commands');
  });
  useCommand('palette.places', () => {
    setSubject('places');
  });
  if (subject === undefined) return null;
  const close = (): void => {
    setSubject(undefined);
  };
  return (
    <Dialog label={WORDS[subject].label} className="palette" onClose={close}>
      <Choice subject={subject} onDone={close} />
    </Dialog>
  );
}

interface ChoiceProps {
  readonly subject: Subject;
  readonly onDone: () => void;
}

function Choice({ subject, onDone }: ChoiceProps): JSX.Element {
  const items = useItems(subject);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState(0);
  const list = useId();
  const shown = items(typed);

  const choose = (item: Item | undefined): void => {
    if (item === undefined) return;
    onDone();
    // Once the dialog is gone, so that what is done may take the focus.
    setTimeout(item.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setPicked((picked + step + shown.length) % Math.max(shown.length, 1));
    else if (event.key === 'Enter') choose(shown[picked]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <label className="palette-field">
        <Search aria-hidden />
        <input
          autoFocus
          role="combobox"
          aria-label={WORDS[subject].label}
          aria-expanded
          aria-controls={list}
          aria-activedescendant={shown[picked] === undefined ? undefined : `${list}-${picked}`}
          placeholder={WORDS[subject].hint}
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setPicked(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {shown.length === 0 ? (
        <p className="palette-none" role="status">
          Nothing is called that
        </p>
      ) : null}
      <ul id={list} role="listbox" aria-label={WORDS[subject].label} tabIndex={-1}>
        {shown.map((item, at) => (
          <li
            key={item.id}
            id={`${list}-${at}`}
            ref={at === picked ? intoView : null}
            role="option"
            aria-selected={at === picked}
            onClick={() => {
              choose(item);
            }}
          >
            <span className="palette-title">{item.title}</span>
            <span className="palette-hint">{item.hint}</span>
            {item.keys === undefined ? null : <kbd>{item.keys}</kbd>}
          </li>
        ))}
      </ul>
    </>
  );
}

const intoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

/** Answers what fits to what is typed. */
function useItems(subject: Subject): (typed: string) => readonly Item[] {
  const bench = useBench();
  const [commands] = useState(() => commandItems(bench));
  // A run may come or end while one looks for it.
  useStore(bench.workspace);
  return (typed) => {
    const items = subject === 'commands' ? commands : placeItems(bench);
    const found = ranked(typed, items, ({ title, hint }) => `${title} ${hint}`).slice(0, MOST);
    return subject === 'commands' ? found : [...found, ...entryItems(bench, typed, MOST_ENTRIES)];
  };
}
