import { useVirtualizer } from '@tanstack/react-virtual';
import { Bot, Brain, ChevronRight } from 'lucide-react';
import { type JSX, type KeyboardEvent, memo, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import clsx from 'clsx';
import {
  legible,
  plural,
  priceText,
  type SimTime,
  type StepKind,
  type TranscriptStep,
  uncountedText,
} from '../../../engine/model/index.ts';
import { formatOffset, formatSpan, formatUtc } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import linksStyles from '../../ui/links.module.css';
import { FindWords, useFindMarks } from '../../ui/find-marks.ts';
import { Markdown } from '../../ui/rich-text/markdown.tsx';
import { CodeLine, Output } from '../../ui/rich-text/rich-text.tsx';
import { STEP_KINDS } from '../../ui/step-kinds.ts';
import { Call, leadOf } from './call.tsx';
import type { SubagentRow, TranscriptRow } from './nesting.ts';
import styles from './transcript.module.css';

/** What a subagent is told, and what it says, is no message of the user or to the user. */
const SUBAGENT_WORDS: Readonly<Partial<Record<StepKind, string>>> = { user: 'Task', reply: 'Answer' };

/** Label and icon of a turn that asked a model. */
const MODEL = { icon: Brain, word: 'Model' };

/** Prompts and logs are long and alike, so little of them is shown before they are unfolded. */
const FOLDED: Readonly<Partial<Record<StepKind, number>>> = { prompt: 160, log: 160 };
const MAX_LENGTH = 1_600; // characters of other texts

/** Number of characters of a step's text shown before it is unfolded. */
const limitOf = ({ kind }: TranscriptStep): number => FOLDED[kind] ?? MAX_LENGTH;

export const isFoldable = (step: TranscriptStep): boolean =>
  step.kind === 'call' ||
  step.requests !== undefined ||
  step.cut !== undefined ||
  step.text.length > limitOf(step);

interface StepActions {
  readonly onToggle: (step: TranscriptStep) => void;
  /** Shows or hides the steps of the subagent, or of the subagents that work for the call. */
  readonly onToggleSubagents: (row: TranscriptRow) => void;
  readonly onGo: (entry: number) => void;
  /** Content of an unfolded step: the arguments and result of a call, or a whole text. */
  readonly details: (step: TranscriptStep) => ReactNode;
}

interface TranscriptProps extends StepActions {
  readonly rows: readonly TranscriptRow[];
  readonly start: SimTime;
  /** The row at the playhead: −1 before the first, the number of rows while those up to the playhead are being read. */
  readonly current: number;
  /** The row that keys act on: {@link current} follows the playhead only when the data of its entry are there. */
  readonly currentNow: () => number;
  /** The position of the step at the playhead: those after it are in the future. */
  readonly now: number;
  /** Whether steps after the playhead are dimmed. */
  readonly dims: boolean;
  /** The words to mark, from the search. */
  readonly words: string;
  /** A search result to keep visible besides the current step. */
  readonly hit: number | undefined;
  readonly unfolded: ReadonlySet<TranscriptStep>;
  /** How the run ended; `null` while it is active. */
  readonly end: ReactNode;
}

const USUAL_HEIGHT = 54; // CSS px

/** The agent's steps as a readable list: messages, tool calls and results. */
export function TranscriptView(props: TranscriptProps): JSX.Element {
  const { rows, start, current, currentNow, now, dims, words, hit, unfolded, end } = props;
  const { details, onToggle, onToggleSubagents, onGo } = props;
  const frame = useRef<HTMLDivElement>(null);
  const count = rows.length + (end === null ? 0 : 1);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by what it answers
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 6,
  });
  useEffect(() => {
    // The panel had the focus while the steps were being read.
    if (document.activeElement === frame.current!.closest('[data-pane-body]')) frame.current!.focus();
  }, []);
  const shown = rows[current];
  /** An entry may have several steps: a call, and the notification that it caused. */
  const isNow = (row: TranscriptRow | undefined): boolean =>
    row !== undefined && (row === shown || (shown !== undefined && isOfEntry(row, entryOf(shown))));
  useReveal(virtual, current);
  useReveal(virtual, hit ?? -1);
  useFindMarks(frame, words, hit === undefined ? undefined : `[data-index='${hit}']`, (mark) => {
    // By the list's own scroll: one that is under way would undo another.
    const { top, bottom, height } = frame.current!.getBoundingClientRect();
    const at = mark.getBoundingClientRect();
    if (at.top < top || at.bottom > bottom)
      virtual.scrollToOffset(frame.current!.scrollTop + at.top - top - height / 3);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (way !== 0 && event.target === frame.current) {
      event.preventDefault();
      event.stopPropagation();
      const entry = nextEntry(rows, currentNow(), way);
      if (entry !== undefined) onGo(entry);
    } else if (event.key === 'Enter' && event.target === frame.current) {
      const row = rows[currentNow()];
      if (row === undefined) return;
      if (event.shiftKey || row.kind === 'subagent') onToggleSubagents(row);
      else if (isFoldable(row.step)) onToggle(row.step);
    }
  };

  return (
    <div
      ref={frame}
      className={styles.steps}
      data-read
      tabIndex={0}
      role="group"
      aria-label="Transcript"
      onKeyDown={onKeyDown}
    >
      <FindWords value={words}>
        <ol style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start: top }) => {
            const row = rows[index];
            return (
              <li
                key={index}
                ref={virtual.measureElement}
                data-index={index}
                className={isNow(row) ? styles.now : dims && row && row.nth > now ? styles.future : undefined}
                aria-current={row !== undefined && index === current ? 'step' : undefined}
                style={{ transform: `translateY(${top}px)` }}
              >
                {row === undefined ? (
                  <div className={styles.end}>{end}</div>
                ) : (
                  <Nested depth={row.depth}>
                    {row.kind === 'subagent' ? (
                      <SubagentHead row={row} onToggle={onToggleSubagents} />
                    ) : (
                      <Step
                        {...{ start, onToggle, onGo, details }}
                        step={row.step}
                        open={unfolded.has(row.step)}
                        isHit={index === hit}
                      />
                    )}
                  </Nested>
                )}
              </li>
            );
          })}
        </ol>
      </FindWords>
    </div>
  );
}

