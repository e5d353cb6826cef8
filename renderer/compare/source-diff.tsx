import { lazy, Suspense, useEffect, useState, type JSX } from 'react';
import { useStore } from 'zustand';
import { FileCode2 } from 'lucide-react';
import type { RunId } from '../../engine/model/index.ts';
import type { SourceFile } from '../../preload/contract.ts';
import { Empty } from '../elements/empty.tsx';
import { ask } from '../state/ask.ts';
import { useBench } from '../state/use-bench.ts';
import { runOf } from '../state/workspace-store.ts';
import { differingFiles } from './differing-files.ts';

const MonacoDiff = lazy(() => import('./monaco-diff.tsx'));

/** How the scenario's text differs between the runs. */
export function SourceDiff(): JSX.Element | null {
  const { lab, comparison, workspace } = useBench();
  const pair = useStore(comparison, (state) => state.pair);
  const [sources, setSources] = useState<readonly [readonly SourceFile[], readonly SourceFile[]]>();
  useEffect(() => {
    if (pair === undefined) return;
    const read = async (run: string): Promise<readonly SourceFile[]> => {
      const reply = await ask(lab, 'run.source', { run });
      return reply.ok ? reply.value : [];
    };
    void Promise.all([read(pair.a), read(pair.b)]).then(setSources);
  }, [lab, pair]);

  if (sources === undefined) return null;
  const [a, b] = sources;
  const nameOf = (run: RunId | undefined): string => runOf(workspace.getState(), run)?.source ?? '';
  if (a.length === 0 || b.length === 0)
    return (
      <Empty icon={FileCode2} title="A trace carries no source">
        It tells what happened, not what was written. Compare the entries and the apps’ states instead.
      </Empty>
    );
  const [one, other] = differingFiles(a, b, [nameOf(pair?.a), nameOf(pair?.b)]);
  if (one.text === other.text)
    return <p className="details-note">Both runs were made of the same source, {one.path}.</p>;
  return (
    <Suspense>
      <MonacoDiff original={one.text} modified={other.text} />
    </Suspense>
  );
}
