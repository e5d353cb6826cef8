import type { JSX } from 'react';
import clsx from 'clsx';
import type { FileDifference, Hunk } from '../../engine/model/index.ts';
import styles from './report.module.css';

/** How the scenarios of both runs differ, line by line. */
export function SourceDifferences({
  sources,
}: {
  readonly sources: readonly FileDifference[] | undefined;
}): JSX.Element | null {
  if (sources === undefined) return null;
  return (
    <section className={clsx(styles.part, styles.wide)} aria-label="Source">
      <h2>Source</h2>
      {sources.length === 0 ? <p className={styles.soft}>Both runs were made of the same files.</p> : null}
      {sources.map(({ path, hunks }) => (
        <table key={path} className={clsx(styles.sourceDifference, 'mono')} aria-label={`Source of ${path}`}>
          <caption>{path}</caption>
          {hunks.map((hunk) => (
            <tbody key={hunk.a}>
              {numbered(hunk).map(({ a, b, sign, text }, nth) => (
                <tr key={nth} className={SIGNS[sign]}>
                  <td className="number">{a}</td>
                  <td className="number">{b}</td>
                  <td className={styles.sign}>{sign}</td>
                  <td>
                    <bdi>{text}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      ))}
    </section>
  );
}

const SIGNS = { ' ': 'same', '-': styles.onlyA, '+': styles.onlyB } as const;

type Line = Hunk['lines'][number] & { readonly a: number | undefined; readonly b: number | undefined };

/** The lines of a stretch with their numbers on the sides that have them. */
function numbered({ a, b, lines }: Hunk): readonly Line[] {
  let [atA, atB] = [a, b];
  return lines.map((line) => ({
    ...line,
    a: line.sign === '+' ? undefined : atA++,
    b: line.sign === '-' ? undefined : atB++,
  }));
}
