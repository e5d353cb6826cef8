import { type JSX, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { Diff, ScanSearch } from 'lucide-react';
import { isTrajectory, type RunId } from '../../../engine/model/index.ts';
import type { CallProblem } from '../../../preload/contract.ts';
import { revealSource } from '../../stores/documents.ts';
import { selectValue, type ShownEntry } from '../../stores/inspection.ts';
import { beginNote } from '../../stores/notes.ts';
import { eventLocation, useHints } from '../../stores/plan.ts';
import { positionNow } from '../../stores/selection.ts';
import {
  useAnswer,
  useCommand,
  usePosition,
  useRows,
  useShownRun,
  useStores,
} from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Branch, BranchRefusal, RunHere } from '../branch/branch-container.tsx';
import { EntryNotes } from '../notes/notes-container.tsx';
import { EntryDetails } from './entry-details.tsx';
import { Since } from './since.tsx';
import { WhoChanged } from './who-changed.tsx';
import panelStyles from '../../ui/panel.module.css';
import styles from './inspector.module.css';

export { Arguments, Result } from './call.tsx';

/** The entry at the playhead in full, with further questions about the run. */
export function Inspector(): JSX.Element {
  const stores = useStores();
  const run = useShownRun();
  const { at, shown, problem } = useStore(stores.inspection);
  const [pinned, pin] = useState<{ readonly run: RunId; readonly at: number }>();
  const pinThis = (): void => {
    if (run !== undefined) pin({ run: run.id, at: positionNow(stores) });
  };
  useCommand('playhead.hold', pinThis, run !== undefined);
  const questions = (
    <>
      {run !== undefined && (at < 0 || isTrajectory(run)) ? <BranchRefusal run={run} /> : null}
      <PickedValue />
      {pinned === undefined || pinned.run !== run?.id ? null : (
        <SincePinned
          {...pinned}
          onClose={() => {
            pin(undefined);
          }}
        />
      )}
    </>
  );
  return (
    <InspectorView entries={run?.entries} {...{ at, problem, questions }} onPin={pinThis}>
      {shown === undefined || shown.run !== run?.id ? null : <Entry key={shown.run} {...shown} />}
    </InspectorView>
  );
}

function Entry({ entry, before }: ShownEntry): JSX.Element {
  const stores = useStores();
  const run = useShownRun();
  // Does not subscribe to new rows: causes come before their entry.
  const rows = useStore(stores.log, (log) => log.rows);
  const place = eventLocation(
    useStore(stores.places, ({ places }) => places),
    entry.event,
  );
  useCommand(
    'playhead.source',
    () => {
      if (place !== undefined) void revealSource(stores, place);
    },
    place !== undefined,
  );
  return (
    <EntryDetails
      {...{ entry, before, place }}
      isOfPlan={!isTrajectory(run)}
      rows={rows}
      hints={useHints(entry.event)}
      onNote={({ app, path }) => {
        beginNote(stores, { range: { from: entry.index, to: entry.index }, value: { app, path } });
      }}
    >
      <EntryNotes at={entry.index} />
      <div className={styles.acts}>
        <RunHere />
        {isTrajectory(run) ? null : <Branch entry={entry} />}
      </div>
    </EntryDetails>
  );
}

/** Lists the changes of the picked value; empty when none is picked. */
function PickedValue(): JSX.Element | null {
  const { valueHistory, commands } = useStores();
  const { selected, history, problem } = useStore(valueHistory);
  const rows = useRows();
  if (selected === undefined) return null;
  return (
    <WhoChanged
      {...{ selected, history, problem, rows }}
      onProbe={() => {
        commands.run('probe.value');
      }}
      onClear={() => {
        selectValue(valueHistory, undefined);
      }}
    />
  );
}

interface SincePinnedProps {
  readonly run: RunId;
  /** The pinned entry; −1 is before the first. */
  readonly at: number;
  readonly onClose: () => void;
}

/** What changed in the apps between the pinned entry and the playhead, in either order. */
function SincePinned({ run, at, onClose }: SincePinnedProps): JSX.Element {
  const position = usePosition();
  const [from, to] = position < at ? [position, at] : [at, position];
  const answered = useAnswer('comparison.states', { a: { run, at: from }, b: { run, at: to } });
  return <Since {...{ from, to, onClose }} states={answered?.reply} />;
}

interface InspectorViewProps {
  /** Number of entries of the shown run; `undefined` when none is shown. */
  readonly entries: number | undefined;
  /** The entry at the playhead; −1 is before the first. */
  readonly at: number;
  readonly problem: CallProblem | undefined;
  /** Pins the entry at the playhead, to compare others with it. */
  readonly onPin: () => void;
  /** Further questions about the run, such as who changed a value. */
  readonly questions: ReactNode;
  /** Details of the entry. */
  readonly children: ReactNode;
}

/** The inspector panel. */
function InspectorView(props: InspectorViewProps): JSX.Element {
  const { entries, at, problem, onPin, questions, children } = props;
  const head = (
    <>
      <span className={panelStyles.title}>Inspector</span>
      <Button
        icon={Diff}
        label="Show changes from here"
        bare
        disabled={entries === undefined}
        onClick={onPin}
      />
    </>
  );
  return (
    <Panel label="Inspector" head={head}>
      {questions}
      {entries === undefined ? (
        <Empty icon={ScanSearch} title="No run open">
          Open a scenario and press F5. The entry at the playhead appears here.
        </Empty>
      ) : problem !== undefined ? (
        <Message text={problem.message} />
      ) : at < 0 ? (
        <Empty icon={ScanSearch} title="Before the first entry">
          {entries === 0 ? null : 'Press → for the first entry.'}
        </Empty>
      ) : (
        children
      )}
    </Panel>
  );
}
