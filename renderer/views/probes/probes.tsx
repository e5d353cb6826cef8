import { Activity } from 'lucide-react';
import { type JSX, useMemo } from 'react';
import { useStore } from 'zustand';
import { isJsonObject, type Json, type Path, type RunSummary } from '../../../engine/model/index.ts';
import { addProbe, selectedProbe, selectProbe } from '../../stores/probes.ts';
import { useAnswer, useStores, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeList } from './change-list.tsx';
import { placeOf, ProbeForm } from './probe-form.tsx';
import { ProbeRow } from './probe-row.tsx';
import styles from './probes.module.css';

/** What is looked at in vain before an example is given up. */
const MOST = 500;

/** An expression that fits an app's `state`: how long its first list is, that has anything in it if there is one. */
export function exampleOf(app: string, state: Json): string {
  const lists: { readonly path: Path; readonly length: number }[] = [];
  const waiting: { readonly value: Json; readonly path: Path }[] = [{ value: state, path: [] }];
  for (let seen = 0; seen < MOST && waiting.length > 0; seen++) {
    const { value, path } = waiting.shift()!;
    if (Array.isArray(value)) lists.push({ path, length: value.length });
    else if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) waiting.push({ value: inner, path: [...path, key] });
  }
  const list = lists.find(({ length }) => length > 0) ?? lists[0];
  if (list !== undefined) return `${placeOf(app, list.path)}.length`;
  return `Object.keys(${placeOf(app, [])}).length`;
}

/** What probes are for, with one that fits the run to begin with. */
function NoProbes({ run }: { readonly run: RunSummary | undefined }): JSX.Element {
  const stores = useStores();
  // The first app that is no chat: of what is said there is a log already.
  const app = run?.apps.find(({ class: name }) => name !== 'AgentUserInterface') ?? run?.apps[0];
  // As it begins: that stays the same while the run goes on.
  const answered = useAnswer('state.read', run && app && { run: run.id, app: app.name, at: -1 });
  const example = useMemo(
    () =>
      answered?.reply.ok === true
        ? exampleOf(answered.request.app, JSON.parse(answered.reply.value) as Json)
        : undefined,
    [answered],
  );
  return (
    <div className={styles.none}>
      <p>
        None yet. A probe is an expression on the apps’ states that is followed over the whole run: a lane of
        the timeline, and its value at the playhead.
      </p>
      {example === undefined || run === undefined ? null : (
        <p>
          <Button
            icon={Activity}
            label="Add"
            onClick={() => void addProbe(stores, { name: '', expression: example })}
          />
          <code className="mono">{example}</code>
        </p>
      )}
    </div>
  );
}

/** Expressions that are watched over the whole run: what they come to now, and where that changes. */
export function Probes(): JSX.Element {
  const { probes } = useStores();
  const run = useShownRun();
  const list = useStore(probes, (state) => state.list);
  const series = useStore(probes, (state) => state.series);
  const picked = useStore(probes, selectedProbe);
  const followed = picked && series.get(picked.expression);
  return (
    <div className={styles.probes}>
      <ProbeForm />
      {list.length === 0 ? (
        <NoProbes run={run} />
      ) : (
        <div className={styles.body}>
          <ul aria-label="Probes">
            {list.map((probe) => (
              <ProbeRow
                key={probe.expression}
                probe={probe}
                run={run}
                series={series.get(probe.expression)}
                picked={probe === picked}
                onPick={() => {
                  selectProbe(probes, probe);
                }}
              />
            ))}
          </ul>
          {followed === undefined || run === undefined ? null : (
            <ChangeList probe={picked!} series={followed} />
          )}
        </div>
      )}
    </div>
  );
}