/**
 * Scrolls to a step when it changes or when the view's height does, and to the top when it goes before the first. A step that was far
 * away comes to the middle.
 */
function useReveal(
  virtual: {
    scrollToIndex: (index: number, options: { align: 'auto' | 'center' }) => void;
    readonly range: { readonly startIndex: number; readonly endIndex: number } | null;
    readonly scrollRect: { readonly height: number } | null;
  },
  index: number,
): void {
  const height = virtual.scrollRect?.height;
  const scroll: RefObject<typeof virtual> = useRef(virtual);
  const before = useRef(-1);
  useEffect(() => {
    const hasOne = index >= 0 || before.current >= 0;
    before.current = index;
    if (!hasOne) return;
    const { startIndex = 0, endIndex = 0 } = scroll.current.range ?? {};
    const isNear = index >= startIndex - 1 && index <= endIndex + 1;
    scroll.current.scrollToIndex(Math.max(0, index), { align: isNear ? 'auto' : 'center' });
  }, [scroll, index, height]);
}

/** The entry of a row; a thought only comes before one. */
const entryOf = (row: TranscriptRow | undefined): number | undefined =>
  row?.kind === 'step' && row.step.kind !== 'thought' ? row.step.index : undefined;

const isOfEntry = (row: TranscriptRow, entry: number | undefined): boolean =>
  entry !== undefined && entryOf(row) === entry;

