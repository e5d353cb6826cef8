import { FileCode2 } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import type { SourceFile } from '../../../preload/contract.ts';
import { Empty } from '../../ui/messages.tsx';
import styles from './compare.module.css';

/**
 * The files to show side by side: both scenarios if they differ, else the first differing import. A file of only one run is
 * compared with an empty text.
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
  /** The source files of each run. */
  readonly a: readonly SourceFile[];
  readonly b: readonly SourceFile[];
  /** Paths of both scenarios. */
  readonly scenarios: readonly [string, string];
  /** Renders two texts side by side. */
  readonly diff: (original: string, modified: string) => ReactNode;
}

/** The differences of the scenario's text between the runs. */
export function SourceDiff({ a, b, scenarios, diff }: SourceDiffProps): JSX.Element {
  if (a.length === 0 || b.length === 0)
    return (
      <Empty icon={FileCode2} title="A trace has no source">
        A trace records events, not code. Compare the entries and the apps’ states instead.
      </Empty>
    );
  const [one, other] = differingFiles(a, b, scenarios);
  if (one.text === other.text)
    return <p className={styles.detailsNote}>Both runs have the same source, {one.path}.</p>;
  return <>{diff(one.text, other.text)}</>;
}
