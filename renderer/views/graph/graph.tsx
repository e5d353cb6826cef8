import { Maximize2, Waypoints } from 'lucide-react';
import { type JSX, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Hint, PlanOutline } from '../../../engine/model/index.ts';
import type { PlacesState, PlanState } from '../../stores/plan.ts';
import { selectEvent } from '../../stores/selection.ts';
import { useStores, usePosition, useRows, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { Segments } from '../../ui/segments.tsx';
import { NoPlan, Why } from '../queue/index.ts';
import { graphOf, kinOf, statusOf, worstOf } from './fold.ts';
import { Arrows, Box } from './nodes.tsx';
import { BOX, type PlacedNode, useLayout } from './use-layout.ts';
import { useView } from './use-view.ts';
import styles from './graph.module.css';

/** What the graph is of: what the run on show was to do, or what its scenario, as saved, is to do. */
const SUBJECTS = { run: 'As run', saved: 'As saved' } as const;

/** A scenario's events and what waits for what: as they stand at the playhead, or before there is any run. */
export function GraphView(): JSX.Element {
  const run = useShownRun();
  const saved = useStore(useStores().places);
  const [chosen, choose] = useState<keyof typeof SUBJECTS>('run');
  const subject = run === undefined ? 'saved' : saved.plan === undefined ? 'run' : chosen;
  return (
    <div className={styles.whole}>
      {run === undefined || saved.plan === undefined ? null : (
        <div className={styles.subject}>
          <Segments label="Graph of the scenario" choices={SUBJECTS} chosen={subject} onChoose={choose} />
        </div>
      )}
      {subject === 'run' ? <RunGraph run={run!.id} /> : <SavedGraph saved={saved} />}
    </div>
  );
}

function RunGraph({ run }: { readonly run: string }): JSX.Element {
  const { run: of, plan, statuses, refusal } = useStore(useStores().plan);
  const remarks = useStore(useStores().hints);
  if (of !== run) return <Empty title="Reading the plan" busy />;
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (plan === null) return <NoPlan icon={Waypoints} />;
  if (plan === undefined) return <Empty title="Reading the plan" busy />;
  if (plan.events.length === 0) return <Empty icon={Waypoints} title="The scenario has no events" />;
  return (
    <Drawing
      key={run}
      plan={plan}
      hints={remarks.run === run ? remarks.hints : NO_HINTS}
      statuses={statuses}
    />
  );
}

const NO_STATUSES: PlanState['statuses'] = new Map();
const NO_HINTS: readonly Hint[] = [];

/** It is drawn anew whenever the scenario is saved. */
function SavedGraph({ saved: { path, plan, refusal } }: { readonly saved: PlacesState }): JSX.Element {
  if (path === undefined)
    return (
      <Empty icon={Waypoints} title="No scenario is open">
        Open one to see its events and what waits for what.
      </Empty>
    );
  if (refusal !== undefined)
    return (
      <Empty icon={Waypoints} title="The scenario cannot be drawn as it is saved">
        {refusal.problems[0]?.message ?? refusal.message}
      </Empty>
    );
  if (plan === undefined) return <Empty title="Reading the scenario" busy />;
  if (plan.events.length === 0) return <Empty icon={Waypoints} title="The scenario has no events" />;
  return <Drawing key={path} plan={plan} hints={plan.hints ?? NO_HINTS} statuses={NO_STATUSES} />;
}

interface DrawingProps {
  readonly plan: PlanOutline;
  readonly hints: readonly Hint[];
  readonly statuses: PlanState['statuses'];
}

function Drawing({ plan: { events }, hints, statuses }: DrawingProps): JSX.Element {
  const stores = useStores();
  const picked = useStore(stores.selection, ({ event }) => event);
  const rows = useRows();
  const here = rows[usePosition()]?.event;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const graph = useMemo(() => graphOf(events, unfolded), [events, unfolded]);
  const picture = useLayout(graph);
  const frame = useRef<HTMLDivElement>(null);
  const view = useView(frame);
  const { transform, size } = view;

  const boxOf = useMemo(
    () => new Map(graph.nodes.flatMap(({ id, events: all }) => all.map((event) => [event.id as string, id]))),
    [graph],
  );
  const selected = boxOf.get(picked ?? here ?? '');
  const kin = useMemo(() => (selected === undefined ? undefined : kinOf(graph, selected)), [graph, selected]);

  const fit = (): void => {
    if (picture !== undefined) view.fit(picture.width, picture.height);
  };
  const middleOf = ({ x, y }: PlacedNode): { x: number; y: number } => ({
    x: x + BOX.width / 2,
    y: y + BOX.height / 2,
  });
  const keepFitted = useEffectEvent(() => {
    if (!view.fitted || size.width === 0 || picture === undefined) return;
    const node = selected === undefined ? undefined : picture.nodes.get(selected);
    view.fitLegibly(picture.width, picture.height, node && middleOf(node));
  });
  useEffect(() => {
    keepFitted();
  }, [picture, size]);

  // A screenful around what is in sight is there too, so that the focus can go on to it.
  const [left, top] = transform.invert([-size.width, -size.height]);
  const [right, bottom] = transform.invert([2 * size.width, 2 * size.height]);
  const inSight = [...(picture?.nodes.values() ?? [])].filter(
    ({ x, y }) => x + BOX.width > left && x < right && y + BOX.height > top && y < bottom,
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
              hints={hints.filter(({ event }) => node.events[0]!.id === event).map(({ text }) => text)}
              status={worstOf(node.events.map(({ id }) => statusOf(statuses.get(id), rows)))}
              selected={node.id === selected}
              faded={kin !== undefined && !kin.has(node.id)}
              onPick={() => {
                const status = statuses.get(node.events[0]!.id);
                selectEvent(stores, node.id, status?.kind === 'fired' ? status.entry : undefined);
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
      <Why />
    </div>
  );
}
