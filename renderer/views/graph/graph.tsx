import { Maximize2, Waypoints } from 'lucide-react';
import { type JSX, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { EVENT_MARKS, type Hint, type PlanOutline } from '../../../engine/model/index.ts';
import type { CallProblem, LogRow } from '../../../preload/contract.ts';
import type { PlacesState, PlanState } from '../../stores/plan.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { Segments } from '../../ui/segments.tsx';
import { graphOf, kinOf, statusOf, worstOf } from './fold.ts';
import { Arrows, Box } from './nodes.tsx';
import { type PlacedNode, useLayout } from './use-layout.ts';
import { useView } from './use-view.ts';
import styles from './graph.module.css';

/** The plan to show: that of the shown run, or that of its scenario as edited. */
const SUBJECTS = { run: 'This run', code: 'Current code' } as const;

interface GraphViewProps {
  /** The shown run with its plan. */
  readonly run: RunPlan | undefined;
  /** The plan of the run's scenario, or of the open one, as edited. */
  readonly code: PlacesState;
  readonly selection: Selection;
  /** Shown when the run has no plan. */
  readonly noPlan: ReactNode;
  /** Explains why the picked event has not fired. */
  readonly why: ReactNode;
}

/** The plan of a run, with the status of its events at the playhead. */
interface RunPlan extends Pick<PlanState, 'plan' | 'statuses'> {
  readonly id: string;
  readonly hints: readonly Hint[];
  readonly problem: CallProblem | undefined;
}

interface Selection {
  /** The picked event, or the event of the entry at the playhead. */
  readonly event: string | undefined;
  readonly rows: readonly LogRow[];
  /** Picks an event, and moves the playhead to its entry if it has one. */
  readonly onPick: (event: string, entry: number | undefined) => void;
}

/** A graph of a scenario's events and their dependencies, with their status at the playhead if there is a run. */
export function GraphView({ run, code, selection, noPlan, why }: GraphViewProps): JSX.Element {
  const [chosen, choose] = useState<keyof typeof SUBJECTS>('run');
  const subject = run === undefined ? 'code' : code.plan === undefined ? 'run' : chosen;
  return (
    <div className={styles.whole}>
      {run === undefined || code.plan === undefined ? null : (
        <div className={styles.subject}>
          <Segments label="Graph of the scenario" choices={SUBJECTS} chosen={subject} onChoose={choose} />
        </div>
      )}
      {run !== undefined && subject === 'run' ? (
        <RunGraph {...{ run, selection, noPlan, why }} />
      ) : (
        <CodeGraph {...{ code, selection, why }} />
      )}
    </div>
  );
}

interface RunGraphProps extends Omit<GraphViewProps, 'code'> {
  readonly run: RunPlan;
}

function RunGraph({ run, selection, noPlan, why }: RunGraphProps): JSX.Element {
  const { id, plan, hints, statuses, problem } = run;
  if (problem !== undefined) return <Message text={problem.message} />;
  if (plan === null) return <>{noPlan}</>;
  if (plan === undefined) return <Empty title="Reading the events" busy />;
  if (plan.events.length === 0) return <Empty icon={Waypoints} title="The scenario has no events" />;
  return <Drawing key={id} {...{ plan, hints, statuses, selection, why }} />;
}

const NO_HINTS: readonly Hint[] = [];

/** The graph of the scenario as edited. */
function CodeGraph({
  code,
  selection,
  why,
}: Pick<GraphViewProps, 'code' | 'selection' | 'why'>): JSX.Element {
  const { path, plan, problem } = code;
  if (path === undefined)
    return (
      <Empty icon={Waypoints} title="No scenario is open">
        Open one to see its events and their dependencies.
      </Empty>
    );
  if (problem !== undefined)
    return (
      <Empty icon={Waypoints} title="The scenario has errors">
        {problem.problems[0]?.message ?? problem.message}
      </Empty>
    );
  if (plan === undefined) return <Empty title="Reading the scenario" busy />;
  if (plan.events.length === 0) return <Empty icon={Waypoints} title="The scenario has no events" />;
  const { hints = NO_HINTS } = plan;
  return <Drawing key={path} {...{ plan, hints, selection, why }} statuses={undefined} />;
}

interface DrawingProps extends Pick<GraphViewProps, 'selection' | 'why'> {
  readonly plan: PlanOutline;
  readonly hints: readonly Hint[];
  readonly statuses: PlanState['statuses'];
}

function Drawing({ plan: { events }, hints, statuses, selection, why }: DrawingProps): JSX.Element {
  const { event, rows, onPick } = selection;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const graph = useMemo(() => graphOf(events, unfolded), [events, unfolded]);
  const picture = useLayout(graph);
  const frame = useRef<HTMLDivElement>(null);
  const view = useView(frame);
  const { transform, size } = view;

  const boxOf = useMemo(
    () => new Map(graph.nodes.flatMap(({ id, events: all }) => all.map((one) => [one.id as string, id]))),
    [graph],
  );
  const nthOf = useMemo(() => new Map(events.map(({ id }, index) => [id, index])), [events]);
  const selected = boxOf.get(event ?? '');
  const kin = useMemo(() => (selected === undefined ? undefined : kinOf(graph, selected)), [graph, selected]);

  const fit = (): void => {
    if (picture !== undefined) view.fit(picture.width, picture.height);
  };
  const middleOf = ({ x, y, width, height }: PlacedNode): { x: number; y: number } => ({
    x: x + width / 2,
    y: y + height / 2,
  });
  const keepFitted = useEffectEvent(() => {
    if (!view.fitted || size.width === 0 || picture === undefined) return;
    const node = selected === undefined ? undefined : picture.nodes.get(selected);
    view.fitLegibly(picture.width, picture.height, node && middleOf(node));
  });
  useEffect(() => {
    keepFitted();
  }, [picture, size]);

  // Also renders one screenful around the visible part, so that the focus can move there.
  const [left, top] = transform.invert([-size.width, -size.height]);
  const [right, bottom] = transform.invert([2 * size.width, 2 * size.height]);
  const inSight = [...(picture?.nodes.values() ?? [])].filter(
    ({ x, y, width, height }) => x + width > left && x < right && y + height > top && y < bottom,
  );
  return (
    <div className={styles.graph}>
      <div ref={frame} className={styles.frame} role="group" aria-label="Event graph">
        <div
          className={styles.world}
          style={{
            transform: `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`,
          }}
        >
          {picture === undefined ? null : (
            <Arrows picture={picture} kin={kin} sight={{ left, right, top, bottom }} />
          )}
          {inSight.map((node) => (
            <Box
              key={node.id}
              node={node}
              hints={hints.filter((hint) => hint.event === node.events[0]!.id).map(({ text }) => text)}
              status={
                statuses === undefined
                  ? 'waiting'
                  : worstOf(node.events.map(({ id }) => statusOf(statuses, nthOf.get(id)!, rows)))
              }
              selected={node.id === selected}
              faded={kin !== undefined && !kin.has(node.id)}
              onPick={() => {
                const nth = nthOf.get(node.events[0]!.id)!;
                const fired = statuses !== undefined && EVENT_MARKS[statuses.marks[nth]!] === 'fired';
                onPick(node.id, fired ? statuses.entries[nth] : undefined);
              }}
              onFocus={() => {
                view.show(middleOf(node));
              }}
              onUnfold={() => {
                setUnfolded(new Set([...unfolded, node.id]));
              }}
            />
          ))}
        </div>
        <div className={styles.tools}>
          <Button bare icon={Maximize2} label="Show the whole graph" onClick={fit} />
        </div>
      </div>
      {why}
    </div>
  );
}
