import { SearchX } from 'lucide-react';
import { Fragment, type JSX, type RefObject } from 'react';
import clsx from 'clsx';
import {
  groupBy,
  legible,
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchHits,
  type SearchedRun,
} from '../../../engine/model/index.ts';
import { moveFocus } from '../../ui/focus.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { Empty } from '../../ui/messages.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { STEP_KINDS } from '../../ui/step-kinds.ts';
import styles from './search.module.css';

const KIND_LABELS = {
  message: 'Messages',
  thought: 'Thoughts',
  call: 'Calls',
  result: 'Results',
  note: 'Notes',
  other: 'Other',
} as const satisfies Record<SearchKind, string>;

interface SearchFieldsProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly runs: string;
  readonly kinds: readonly SearchKind[];
  readonly onText: (typed: string) => void;
  readonly onRuns: (typed: string) => void;
  readonly onKind: (kind: SearchKind) => void;
  /** Opens the first result. */
  readonly onFirst: () => void;
  /** Goes from the words to the results. */
  readonly onDown: () => void;
  readonly onClose: () => void;
}

/** The words, the runs and the kinds that are searched. */
export function SearchFields(props: SearchFieldsProps): JSX.Element {
  const { field, text, runs, kinds, onText, onRuns, onKind, onFirst, onDown, onClose } = props;
  return (
    <div className={styles.fields} role="search" aria-label="All runs">
      <input
        ref={field}
        className={clsx('text-field', styles.words)}
        type="search"
        aria-label="Words"
        placeholder={'Words, "a phrase", -without'}
        spellCheck={false}
        value={text}
        onFocus={({ target }) => {
          target.select();
        }}
        onChange={({ target }) => {
          onText(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onFirst();
          if (event.key === 'Escape' && text === '') onClose();
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          onDown();
        }}
      />
      <input
        className={clsx('text-field', styles.runs)}
        type="search"
        aria-label="Runs"
        placeholder="In runs: verdict:failed, tag:paper"
        spellCheck={false}
        value={runs}
        onChange={({ target }) => {
          onRuns(target.value);
        }}
      />
      <div className={styles.kinds} role="group" aria-label="Kinds">
        {SEARCH_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            aria-pressed={kinds.includes(kind)}
            onClick={() => {
              onKind(kind);
            }}
          >
            {KIND_LABELS[kind]}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Focuses the result that was opened last in `list`, or its first. Returns whether there is one. */
export function focusResult(list: HTMLElement | null): boolean {
  const result =
    list?.querySelector<HTMLElement>('[aria-current=true]') ?? list?.querySelector<HTMLElement>('button');
  result?.focus();
  return result !== null && result !== undefined;
}

interface SearchResultsProps {
  readonly page: SearchHits;
  /** Whether there are words to look for. */
  readonly asked: boolean;
  /** The result that was opened last. */
  readonly at: number;
  readonly results: RefObject<HTMLDivElement | null>;
  readonly onOpen: (nth: number) => void;
}

/** What was found, by run. Arrow keys go from result to result, Enter opens one. */
export function SearchResults({ page, asked, at, results, onOpen }: SearchResultsProps): JSX.Element {
  const { hits, runs, isCut, left } = page;
  const byRun = groupBy(
    hits.map((hit, index) => ({ hit, nth: index })),
    ({ hit }) => hit.run,
  );
  return (
    <>
      <p className={styles.count} role="status">
        {asked ? countText(page) : 'Search the messages, thoughts, calls and results of all runs.'}
        {left === 0
          ? ''
          : ` · ${formatCount(left)} ${left === 1 ? 'run is' : 'runs are'} still being indexed`}
      </p>
      {asked && hits.length === 0 && left === 0 && !isCut ? (
        <Empty icon={SearchX} title="No results" />
      ) : null}
      <div
        ref={results}
        className={styles.results}
        role="group"
        aria-label="Results"
        onKeyDown={(event) => {
          moveFocus(event, 'button');
        }}
      >
        {runs.map((run) => (
          <section key={run.id} aria-label={run.id}>
            <RunHead run={run} />
            <ul>
              {(byRun.get(run.id) ?? []).map(({ hit, nth }) => (
                <li key={nth}>
                  <HitLine
                    hit={hit}
                    current={nth === at}
                    onOpen={() => {
                      onOpen(nth);
                    }}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

const countText = ({ hits, runs, isCut }: SearchHits): string =>
  [
    `${formatCount(hits.length)}${isCut ? ' or more' : ''}`,
    hits.length === 1 && !isCut ? 'result in' : 'results in',
    formatCount(runs.length),
    runs.length === 1 ? 'run' : 'runs',
  ].join(' ');

function RunHead({ run: { id, scenario, outcome, model } }: { readonly run: SearchedRun }): JSX.Element {
  return (
    <h3 className={styles.run}>
      <StateBadge run={{ state: 'recorded', verdict: outcome && { outcome }, ending: undefined }} />
      <bdi>{legible(scenario)}</bdi>
      <span className={styles.facts}>
        {[id, ...(model === undefined ? [] : [legible(model)])].join(' · ')}
      </span>
    </h3>
  );
}

interface HitLineProps {
  readonly hit: SearchHit;
  readonly current: boolean;
  readonly onOpen: () => void;
}

function HitLine({ hit, current, onOpen }: HitLineProps): JSX.Element {
  const { kind, step, title, entry, log, text, marks } = hit;
  return (
    <button
      type="button"
      className={clsx(styles.hit, current && styles.current)}
      aria-current={current}
      onClick={onOpen}
    >
      <span className={clsx(styles.place, 'number')}>
        {entry === undefined || log !== undefined ? '' : `#${entry}`}
      </span>
      <span className={styles.what}>
        {kind === 'call' || kind === 'result' ? legible(title) : STEP_KINDS[step].word}
      </span>
      <span className={styles.text}>
        <bdi>
          {piecesOf(text, marks).map(({ piece, marked }, index) =>
            marked ? (
              <mark key={index}>{legible(piece)}</mark>
            ) : (
              <Fragment key={index}>{legible(piece)}</Fragment>
            ),
          )}
        </bdi>
      </span>
    </button>
  );
}

/** The pieces of `text` that are marked, and those between. */
function piecesOf(
  text: string,
  marks: SearchHit['marks'],
): readonly { readonly piece: string; readonly marked: boolean }[] {
  const pieces: { readonly piece: string; readonly marked: boolean }[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    if (start < from) continue;
    pieces.push(
      { piece: text.slice(from, start), marked: false },
      { piece: text.slice(start, end), marked: true },
    );
    from = end;
  }
  return [...pieces, { piece: text.slice(from), marked: false }];
}
