import { lazy, Suspense, useEffect, useState, type JSX } from 'react';
import { useStore } from 'zustand';
import { FileCode2 } from 'lucide-react';
import type { SourceFile } from '../../preload/contract.ts';
import { Empty } from '../elements/empty.tsx';
import { ask } from '../state/ask.ts';
import { useBench } from '../state/use-bench.ts';

const MonacoDiff = lazy(() => import('./monaco-diff.tsx'));

/** How the scenario's text differs between the runs. */
export function SourceDiff(): JSX.Element | null {
  const { lab, comparison } = useBench();
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
  if (a.length === 0 || b.length === 0)
    return (
      <Empty icon={FileCode2} title="A trace carries no source">
        It tells what happened, not what was written. Compare the entries and the apps’ states instead.
      </Empty>
    );
  const differing =
    a.find(({ path, text }) => b.find((other) => other.path === path)?.text !== text) ?? a[0]!;
  const other = b.find(({ path }) => path === differing.path)?.text ?? '';
  if (other === differing.text)
    return <p className="details-note">Both runs were made of the same source, {differing.path}.</p>;
  return (
    <Suspense>
      <MonacoDiff original={differing.text} modified={other} />
    </Suspense>
  );
}
