import { Search } from 'lucide-react';
import { type JSX, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { LogState } from '../../stores/log.ts';
import { coalesceLatest } from '../../stores/sync.ts';
import { useCommand, useShownRun, useStores } from '../../stores/use-stores.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import {
  commandItems,
  entryItems,
  type Item,
  linkItems,
  namedRuns,
  workspaceItems,
  ranked,
} from './palette-items.ts';
import { HoverText } from '../../ui/text.tsx';
import styles from './palette.module.css';

const MAX_ITEMS = 60;
const MAX_ENTRIES = 20;

type Subject = 'commands' | 'places';

const WORDS = {
  commands: { label: 'All commands', hint: 'Type a command' },
  places: { label: 'Go to', hint: 'Type a scenario, run, trace or entry' },
} as const satisfies Record<Subject, object>;

/** A palette to find commands or places by typing a few letters. */
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
    <Dialog label={WORDS[subject].label} className={styles.palette} onClose={close}>
      <Choice subject={subject} onDone={close} />
    </Dialog>
  );
}

interface ChoiceProps {
  readonly subject: Subject;
  readonly onDone: () => void;
}

function Choice({ subject, onDone }: ChoiceProps): JSX.Element {
  const [typed, setTyped] = useState('');
  const entries = useEntries(subject === 'places' ? typed : '');
  const shown = useItems(subject, typed, entries.items);
  return (
    <ItemList {...{ subject, typed, shown, onDone }} searching={!entries.isComplete} onType={setTyped} />
  );
}

interface ItemListProps extends ChoiceProps {
  readonly typed: string;
  readonly shown: readonly Item[];
  /** Whether the log is still being searched. */
  readonly searching: boolean;
  readonly onType: (typed: string) => void;
}

/** The field to type into, and the items below it. Arrow keys only redraw; they do not search again. */
function ItemList({ subject, typed, shown, searching, onType, onDone }: ItemListProps): JSX.Element {
  const [choice, setChoice] = useState<string>();
  const list = useId();
  // Keep the choice by id, not by index: items may arrive meanwhile.
  const picked = Math.max(
    0,
    shown.findIndex(({ id }) => id === choice),
  );

  const choose = (item: Item | undefined): void => {
    if (item === undefined) return;
    onDone();
    // Run after the dialog has closed, so that the command can move the focus.
    setTimeout(item.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChoice(shown.at((picked + step) % Math.max(shown.length, 1))?.id);
    else if (event.key === 'Enter') choose(shown[picked]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <label className={styles.field}>
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
            onType(event.target.value);
            setChoice(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {shown.length === 0 ? (
        <p className={styles.note} role="status">
          {searching ? 'Searching the log' : 'No results'}
        </p>
      ) : null}
      {subject === 'places' && typed !== '' ? <Reading /> : null}
      <ul id={list} role="listbox" aria-label={WORDS[subject].label} tabIndex={-1}>
        {shown.map((item, index) => (
          <li
            key={item.id}
            id={`${list}-${index}`}
            ref={index === picked ? intoView : null}
            role="option"
            aria-selected={index === picked}
            onClick={() => {
              choose(item);
            }}
          >
            <HoverText className={styles.title} text={item.title} />
            <HoverText className={styles.hint} text={item.hint} />
            {item.keys === undefined ? null : <kbd>{item.keys}</kbd>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** How much of the shown log can be searched while it is read. */
function Reading(): JSX.Element | null {
  const { log } = useStores();
  const run = useShownRun();
  const read = useStore(log);
  if (run === undefined || read.problem !== undefined || !isReading(read)) return null;
  return (
    <p className={styles.note}>
      Still reading the log: {formatCount(read.count - read.summariesLeft)} of {formatCount(run.entries)}{' '}
      entries searched
    </p>
  );
}

const isReading = ({ loading, summariesLeft }: LogState): boolean => loading || summariesLeft > 0;

const intoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

/** The items that match the typed text, with `entries` of the shown log. */
function useItems(subject: Subject, typed: string, entries: readonly Item[]): readonly Item[] {
  const stores = useStores();
  const [commands] = useState(() => commandItems(stores));
  const named = useNamedRuns(subject === 'places' ? typed : '');
  // A run may start or end meanwhile.
  useStore(stores.workspace);
  if (subject === 'commands') return fitting(typed, commands);
  const places = workspaceItems(stores);
  const listed = new Set(places.map(({ id }) => id));
  const links = linkItems(stores, typed).filter(({ id }) => !listed.has(id));
  const known = new Set([...listed, ...links.map(({ id }) => id)]);
  return [
    ...links,
    ...fitting(typed, places),
    // These arrive late, those of a long log last, and should shift nothing.
    ...named.filter(({ id }) => !known.has(id)),
    ...entries,
  ];
}

const fitting = (typed: string, items: readonly Item[]): readonly Item[] =>
  ranked(
    typed,
    items,
    ({ title, hint }) => `${title} ${hint}`,
    ({ startedAt = 0 }) => startedAt,
  ).slice(0, MAX_ITEMS);

interface FoundEntries {
  readonly typed: string;
  readonly items: readonly Item[];
  readonly isComplete: boolean;
}

const NO_ENTRIES: readonly Item[] = [];

/** The entries of the shown log that match the typed text, as they are found. Searches again when the log is read. */
function useEntries(typed: string): FoundEntries {
  const stores = useStores();
  const [found, setFound] = useState<FoundEntries>({ typed: '', items: NO_ENTRIES, isComplete: true });
  const reading = useStore(stores.log, isReading);
  useEffect(() => {
    let isWanted = true;
    const search = async (): Promise<void> => {
      for await (const items of entryItems(stores, typed, MAX_ENTRIES)) {
        if (!isWanted) return;
        setFound({ typed, items, isComplete: false });
      }
      if (isWanted) setFound((now) => ({ ...now, isComplete: true }));
    };
    void search();
    return () => {
      isWanted = false;
    };
  }, [stores, typed, reading]);
  return found.typed === typed ? found : { typed, items: NO_ENTRIES, isComplete: false };
}

/** Runs that main finds for the typed text; the previous ones until the reply arrives. */
function useNamedRuns(typed: string): readonly Item[] {
  const stores = useStores();
  const [named, setNamed] = useState<readonly Item[]>([]);
  const [look] = useState(() =>
    coalesceLatest(async (words: string) => {
      setNamed(await namedRuns(stores, words));
    }),
  );
  useEffect(() => {
    look(typed);
  }, [look, typed]);
  return named;
}
