import { Bot, Braces, ChevronDown, ChevronUp, FileText, type LucideIcon } from 'lucide-react';
import { type JSX, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import {
  isActiveState,
  isTrajectory,
  type LogEntry,
  type RunId,
  type RunSummary,
  type SimTime,
  type StepKind,
  type TranscriptStep,
  type Verbosity,
  plural,
  shownResult,
} from '../../../engine/model/index.ts';
import { copyText, notify } from '../../stores/notices.ts';
import { chooseSteps, findSteps, goToStep, type StepChoice } from '../../stores/panels.ts';
import { positionIn, positionNow, seek } from '../../stores/selection.ts';
import { ask } from '../../stores/sync.ts';
import {
  useAnswer,
  useCount,
  usePosition,
  useRows,
  useShownRun,
  useStores,
} from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { agentStderrLines, otherNotes, STATE_WORDS } from '../../ui/format/words.ts';
import { Empty, Message } from '../../ui/messages.tsx';
import { Segments } from '../../ui/segments.tsx';
import { badgeOf } from '../../ui/state-badge.tsx';
import { Held, Requests } from '../requests/requests-container.tsx';
import { Call } from './call.tsx';
import { ClientCommands } from './client-commands.tsx';
import { Nesting, type TranscriptRow } from './nesting.ts';
import { isFoldable, Said, TranscriptView } from './transcript.tsx';
import styles from './transcript.module.css';

/** Filters for the steps. */
const CHOICES = { all: 'All', talk: 'Conversation', calls: 'Tool calls' } as const satisfies Record<
  StepChoice,
  string
>;

const TALK: ReadonlySet<StepKind> = new Set<StepKind>(['user', 'notification', 'thought', 'reply']);

const isChosen = ({ kind }: TranscriptStep, choice: StepChoice): boolean =>
  choice === 'all' || (choice === 'talk' ? TALK.has(kind) : kind === 'call');

/**
 * Index of the last of `steps` that has happened at entry `position` and time `now`; −1 before the first. Steps are ordered by
 * time; those of entries also by entry.
 */
export function stepAt(steps: readonly TranscriptStep[], position: number, now: SimTime | undefined): number {
  if (now === undefined) return -1;
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { time, index } = steps[middle]!;
    const past = time < now || (time === now && (index === undefined || index <= position));
    if (past) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const TOLD: Readonly<Record<Verbosity, string>> = {
  low: 'user messages, due reminders and waits that timed out',
  medium: 'user messages, incoming mail and chat messages, changes and cancellations by others',
  high: 'user messages, incoming mail and chat messages, changes and cancellations by others, new offers',
};

/** The notification level of the agent of `run`, and how it is known. */
export function notificationText({ mode, choices }: Pick<RunSummary, 'mode' | 'choices'>): string {
  const kept = choices?.verbosity;
  if (kept !== undefined) return `Notifications: ${kept} (${TOLD[kept]})`;
  const why =
    mode === 'trace'
      ? 'because traces do not record the level'
      : 'because that version of Orrery did not record the level';
  return `Notifications: medium, assumed ${why} (${TOLD.medium})`;
}

/** The last lines of the agent process's standard error, if any. */
function AgentWords({ run: { notes, state } }: { readonly run: RunSummary }): JSX.Element | null {
  const lines = agentStderrLines(notes);
  if (lines.length === 0) return null;
  return (
    <details className={styles.words} open={state === 'interrupted'}>
      <summary>Standard error of the agent’s process</summary>
      <pre className="mono" tabIndex={0}>
        {lines.join('\n')}
      </pre>
    </details>
  );
}

const SECOND = 1000; // milliseconds

/** What to paste so that a client plays the run, while a client is its agent. */
function Client({ run: { id, state, choices } }: { readonly run: RunSummary }): JSX.Element | null {
  const stores = useStores();
  const [seconds, setSeconds] = useState(0);
  const isPlayed = isActiveState(state) && choices?.agent?.client !== undefined;
  // Clients come and go, of which the log has nothing.
  useEffect(() => {
    if (!isPlayed) return undefined;
    const timer = setInterval(() => {
      setSeconds((before) => before + 1);
    }, SECOND);
    return () => {
      clearInterval(timer);
    };
  }, [isPlayed]);
  const answered = useAnswer('run.client', isPlayed ? { run: id } : undefined, seconds);
  if (!isPlayed || answered?.request.run !== id || !answered.reply.ok || answered.reply.value === null)
    return null;
  return (
    <ClientCommands
      {...answered.reply.value}
      name={choices.agent.command}
      isPaused={state === 'paused'}
      onCopy={(text, client) => {
        copyText(stores, text, `Command for ${client}`);
      }}
    />
  );
}

/** How the run ended, with the reason if recorded; `null` while it is active. */
function endOf(run: RunSummary): ReactNode {
  const { state } = run;
  const notes = otherNotes(run.notes);
  if (isActiveState(state) || state === 'recorded') return null;
  return (
    <>
      <strong className={state === 'interrupted' || state === 'failed' ? styles.failed : undefined}>
        {state === 'interrupted' ? badgeOf(run).words : `Run ${STATE_WORDS[state].toLowerCase()}`}
        {notes.length > 0 ? '.' : ''}
      </strong>
      {notes.map((note, index) => (
        <span key={index}> {note}</span>
      ))}
    </>
  );
}

/** The transcript of the shown run: messages, notifications, thoughts, calls and replies. */
export function Transcript(): JSX.Element {
  const run = useShownRun();
  const { transcript } = useStores();
  const { run: known, steps, next, problem } = useStore(transcript);
  if (run === undefined)
    return (
      <Empty icon={Bot} title="No run open">
        Open a scenario and press F5. What the agent was asked, thought, called and said appears here.
      </Empty>
    );
  if (problem !== undefined) return <Message text={problem.message} />;
  if (known !== run.id || (steps.length === 0 && next.from < run.entries))
    return <Empty busy title="Reading the transcript" />;
  if (steps.length === 0)
    return (
      <div className={styles.transcript}>
        <Client run={run} />
        <AgentWords run={run} />
        <Empty icon={Bot} title="The transcript is empty">
          {endOf(run) ?? 'The agent has received and done nothing yet.'}
        </Empty>
        <Held run={run} />
      </div>
    );
  return <Steps key={run.id} run={run} steps={steps} />;
}

const textOf = ({ title, text, result = '' }: TranscriptStep): string =>
  `${title}\n${text}\n${result}`.toLowerCase();

/** Each step's text in lower case, cached because a search reads all of them. */
const texts = new WeakMap<TranscriptStep, string>();

function searchedText(step: TranscriptStep): string {
  const known = texts.get(step);
  if (known !== undefined) return known;
  const text = textOf(step);
  texts.set(step, text);
  return text;
}

interface StepsProps {
  readonly run: RunSummary;
  readonly steps: readonly TranscriptStep[];
}

function Steps({ run, steps }: StepsProps): JSX.Element {
  const stores = useStores();
  const position = usePosition();
  const count = useCount();
  const isThere = useStore(stores.selection, (selection) => positionIn(selection, count)) === position;
  const now = useRows()[position]?.time;
  const readTo = useStore(stores.transcript, ({ next }) => next.from);
  // In an active run, steps always arrive a little later than entries.
  const isReadTo = position < readTo || isActiveState(run.state);
  const { choice, typed } = useStore(stores.panels, ({ transcript }) => transcript);
  const [unfolded, setUnfolded] = useState<ReadonlySet<TranscriptStep>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [hit, setHit] = useState<number>();
  /** A match to go to when the playhead is there: the step at the playhead comes into view first. */
  const [next, setNext] = useState<number>();
  const words = typed.trim().toLowerCase();

  const shown = useMemo(() => steps.filter((step) => isChosen(step, choice)), [steps, choice]);
  const hits = useHits(run, shown, words);
  const current = isReadTo
    ? // Without entries, all steps are in the past.
      run.entries === 0
      ? shown.length - 1
      : stepAt(shown, position, now)
    : shown.length;
  const nesting = useMemo(() => new Nesting(shown, opened), [shown, opened]);
  const { rows } = nesting;
  const currentNow = (): number => {
    const at = positionNow(stores);
    const step = run.entries === 0 ? current : stepAt(shown, at, stores.log.getState().rows[at]?.time);
    return nesting.rowOf(step);
  };

  const [actions] = useState(() => ({
    onToggle: (step: TranscriptStep): void => {
      setUnfolded((before) => {
        const after = new Set(before);
        if (!after.delete(step)) after.add(step);
        return after;
      });
    },
    onGo: (entry: number): void => {
      seek(stores.selection, entry, stores.log.getState().rows.length);
    },
  }));
  const details = (step: TranscriptStep): ReactNode => <Details run={run} step={step} />;
  const goal = useStore(stores.panels, (panels) => panels.goal);
  const [reached, setReached] = useState<typeof goal>();
  const sought =
    goal?.run === run.id && goal !== reached && isThere
      ? shown.findIndex(({ index, log, kind }) =>
          goal.log === undefined ? index === goal.entry && kind !== 'thought' : log === goal.log,
        )
      : -1;
  /** Goes to a step that is found, and opens it and the subagents around it. */
  const reveal = (nth: number): void => {
    const step = shown[nth]!;
    setHit(nth);
    if (isFoldable(step)) setUnfolded((before) => new Set(before).add(step));
    const around = nesting.around(nth);
    if (around.length > 0) setOpened((before) => new Set([...before, ...around]));
  };
  const toggleSubagents = (row: TranscriptRow): void => {
    const own = nesting.subagentsAt(row);
    // On a step of a subagent, it closes that.
    const subagents = own.length > 0 ? own : nesting.around(row.nth).slice(0, 1);
    setOpened((before) => {
      const after = new Set(before);
      for (const subagent of subagents) if (!after.delete(subagent)) after.add(subagent);
      return after;
    });
  };
  if (sought >= 0) {
    setReached(goal);
    reveal(sought);
  }
  if (next !== undefined && isThere) {
    setNext(undefined);
    reveal(next);
  }
  useEffect(() => {
    if (reached !== undefined) goToStep(stores.panels, undefined);
  }, [reached, stores]);
  const walk = (way: 1 | -1): void => {
    const from = next ?? hit ?? (way === 1 ? current : current + 1);
    const to =
      way === 1
        ? (hits.find((nth) => nth > from) ?? hits[0])
        : (hits.findLast((nth) => nth < from) ?? hits.at(-1));
    if (to === undefined) return;
    setNext(to);
    const entry = shown[to]!.index;
    if (entry !== undefined) actions.onGo(entry);
  };

  return (
    <div className={styles.transcript}>
      <div className={styles.bar}>
        <FindSteps
          {...{ typed, hits, hit }}
          onText={(text) => {
            findSteps(stores.panels, text);
            setHit(undefined);
            setNext(undefined);
          }}
          onWalk={walk}
        />
        <div className={styles.tools}>
          <Segments
            label="Steps to show"
            choices={CHOICES}
            chosen={choice}
            onChoose={(chosen) => {
              chooseSteps(stores.panels, chosen);
              setHit(undefined);
              setNext(undefined);
            }}
          />
          <CopyButtons run={run.id} />
        </div>
      </div>
      {isTrajectory(run) ? null : (
        <p className={styles.told} title={notificationText(run)}>
          {notificationText(run)}
        </p>
      )}
      <Client run={run} />
      <AgentWords run={run} />
      <TranscriptView
        key={choice}
        {...{ rows, words, unfolded }}
        {...actions}
        details={details}
        current={current < shown.length ? nesting.rowOf(current) : rows.length}
        currentNow={currentNow}
        now={current}
        hit={hit === undefined ? undefined : nesting.rowOf(hit)}
        onToggleSubagents={toggleSubagents}
        dims={!isTrajectory(run)}
        start={run.start}
        end={endOf(run)}
      />
      <Held run={run} />
    </div>
  );
}

interface FindStepsProps {
  readonly typed: string;
  /** Positions among the shown steps, ascending. */
  readonly hits: readonly number[];
  readonly hit: number | undefined;
  readonly onText: (typed: string) => void;
  /** Goes to the next or the previous match. */
  readonly onWalk: (way: 1 | -1) => void;
}

/** A field to find steps, with buttons to go from match to match. */
function FindSteps({ typed, hits, hit, onText, onWalk }: FindStepsProps): JSX.Element {
  const move = (label: string, keys: string, icon: LucideIcon, way: 1 | -1): JSX.Element => (
    <Button
      bare
      {...{ label, keys, icon }}
      disabled={hits.length === 0}
      onClick={() => {
        onWalk(way);
      }}
    />
  );
  return (
    <FindField
      label="Find in transcript"
      placeholder="Find in transcript"
      text={typed}
      onText={onText}
      onEnter={(back) => {
        onWalk(back ? -1 : 1);
      }}
    >
      {typed.trim() === '' ? null : <HitCount hits={hits} hit={hit} />}
      {move('Previous match', 'Shift+Enter', ChevronUp, -1)}
      {move('Next match', 'Enter', ChevronDown, 1)}
    </FindField>
  );
}

/** Buttons that copy the whole transcript. */
function CopyButtons({ run }: { readonly run: RunId }): JSX.Element {
  const stores = useStores();
  const copy = async (format: 'markdown' | 'json', name: string): Promise<void> => {
    const reply = await ask(stores.bridge, 'inspect.transcriptText', { run, format });
    if (reply.ok) copyText(stores, reply.value, `Transcript of ${run} as ${name}`);
    else notify(stores.notices, 'bad', reply.error.message);
  };
  return (
    <>
      <Button
        bare
        icon={FileText}
        label="Copy as Markdown"
        onClick={() => {
          void copy('markdown', 'Markdown');
        }}
      />
      <Button
        bare
        icon={Braces}
        label="Copy as JSON"
        onClick={() => {
          void copy('json', 'JSON');
        }}
      />
    </>
  );
}

function HitCount({
  hits,
  hit,
}: {
  readonly hits: readonly number[];
  readonly hit: number | undefined;
}): JSX.Element {
  const nth = hit === undefined ? -1 : hits.indexOf(hit);
  return (
    <span className={clsx(styles.count, 'number')} role="status">
      {hits.length === 0
        ? 'No matches'
        : nth < 0
          ? plural(hits.length, 'match', 'matches')
          : `${formatCount(nth + 1)} of ${formatCount(hits.length)}`}
    </span>
  );
}

/** Positions of the `steps` that contain `words`. */
function useHits(run: RunSummary, steps: readonly TranscriptStep[], words: string): readonly number[] {
  const found = useEntriesWith(run, words);
  return useMemo(
    () =>
      words === ''
        ? []
        : steps.flatMap((step, index) =>
            searchedText(step).includes(words) || (step.kind === 'call' && found.has(step.index!))
              ? [index]
              : [],
          ),
    [steps, words, found],
  );
}

const NONE: ReadonlySet<number> = new Set();

/** Entries of `run` with `words` in their arguments, values or errors, which the steps show shortened. */
function useEntriesWith(run: RunSummary, words: string): ReadonlySet<number> {
  const request =
    words === ''
      ? undefined
      : {
          run: run.id,
          from: 0,
          search: [{ term: { kind: 'text', text: words } as const, not: false }],
        };
  const answered = useAnswer('log.find', request, run.entries);
  return useMemo(
    () => (words !== '' && answered?.reply.ok === true ? new Set(answered.reply.value) : NONE),
    [answered, words],
  );
}

/** The full content of a step: the arguments and result of a call, or a whole text. */
function Details({ run, step }: { readonly run: RunSummary; readonly step: TranscriptStep }): JSX.Element {
  const { kind, index, log, cut = 0, text } = step;
  const ofCall = index !== undefined && kind === 'call';
  const entry = useAnswer('log.entry', ofCall ? { run: run.id, index } : undefined)?.reply;
  const whole = useAnswer(
    'inspect.traceText',
    cut > 0 && log !== undefined ? { run: run.id, nth: log } : undefined,
  )?.reply;
  const problem = [entry, whole].find((reply) => reply?.ok === false);
  if (problem?.ok === false) return <Message text={problem.error.message} />;
  if (step.requests !== undefined)
    return (
      <>
        {text === '' ? null : <Said step={step} text={text} />}
        <Requests {...{ run, step }} />
      </>
    );
  if (kind === 'call') return entry?.ok === true ? <Called entry={entry.value} /> : <p>…</p>;
  if (whole?.ok === true) return <Said step={step} text={whole.value} />;
  return (
    <>
      <Said step={step} text={text} />
      {cut === 0 || log !== undefined ? null : (
        <em>{`… ${formatCount(cut)} more characters: orrery transcript ${run.id} prints them`}</em>
      )}
    </>
  );
}

/** A call in full. */
function Called({ entry }: { readonly entry: LogEntry }): JSX.Element | null {
  if (!('action' in entry)) return null;
  const { action, outcome } = entry;
  return (
    <Call
      args={action.resolved ?? action.args}
      came={shownResult(outcome)}
      failed={outcome.status === 'failed'}
      folded={false}
    />
  );
}
