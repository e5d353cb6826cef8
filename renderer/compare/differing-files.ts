import type { SourceFile } from '../../preload/contract.ts';

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
