import { Diff, ScanSearch } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import type { CallProblem } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import panelStyles from '../../ui/panel.module.css';

interface InspectorViewProps {
  /** Number of entries of the shown run; `undefined` when none is shown. */
  readonly entries: number | undefined;
  /** The entry at the playhead; −1 is before the first. */
  readonly at: number;
  readonly problem: CallProblem | undefined;
  /** Pins the entry at the playhead, to compare others with it. */
  readonly onHold: () => void;
  /** Further questions about the run, such as who changed a value. */
  readonly questions: ReactNode;
  /** Details of the entry. */
  readonly children: ReactNode;
}

/** The inspector panel. */
export function InspectorView(props: InspectorViewProps): JSX.Element {
  const { entries, at, problem, onHold, questions, children } = props;
  const head = (
    <>
      <span className={panelStyles.title}>Inspector</span>
      <Button
        icon={Diff}
        label="Show changes from here"
        bare
        disabled={entries === undefined}
        onClick={onHold}
      />
    </>
  );
  return (
    <Panel label="Inspector" head={head}>
      {questions}
      {entries === undefined ? (
        <Empty icon={ScanSearch} title="No run open">
          Press F5 to run a scenario. The entry at the playhead appears here.
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