/** The entry of the next row in that direction that belongs to another entry. */
function nextEntry(rows: readonly TranscriptRow[], current: number, way: 1 | -1): number | undefined {
  const from = entryOf(rows[current]);
  for (let at = current + way; at >= 0 && at < rows.length; at += way) {
    const entry = entryOf(rows[at]);
    if (entry !== undefined && entry !== from) return entry;
  }
  return undefined;
}

const MAX_INDENT = 6; // subagents within each other

/** A row within subagents, with a line for each. */
const Nested = ({ depth, children }: { readonly depth: number; readonly children: ReactNode }): ReactNode =>
  depth === 0 ? (
    children
  ) : (
    <div className={styles.nested}>
      {Array.from({ length: Math.min(depth, MAX_INDENT) }, (_, index) => (
        <i key={index} />
      ))}
      {children}
    </div>
  );

interface SubagentHeadProps {
  readonly row: SubagentRow;
  readonly onToggle: (row: SubagentRow) => void;
}

/** Who helps, and how much it did; opens its steps in place. */
function SubagentHead({ row, onToggle }: SubagentHeadProps): JSX.Element {
  const { subagent, isOpen, steps, calls, failed } = row;
  return (
    <article data-subagent className={clsx(styles.subagent, failed > 0 && styles.failedStep)}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        title={`${isOpen ? 'Hide' : 'Show'} the steps of this subagent (Shift+Enter)`}
        onClick={() => {
          onToggle(row);
        }}
      >
        <ChevronRight aria-hidden className={styles.chevron} />
        <span className={styles.kind}>
          <Bot aria-hidden />
          Subagent
        </span>
        <span className={styles.title}>{legible(subagent.name)}</span>
        <span className="number">
          {plural(steps, 'step')}
          {calls === 0 ? '' : ` · ${plural(calls, 'call')}`}
          {failed === 0 ? null : <span className={styles.failed}> · {formatCount(failed)} failed</span>}
        </span>
      </button>
    </article>
  );
}

const MAX_ANSWER = 80; // characters

/** Whether a step only says that the model answered, and what that cost: what it said stands in other steps. */
const isBareAnswer = ({ kind, tokens, text, status }: TranscriptStep): boolean =>
  kind === 'log' &&
  status === 'done' &&
  tokens !== undefined &&
  text.length <= MAX_ANSWER &&
  !text.includes('\n');

interface StepProps extends Omit<StepActions, 'onToggleSubagents'> {
  readonly step: TranscriptStep;
  readonly start: SimTime;
  readonly open: boolean;
  readonly isHit: boolean;
}

const Step = memo(function Step({
  step,
  start,
  open,
  isHit,
  onToggle,
  onGo,
  details,
}: StepProps): JSX.Element {
  const { kind, index, time, title, status, result } = step;
  const isAnswer = isBareAnswer(step);
  const { icon: Icon, word } = step.requests !== undefined || isAnswer ? MODEL : STEP_KINDS[kind];
  const entry = kind === 'thought' ? undefined : index;
  const lead = step.args === undefined ? undefined : leadOf(step.args);
  const head = (
    <>
      <span className={styles.kind}>
        <Icon aria-hidden />
        {(step.subagent && SUBAGENT_WORDS[kind]) ?? word}
      </span>
      {isAnswer ? <span className={styles.quiet}>{step.text}</span> : null}
      {step.requests === undefined || step.requests.length < 2 ? null : (
        <span className={styles.title}>{formatCount(step.requests.length)} requests</span>
      )}
      {(step.costs?.replaced ?? 0) === 0 ? null : (
        <span className={styles.edited}>answer edited by a person</span>
      )}
      {title === '' || isAnswer ? null : (
        <span className={clsx(styles.title, kind === 'call' && 'mono')}>{legible(title)}</span>
      )}
      {lead === undefined ? null : (
        <span className={styles.lead}>
          <CodeLine text={lead} />
        </span>
      )}
      {status !== 'failed' ? null : (
        <span className={styles.failed}>{kind === 'call' ? 'failed' : (result ?? 'failed')}</span>
      )}
    </>
  );
  return (
    <article
      data-step
      className={clsx(
        styles.step,
        styles[kind],
        isAnswer && styles.answer,
        isHit && styles.hit,
        status === 'failed' && styles.failedStep,
      )}
    >
      <div className={styles.place}>
        {entry === undefined ? null : (
          <button
            type="button"
            className={clsx(linksStyles.entryLink, 'number')}
            title="Go to this entry"
            onClick={() => {
              onGo(entry);
            }}
          >
            #{entry}
          </button>
        )}
        <span className={clsx(styles.time, 'number')} title={formatUtc(time)}>
          {formatOffset(start, time)}
        </span>
      </div>
      <div className={styles.body}>
        {isFoldable(step) ? (
          <button
            type="button"
            className={styles.head}
            aria-expanded={open}
            onClick={() => {
              onToggle(step);
            }}
          >
            <ChevronRight aria-hidden className={styles.chevron} />
            {head}
          </button>
        ) : (
          <p className={styles.head}>{head}</p>
        )}
        {open ? details(step) : isAnswer ? null : <StepText step={step} />}
      </div>
      <Cost step={step} />
    </article>
  );
});

