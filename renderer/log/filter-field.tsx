import { useId, useRef, useState, type JSX, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { Search } from 'lucide-react';
import { completionsOf, type Completion } from '../filter/complete.ts';
import { useCommand } from '../shortcuts/use-command.ts';
import { seekHit } from '../state/hits.ts';
import { useBench } from '../state/use-bench.ts';
import './filter-field.css';

/** Above all panels, which would cut it off. */
const onTop = (element: HTMLElement | null): void => {
  element?.showPopover();
};

/** What is looked for in the log, with completions; Enter goes from hit to hit. */
export function FilterField(): JSX.Element {
  const bench = useBench();
  const { text, mistake } = useStore(bench.hits);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const [offers, setOffers] = useState<readonly Completion[]>([]);
  const [picked, setPicked] = useState(-1);

  useCommand('log.find', () => {
    bench.panels.setState({ dock: 'log' });
    field.current?.focus();
    field.current?.select();
  });

  const offer = (): void => {
    const { value, selectionStart } = field.current!;
    setOffers(completionsOf(value, selectionStart ?? value.length, bench.log.getState().rows));
    setPicked(-1);
  };
  const close = (): void => {
    setOffers([]);
    setPicked(-1);
  };
  const take = ({ from, to, text: word }: Completion): void => {
    // What is whole is followed by a space, so that the next can begin.
    const end = /[:.<>]$/.test(word) ? '' : ' ';
    const input = field.current!;
    input.setRangeText(word + end, from, to, 'end');
    bench.hits.setState({ text: input.value });
    offer();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (offers.length === 0) offer();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setPicked(
        (at) => (Math.max(at, step === 1 ? -1 : 0) + step + offers.length) % Math.max(offers.length, 1),
      );
    } else if ((event.key === 'Enter' || event.key === 'Tab') && offers[picked] !== undefined)
      take(offers[picked]);
    else if (event.key === 'Enter') {
      close();
      seekHit(bench, event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape' && offers.length > 0) close();
    else if (event.key === 'Escape' && text !== '') bench.hits.setState({ text: '' });
    else if (event.key === 'Escape') field.current!.blur();
    else return;
    event.preventDefault();
  };

  return (
    <div className={`filter-field ${mistake === undefined ? '' : 'wrong'}`}>
      <Search aria-hidden />
      <div className="filter-text">
        {mistake === undefined ? null : (
          <span className="filter-mirror" aria-hidden>
            {text.slice(0, mistake.from)}
            <mark>{text.slice(mistake.from, mistake.to)}</mark>
          </span>
        )}
        <input
          ref={field}
          role="combobox"
          aria-label="Find in the log"
          aria-expanded={offers.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={picked < 0 ? undefined : `${list}-${picked}`}
          aria-invalid={mistake !== undefined}
          aria-keyshortcuts="/"
          placeholder="Find: words, app:mail, status:failed …"
          title="Words, or key:value. Keys: app tool actor kind status event is t arg.NAME. Enter: next hit (/)"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            bench.hits.setState({ text: event.target.value });
            offer();
          }}
          onFocus={offer}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
      </div>
      {mistake === undefined || offers.length > 0 ? null : (
        <p ref={onTop} popover="manual" className="filter-over filter-mistake" role="status">
          {mistake.message}
        </p>
      )}
      {offers.length === 0 ? null : (
        <ul
          ref={onTop}
          popover="manual"
          id={list}
          className="filter-over filter-offers"
          role="listbox"
          aria-label="Completions"
        >
          {offers.map((completion, at) => (
            <li
              key={completion.text}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === picked}
              onMouseDown={(event) => {
                event.preventDefault();
                take(completion);
              }}
            >
              <span className="mono">{completion.text}</span>
              <span className="filter-hint">{completion.hint}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
