import { FileCode2 } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import type { SourceFile } from '../../../preload/contract.ts';
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

interface SourceDiffProps {
  /** The files that either run was made of. */
  readonly a: readonly SourceFile[];
  readonly b: readonly SourceFile[];
  /** The paths of both scenarios. */
  readonly scenarios: readonly [string, string];
  /** Shows two texts beside one another. */
  readonly diff: (original: string, modified: string) => ReactNode;
}

/** How the scenario's text differs between the runs. */
export function SourceDiff({ a, b, scenarios, diff }: SourceDiffProps): JSX.Element {
  if (a.length === 0 || b.length === 0)
    return (
      <Empty icon={FileCode2} title="A trace carries no source">
        It tells what happened, not what was written. Compare the entries and the apps’ states instead.
      </Empty>
    );
  const [one, other] = differingFiles(a, b, scenarios);
  if (one.text === other.text)
    return <p className={styles.detailsNote}>Both runs were made of the same source, {one.path}.</p>;
  return <>{diff(one.text, other.text)}</>;
}
