import { FileCode2 } from 'lucide-react';
import { type JSX, lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { RunId } from '../../../engine/model/index.ts';
import type { SourceFile } from '../../../preload/contract.ts';
import { ask } from '../../stores/sync.ts';
import { useStores } from '../../stores/use-stores.ts';
import { runOf } from '../../stores/workspace.ts';
import { Empty } from '../../ui/messages.tsx';
import styles from './compare.module.css';

/**
 * The files to show beside one another: those of both scenarios where they differ, else the first of what these import that
 * does. What only one run has stands beside nothing.
 *
 * @param scenarios their paths
 */
export function differingFiles(
  a: readonly SourceFile[],
  b: readonly SourceFile[],
  scenarios: readonly [string, string],
): readonly [SourceFile, SourceFile] {
  const fileAt = (files: readonly SourceFile[], path: string): SourceFile =>
    files.find((file) => file.path === path) ?? { path, text: '' };
  const pairs = [
    scenarios,
    ...[...a, ...b]
      .filter(({ path }) => !scenarios.includes(path))
      .map(({ path }): readonly [string, string] => [path, path]),
  ].map(([one, other]): readonly [SourceFile, SourceFile] => [fileAt(a, one), fileAt(b, other)]);
  return pairs.find(([one, other]) => one.text !== other.text) ?? pairs[0]!;
}

const MonacoDiff = lazy(() => import('../editor/monaco-diff.tsx'));

/** How the scenario's text differs between the runs. */
export function SourceDiff(): JSX.Element | null {
  const { bridge, comparison, workspace } = useStores();
  const pair = useStore(comparison, (state) => state.pair);
  const [sources, setSources] = useState<readonly [readonly SourceFile[], readonly SourceFile[]]>();
  useEffect(() => {
    if (pair === undefined) return;
    const read = async (run: string): Promise<readonly SourceFile[]> => {
      const reply = await ask(bridge, 'run.source', { run });
      return reply.ok ? reply.value : [];
    };
    void Promise.all([read(pair.a), read(pair.b)]).then(setSources);
  }, [bridge, pair]);

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
    return <p className={styles.detailsNote}>Both runs were made of the same source, {one.path}.</p>;
  return (
    <Suspense>
      <MonacoDiff original={one.text} modified={other.text} />
    </Suspense>
  );
}
