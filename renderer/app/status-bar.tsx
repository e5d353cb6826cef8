import { CircleX, Copy, Grid3x3 } from 'lucide-react';
import { type JSX, type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { legible, type RunSummary } from '../../engine/model/index.ts';
import type { RunTime } from '../../preload/contract.ts';
import { copyText } from '../stores/notices.ts';
import { isActive } from '../stores/runs.ts';
import { openSweeps } from '../stores/sweeps.ts';
import { useAnswer, useStores, usePosition, useRows, useShownRun } from '../stores/use-stores.ts';
import { Button } from '../ui/button.tsx';
import { formatMoment, formatOffset, formatSpan } from '../ui/format/clock.ts';
import { formatCount } from '../ui/format/numbers.ts';
import { agentText, runSettingWords } from '../ui/format/words.ts';
import { badgeOf, StateBadge } from '../ui/state-badge.tsx';
import styles from './status-bar.module.css';

/** The status bar: the shown run and the position of the playhead. */
export function StatusBar(): JSX.Element {
  const run = useShownRun();
  return (
    <footer className={styles.line} aria-label="Status">
      <Unstarted />
      <RunningSweep />
      {run === undefined ? <span>No run open</span> : <RunStatus run={run} />}
    </footer>
  );
}

/** How far the sweep is that this window runs, with the way to it. */
function RunningSweep(): JSX.Element | null {
  const stores = useStores();
  const progress = useStore(stores.sweeps, (sweeps) => sweeps.progress);
  const running = [...progress].find(([, one]) => one.running);
  if (running === undefined) return null;
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
  const { commands, panels, problems } = useStores();
  const path = useStore(panels, ({ unstarted }) => unstarted);
  const stands = useStore(problems, (state) => state.scenario === path && state.problems.length > 0);
  const run = useShownRun();
  if (path === undefined || !stands) return null;
  return (
    <>
      <button
        type="button"
        className={clsx(styles.state, styles.unstarted, styles.bad)}
        title="Show problems (Ctrl+5)"
        onClick={() => {
          commands.run('panel.problems');
        }}
      >
        <CircleX aria-hidden />
        {path.split('/').at(-1)} did not start
      </button>
      {run === undefined ? null : <span>Showing {run.id}</span>}
    </>
  );
}

function RunStatus({ run }: { readonly run: RunSummary }): JSX.Element {
  const { commands } = useStores();
  const at = usePosition();
  const { now: time, end } = useShownTime(run);
  const settings = runSettingWords(run);
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
        {badgeOf(run).words}
      </button>
      {ending === undefined ? null : (
        <span className={styles.ending} title={legible(ending)}>
          {legible(ending)}
        </span>
      )}
      <Fact name="Simulated time">
        {formatMoment(time)}{' '}
        <span className={styles.faint}>
          {formatOffset(run.start, time)}
          {end === undefined ? '' : ` of ${formatSpan(end - run.start)}`}
        </span>
      </Fact>
      <Fact name="Entry">
        {at < 0 ? 'none' : `#${at}`} of {formatCount(Math.max(run.entries, at + 1))}
      </Fact>
      <span className={styles.gap} />
      <Fact name="Agent">{agentText(run)}</Fact>
      {run.mode === 'trace' ? null : <Fact name="Seed">{run.seed}</Fact>}
      {settings.length === 0 ? null : <Fact name="Settings">{settings.join(', ')}</Fact>}
      {run.logHash === undefined ? null : <LogHash hash={run.logHash} />}
    </>
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
  return goesOn && value.now > now ? value : { now, end: value.end };
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): JSX.Element {
  return (
    <span className={clsx(styles.fact, 'number')} title={name}>
      <span className={styles.faint}>{name}</span> {children}
    </span>
  );
}

/** The log hash of the run, with a copy button. Equal hashes mean equal logs. */
function LogHash({ hash }: { readonly hash: string }): JSX.Element {
  const stores = useStores();
  return (
    <span className={styles.fact} title={`Log hash ${hash}. Runs with the same hash have the same log.`}>
      <span className={styles.faint}>Log hash</span> <code className="mono">{hash.slice(0, 8)}</code>
      <Button
        bare
        icon={Copy}
        label="Copy log hash"
        onClick={() => {
          copyText(stores, hash, 'Log hash');
        }}
      />
    </span>
  );
}
