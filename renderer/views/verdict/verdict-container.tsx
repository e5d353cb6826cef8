import { Gavel } from 'lucide-react';
import { type JSX, useMemo } from 'react';
import { useStore } from 'zustand';
import {
  ASKERS,
  isActiveState,
  isTrajectory,
  type KeptJudgement,
  type RunSummary,
} from '../../../engine/model/index.ts';
import { judgeRuns, openLibrary } from '../../stores/library.ts';
import { showPanel } from '../../stores/panels.ts';
import { eventLocation } from '../../stores/plan.ts';
import { resumeInterrupted } from '../../stores/run-start.ts';
import { cancelVerify, canVerify, verifyRun } from '../../stores/run-verification.ts';
import { isResumable } from '../../stores/runs.ts';
import { seek, showJudgement } from '../../stores/selection.ts';
import {
  useAnswer,
  useCommand,
  usePosition,
  useRows,
  useShownRun,
  useStores,
} from '../../stores/use-stores.ts';
import { otherNotes } from '../../ui/format/words.ts';
import { Empty } from '../../ui/messages.tsx';
import { OriginLine } from '../branch/branch-container.tsx';
import { AttemptView } from './attempt.tsx';
import { CostsView } from './costs.tsx';
import { Judge } from './judge.tsx';
import { VerdictView } from './verdict.tsx';
import { Verification } from './verification.tsx';

/** The verdict of the shown run, with its evidence. */
export function Verdict(): JSX.Element {
  const run = useShownRun();
  if (run === undefined)
    return (
      <Empty icon={Gavel} title="No run open">
        Open a scenario and press F5. Its verdict appears here.
      </Empty>
    );
  return <RunVerdict run={run} />;
}

function RunVerdict({ run }: { readonly run: RunSummary }): JSX.Element {
  const stores = useStores();
  const { library, places: store } = stores;
  const rows = useRows();
  const places = useStore(store, (state) => state.places);
  return (
    <VerdictView
      run={run}
      notes={otherNotes(run.notes)}
      places={{
        ofEvent: (event) => eventLocation(places, event),
        ofEntry: (entry) => {
          const event = rows[entry]?.event;
          return event === undefined ? undefined : eventLocation(places, event);
        },
      }}
      onTag={(query) => {
        openLibrary(library, query);
      }}
      onResume={isResumable(run) ? () => void resumeInterrupted(stores, run.id) : undefined}
      origin={<OriginLine run={run} />}
      verification={<RunVerification run={run} />}
      costs={<RunCosts run={run} />}
      judge={isTrajectory(run) ? <RunAttempt run={run} /> : <RunJudge run={run} />}
    />
  );
}

/** Binds the verify command to the shown run, whichever tab is shown. */
export function VerifyCommand(): null {
  const stores = useStores();
  const run = useShownRun();
  useCommand(
    'run.verify',
    () => {
      showPanel(stores.panels, 'verdict');
      if (run !== undefined) void verifyRun(stores, run.id);
    },
    canVerify(run),
  );
  return null;
}

function RunVerification({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const stores = useStores();
  const verification = useStore(stores.verifications, ({ byRun }) => byRun.get(run.id));
  if (!canVerify(run)) return null;
  return (
    <Verification
      {...{ run, verification }}
      onVerify={() => void verifyRun(stores, run.id)}
      onCancel={() => {
        cancelVerify(stores, run.id);
      }}
    />
  );
}

/** What other tools say of the shown run, and what it cost. */
function RunAttempt({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const answered = useAnswer('inspect.attempt', { run: run.id });
  const attempt = answered?.request.run === run.id && answered.reply.ok ? answered.reply.value : null;
  return attempt === null ? null : <AttemptView attempt={attempt} />;
}

/** What the shown run, and its judge, asked of models. */
function RunCosts({
  run: { id, choices, entries, state },
}: {
  readonly run: RunSummary;
}): JSX.Element | null {
  const answered = useAnswer('inspect.costs', { runs: [id] }, `${state} ${entries}`);
  if (answered?.request.runs[0] !== id || !answered.reply.ok) return null;
  const costs = answered.reply.value;
  const names = { agent: choices?.agent?.model?.name, user: choices?.user?.model?.name, judge: undefined };
  return (
    <>
      {ASKERS.map((by) =>
        names[by] === undefined && costs[by] === undefined ? null : (
          <CostsView key={by} by={by} model={names[by]} costs={costs[by]} />
        ),
      )}
    </>
  );
}

function RunJudge({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const stores = useStores();
  const at = usePosition();
  const places = useStore(stores.places, (known) => known.places);
  const isJudging = useStore(stores.library, ({ judging }) => judging);
  const { id, state, verdict } = run;
  const isOver = !isActiveState(state);
  const since = `${state} ${verdict?.outcome ?? ''} ${verdict?.judge?.sentence ?? ''}`;
  const asked = useStore(stores.selection, ({ configuration }) => configuration);
  const request = { run: id, ...(asked === undefined ? {} : { configuration: asked }) };
  const answered = useAnswer('inspect.judgement', isOver ? request : undefined, since);
  const text = answered?.request.run === id && answered.reply.ok ? answered.reply.value : null;
  const judgement = useMemo(() => (text === null ? undefined : (JSON.parse(text) as KeptJudgement)), [text]);
  if (!isOver || isTrajectory(run) || answered?.request.run !== id) return null;
  return (
    <Judge
      {...{ run, judgement, isJudging, at }}
      problem={answered.reply.ok ? undefined : answered.reply.error.message}
      placeOf={(event) => eventLocation(places, event)}
      onSeek={(entry) => {
        seek(stores.selection, entry, stores.log.getState().rows.length);
      }}
      {...(asked === undefined || asked === verdict?.judge?.configuration
        ? {}
        : {
            onOwn: () => {
              showJudgement(stores.selection, undefined);
            },
          })}
      onJudge={() => void judgeRuns(stores, [id])}
    />
  );
}
