import { CircleX, Copy, Ellipsis, FileDiff, Grid3x3, Play } from 'lucide-react';
import { type JSX, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { isPreview, legible, type RunSummary, PRICES_FILE } from '../../engine/model/index.ts';
import type { RunTime } from '../../preload/contract.ts';
import { copyText } from '../stores/notices.ts';
import { unsavedTexts } from '../stores/problems.ts';
import { isResumable, isActive } from '../stores/runs.ts';
import { restart } from '../stores/run-again.ts';
import { openSweeps } from '../stores/sweeps.ts';
import {
  useAnswer,
  useProblems,
  useStores,
  usePosition,
  useRows,
  useShownRun,
} from '../stores/use-stores.ts';
import { Button } from '../ui/button.tsx';
import { formatDateTime, formatOffset, formatSpan } from '../ui/format/clock.ts';
import { formatCount, formatProblems } from '../ui/format/numbers.ts';
import { knownAgent, runSettingWords, timeName } from '../ui/format/words.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { badgeOf, StateBadge } from '../ui/state-badge.tsx';
import { HoverText } from '../ui/text.tsx';
import styles from './status-bar.module.css';

/** The status bar: the shown run and the position of the playhead. */
export function StatusBar(): JSX.Element {
  const run = useShownRun();
  return (
    <footer className={styles.line} aria-label="Status">
      <Unstarted />
      <ProblemCount />
      <RunningSweep />
      {run === undefined ? <span>No run open</span> : <RunStatus run={run} />}
    </footer>
  );
}

/** How far the sweep is that this window runs, with the way to it. */
function RunningSweep(): JSX.Element | null {
  const stores = useStores();
  const progress = useStore(stores.sweeps, (sweeps) => sweeps.progress);
  const isOpen = useStore(stores.library, ({ showsSweeps }) => showsSweeps);
  const running = [...progress].find(([, one]) => one.running);
  // Sweeps on show have counts of their own, which are read at other times.
  if (running === undefined || isOpen) return null;
  const [path, { over, jobs }] = running;
  return (
    <button
      type="button"
      className={styles.state}
      title="Show the sweep"
      onClick={() => {
        openSweeps(stores, path);
      }}
    >
      <Grid3x3 aria-hidden />
      Sweep: {formatCount(over)} of {formatCount(jobs)}
    </button>
  );
}

/** Says that the shown run is not the last one requested, while the problems that prevented that one remain. */
function Unstarted(): JSX.Element | null {
  const { panels, problems } = useStores();
  const path = useStore(panels, ({ unstarted }) => unstarted);
  const stands = useStore(problems, ({ found }) => path !== undefined && (found[path]?.length ?? 0) > 0);
  const run = useShownRun();
  if (path === undefined || !stands) return null;
  return (
    <>
      <ShowProblems>{path.split('/').at(-1)} did not start</ShowProblems>
      {run === undefined ? null : <span>Showing {run.id}</span>}
    </>
  );
}

/** How many problems there are, with the way to them. */
function ProblemCount(): JSX.Element | null {
  const count = useProblems().length;
  return count === 0 ? null : <ShowProblems>{formatProblems(count)}</ShowProblems>;
}

/** What is wrong, as a button that shows the problems. */
function ShowProblems({ children }: { readonly children: ReactNode }): JSX.Element {
  const { commands } = useStores();
  return (
    <button
      type="button"
      className={clsx(styles.state, styles.bad)}
      title="Show problems (Ctrl+5)"
      onClick={() => {
        commands.run('panel.problems');
      }}
    >
      <CircleX aria-hidden />
      {children}
    </button>
  );
}

function RunStatus({ run }: { readonly run: RunSummary }): JSX.Element {
  const { commands } = useStores();
  const at = usePosition();
  const time = useShownTime(run);
  const ending =
    run.state === 'interrupted' ? run.notes.find(({ kind }) => kind === 'ending')?.text : undefined;
  return (
    <>
      <button
        type="button"
        className={styles.state}
        title="Show verdict (Ctrl+4)"
        onClick={() => {
          commands.run('panel.verdict');
        }}
      >
        <StateBadge run={run} />
        {time.waitsForPerson === true ? 'Waiting for you' : badgeOf(run).words}
      </button>
      <CodeChanged run={run} />
      {ending === undefined ? null : <HoverText className={styles.ending} text={ending} />}
      {isResumable(run) ? (
        <button
          type="button"
          className={styles.state}
          title="Repeat the run from its record, and go on where it ended"
          onClick={() => {
            commands.run('run.resumeInterrupted');
          }}
        >
          <Play aria-hidden />
          Resume
        </button>
      ) : null}
      <Facts facts={factsOf(run, at, time)} />
    </>
  );
}

/** Says that the files of the run have changed since it began, saved or not, and offers to run it again. */
function CodeChanged({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const stores = useStores();
  const { documents, problems } = stores;
  const { id, source, choices } = run;
  const models = [choices?.agent?.model, choices?.user?.model].filter((model) => model !== undefined);
  const ofModels = models.flatMap(({ prompt }) => [
    PRICES_FILE,
    ...(prompt === undefined ? [] : [prompt.path]),
  ]);
  const files = [source, choices?.script ?? '', ...new Set(ofModels)];
  const revision = useStore(problems, ({ revisions }) =>
    files.reduce((sum, path) => sum + (revisions[path] ?? 0), 0),
  );
  const request = useMemo(
    () => ({ run: id, ...unsavedTexts(documents.getState()) }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- The unsaved texts are those of this revision.
    [id, documents, revision],
  );
  const answered = useAnswer('run.changes', request, revision);
  const reply = answered?.request.run === id ? answered.reply : undefined;
  const changed = reply?.ok === true ? reply.value : [];
  if (changed.length === 0 || isPreview(id)) return null;
  return (
    <button
      type="button"
      className={styles.state}
      title={`Changed since ${id} began: ${changed.join(', ')}. Run it again and compare`}
      onClick={() => void restart(stores)}
    >
      <FileDiff aria-hidden />
      Code changed since
    </button>
  );
}

const SECOND = 1000; // milliseconds

/** The time of the entry at the playhead, or of a running run that the playhead follows: that goes on between two entries. */
function useShownTime(run: RunSummary): RunTime {
  const { id, start, state } = run;
  const { selection } = useStores();
  const [seconds, setSeconds] = useState(0);
  const following = useStore(selection, (shown) => shown.following);
  const goesOn = following && state === 'running';
  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setInterval(() => {
      setSeconds((before) => before + 1);
    }, SECOND);
    return () => {
      clearInterval(timer);
    };
  }, [goesOn]);
  const active = isActive(run);
  const answered = useAnswer('run.time', active ? { run: id } : undefined, seconds);
  const now = useRows()[usePosition()]?.time ?? start;
  if (!active || answered?.request.run !== id || !answered.reply.ok) return { now, end: undefined };
  const { value } = answered.reply;
  const waitsForPerson = state === 'running' && value.waitsForPerson === true;
  return { ...(goesOn && value.now > now ? value : { now, end: value.end }), waitsForPerson };
}

/** Something to know about the run. */
interface Fact {
  readonly name: string;
  readonly text: string;
  /** What is drawn, if it is not the text. */
  readonly drawn?: JSX.Element;
  /** The tooltip, if it is not the name. */
  readonly hint?: string;
}

/** The most important facts first. */
function factsOf(run: RunSummary, at: number, { now, end }: RunTime): readonly Fact[] {
  const offset = [
    formatOffset(run.start, now),
    ...(end === undefined ? [] : [`of ${formatSpan(end - run.start)}`]),
  ].join(' ');
  const settings = runSettingWords(run);
  const agent = knownAgent(run);
  return [
    {
      name: timeName(run),
      text: `${formatDateTime(now)} ${offset}`,
      drawn: (
        <>
          {formatDateTime(now)} <span className={styles.faint}>{offset}</span>
        </>
      ),
    },
    {
      name: 'Entry',
      text: `${at < 0 ? 'none' : `#${at}`} of ${formatCount(Math.max(run.entries, at + 1))}`,
    },
    ...(agent === undefined ? [] : [{ name: 'Agent', text: agent }]),
    ...(run.mode === 'trace' ? [] : [{ name: 'Seed', text: String(run.seed) }]),
    ...(settings.length === 0 ? [] : [{ name: 'Settings', text: settings.join(', ') }]),
    ...(run.logHash === undefined
      ? []
      : [
          {
            name: 'Log hash',
            text: run.logHash,
            drawn: <LogHash hash={run.logHash} />,
            hint: `Log hash ${run.logHash}. Runs with the same hash have the same log.`,
          },
        ]),
  ];
}

/** As many facts as fit in a line, each whole, and a menu of the others. */
function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  const stores = useStores();
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFirstLine(row, facts.map(({ name }) => name).join());
  const others = facts.slice(fitting);
  return (
    <>
      <div ref={row} className={styles.facts}>
        {facts.map(({ name, text, drawn = text, hint = name }, index) => (
          <span
            key={name}
            className={clsx(
              styles.fact,
              'number',
              name === 'Agent' && styles.agent,
              index >= fitting && styles.other,
            )}
            title={hint}
          >
            <span className={styles.faint}>{name}</span> {drawn}
          </span>
        ))}
      </div>
      {others.length === 0 ? null : (
        <Menu
          label="More about the run"
          trigger={<Button bare icon={Ellipsis} label="More about the run" />}
          items={others.map(({ name, text }) => ({
            label: legible(`${name}: ${text}`),
            icon: Copy,
            onChoose: () => {
              copyText(stores, text, name);
            },
          }))}
        />
      )}
    </>
  );
}

/** How many children of `row`, which have these `names`, are on its first line. The others wrap and are out of sight. */
function useFirstLine(row: RefObject<HTMLElement | null>, names: string): number {
  const [count, setCount] = useState(Infinity);
  useEffect(() => {
    const parts = [...row.current!.children] as HTMLElement[];
    const observer = new ResizeObserver(() => {
      const next = parts.findIndex(({ offsetTop }) => offsetTop > parts[0]!.offsetTop);
      setCount(next < 0 ? Infinity : next);
    });
    for (const part of [row.current!, ...parts]) observer.observe(part);
    return () => {
      observer.disconnect();
    };
  }, [row, names]);
  return count;
}

/** The log hash of the run, with a copy button. Equal hashes mean equal logs. */
function LogHash({ hash }: { readonly hash: string }): JSX.Element {
  const stores = useStores();
  return (
    <>
      <code className="mono">{hash.slice(0, 8)}</code>
      <Button
        bare
        icon={Copy}
        label="Copy log hash"
        onClick={() => {
          copyText(stores, hash, 'Log hash');
        }}
      />
    </>
  );
}
