import { Search } from 'lucide-react';
import { type JSX, type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import clsx from 'clsx';
import { useShortcut } from '../button.tsx';
import { ariaChord, chordText, type CommandName } from '../commands.ts';
import type { Completion } from './complete.ts';
import type { QueryProblem } from './log-query.ts';
import styles from './query-field.module.css';

/** Shows an element as a popover, because panels would clip it. */
const onTop = (element: HTMLElement | null): void => {
  element?.showPopover();
};

interface OffersProps {
  /** Id of the list; the id of an item appends its number. */
  readonly id: string;
  /** CSS anchor of the field above the list. */
  readonly anchor: string;
  readonly offers: readonly Completion[];
  readonly picked: number;
  readonly onTake: (completion: Completion) => void;
}

/** A list of completions. The focus stays in the field. */
function Offers({ id, anchor, offers, picked, onTake }: OffersProps): JSX.Element {
  return (
    <ul
      ref={onTop}
      popover="manual"
      id={id}
      className={clsx(styles.over, styles.offers)}
      style={{ positionAnchor: anchor }}
      role="listbox"
      aria-label="Completions"
    >
      {offers.map((completion, index) => (
        <li
          key={completion.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === picked}
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(completion);
          }}
        >
          <span className="mono">{completion.text}</span>
          <span className={styles.hint}>{completion.hint}</span>
        </li>
      ))}
    </ul>
  );
}

interface QueryFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly title: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly problem: QueryProblem | undefined;
  /** Content at the end of the field, such as the number of results. */
  readonly aside?: ReactNode;
  /** The command that moves the focus here. */
  readonly command?: CommandName;
  /** Whether to offer completions before anything is typed; else Arrow Down lists all. */
  readonly eager?: boolean;
  /** Returns the completions at the caret. */
  readonly offers: (text: string, caret: number) => readonly Completion[];
  readonly onText: (text: string) => void;
  readonly onEnter?: (back: boolean) => void;
  /** Called on Escape in an empty field; without it, Escape behaves as in all fields. */
  readonly onLeave?: () => void;
}

/** A field for a query of words and `key:value`, with completions and underlined errors. */
export function QueryField(props: QueryFieldProps): JSX.Element {
  const { field, text, problem, onText } = props;
  const key = useShortcut(props.command);
  const list = useId();
  const anchor = `--filter-${list.replaceAll(/\W/g, '')}`;
  const [offers, setOffers] = useState<readonly Completion[]>([]);
  const [picked, setPicked] = useState(-1);

  const offer = (all = props.eager === true): void => {
    const { value, selectionStart } = field.current!;
    const caret = selectionStart ?? value.length;
    setOffers(all || /\S/.test(value.charAt(caret - 1)) ? props.offers(value, caret) : []);
    setPicked(-1);
  };
  const close = (): void => {
    setOffers([]);
    setPicked(-1);
  };
  const take = ({ from, to, text: word }: Completion): void => {
    // Add a space after a complete term, so that the next one can follow.
    const end = /[:.<>]$/.test(word) ? '' : ' ';
    const input = field.current!;
    input.setRangeText(word + end, from, to, 'end');
    onText(input.value);
    offer();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (offers.length === 0) offer(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setPicked(
        (at) => (Math.max(at, step === 1 ? -1 : 0) + step + offers.length) % Math.max(offers.length, 1),
      );
    } else if ((event.key === 'Enter' || event.key === 'Tab') && offers[picked] !== undefined)
      take(offers[picked]);
    else if (event.key === 'Enter') {
      close();
      props.onEnter?.(event.shiftKey);
    } else if (event.key === 'Escape' && offers.length > 0) close();
    else if (event.key === 'Escape' && text !== '') onText('');
    else if (event.key === 'Escape' && props.onLeave !== undefined) props.onLeave();
    else return;
    event.preventDefault();
  };

  return (
    <div
      className={clsx(styles.field, problem === undefined ? undefined : styles.wrong)}
      style={{ anchorName: anchor }}
    >
      <Search aria-hidden />
      <div className={styles.text}>
        {problem === undefined ? null : (
          <span className={styles.mirror} aria-hidden>
            {text.slice(0, problem.from)}
            <mark>{text.slice(problem.from, problem.to)}</mark>
          </span>
        )}
        <input
          ref={field}
          role="combobox"
          aria-label={props.label}
          aria-expanded={offers.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={offers[picked] === undefined ? undefined : `${list}-${picked}`}
          aria-invalid={problem !== undefined}
          aria-keyshortcuts={key && ariaChord(key)}
          placeholder={props.placeholder}
          title={key === undefined ? props.title : `${props.title} (${chordText(key)})`}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            offer();
          }}
          onFocus={() => {
            offer();
          }}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
      </div>
      {props.aside}
      {problem === undefined || offers.length > 0 ? null : (
        <p
          ref={onTop}
          popover="manual"
          className={clsx(styles.over, styles.mistake)}
          style={{ positionAnchor: anchor }}
          role="status"
        >
          {problem.message}
        </p>
      )}
      {offers.length === 0 ? null : (
        <Offers id={list} anchor={anchor} offers={offers} picked={picked} onTake={take} />
      )}
    </div>
  );
}