/** The short form of a step. */
function StepText({ step }: { readonly step: TranscriptStep }): JSX.Element | null {
  const { kind, text, args, came = null, status } = step;
  if (kind === 'thought' && text === '' && step.requests === undefined)
    return <p className={styles.quiet}>No thoughts reported.</p>;
  if (args !== undefined) return <Call {...{ args, came }} folded failed={status === 'failed'} />;
  const limit = limitOf(step);
  if (text === '') return null;
  return <Said step={step} text={text.length > limit ? `${text.slice(0, limit)}…` : text} />;
}

/** What somebody said or thought, as Markdown; an error as it is. */
export function Said({
  step: { kind, status },
  text,
}: {
  readonly step: TranscriptStep;
  readonly text: string;
}): JSX.Element {
  return (
    <div className={styles.text}>
      {kind === 'log' || status === 'failed' ? (
        <Output text={text} folded={false} failed={status === 'failed'} />
      ) : (
        <Markdown text={text} />
      )}
    </div>
  );
}

const MIN_SHOWN_MILLISECONDS = 100;

/** Time, tokens and cost of the agent's answer, if known and large enough to mention. */
function Cost({
  step: { kind, elapsed: took = 0, tokens = {}, costs },
}: {
  readonly step: TranscriptStep;
}): JSX.Element | null {
  const { input, output, cached, reasoning, cost } = { ...tokens, ...costs };
  const price = costs?.price ?? (cost === undefined ? undefined : { amount: cost, currency: 'USD' });
  const uncounted =
    costs !== undefined && costs.uncounted < costs.requests ? uncountedText(costs) : undefined;
  const elapsed = took < MIN_SHOWN_MILLISECONDS ? undefined : took;
  if ([elapsed, input, output, price].every((value) => value === undefined)) return null;
  const count = (tokensRead: number | undefined, word: string, title: string): JSX.Element | null =>
    tokensRead === undefined ? null : (
      <span title={title}>
        {formatCount(tokensRead)} {word}
      </span>
    );
  return (
    <p className={clsx(styles.cost, 'number')}>
      {elapsed === undefined ? null : (
        <span title={kind === 'call' ? 'Time that the call took' : 'Time that the agent took to answer'}>
          {formatSpan(elapsed * 1000)}
        </span>
      )}
      {count(input, 'in', 'Tokens that the model read')}
      {count(cached || undefined, 'cached', 'Tokens that came from the cache of the model’s service')}
      {count(output, 'out', 'Tokens that the model wrote')}
      {count(
        reasoning || undefined,
        'reasoning',
        'Tokens that the model thought with, of those that it wrote',
      )}
      {uncounted === undefined ? null : <span>{uncounted}</span>}
      {price === undefined ? null : <span title="Price of the answer">{priceText(price)}</span>}
    </p>
  );
}
