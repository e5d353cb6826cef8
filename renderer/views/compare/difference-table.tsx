import type { JSX } from 'react';
import {
  type AppName,
  type ComparedRow,
  type Comparison,
  type Difference,
  instant,
  type Json,
  legible,
  type Path,
  printPath,
  type SimTime,
} from '../../../engine/model/index.ts';
import { formatOffset } from '../../ui/format/clock.ts';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import { DifferingText } from '../../ui/differing-text.tsx';
import { useShowMore } from '../../ui/text.tsx';
import { type EntryPair, entryText } from './visible-rows.ts';
import styles from './compare.module.css';

interface DifferenceTableProps {
  readonly label: string;
  readonly differences: readonly (Difference & { readonly aspect?: string })[];
  /** Formats a value, if not as JSON. */
  readonly textOf?: (value: Json, difference: Difference & { readonly aspect?: string }) => string;
}

/** A table of the paths where two values differ, with both values. */
function DifferenceTable({ label, differences, textOf = asJson }: DifferenceTableProps): JSX.Element {
  const [first, more] = useShowMore(differences);
  return (
    <>
      <table className={styles.differences} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Path</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {first.map((difference, index) => (
            <tr key={index}>
              <th scope="row" className="mono">
                {aspectText(difference.aspect, difference.path)}
              </th>
              {(['a', 'b'] as const).map((side) => (
                <td key={side} className={styles[`value-${side}`]}>
                  <Value difference={difference} side={side} textOf={textOf} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}

type TextOf = NonNullable<DifferenceTableProps['textOf']>;

interface ValueProps {
  readonly difference: Parameters<TextOf>[1];
  readonly side: 'a' | 'b';
  readonly textOf: TextOf;
}

function Value({ difference, side, textOf }: ValueProps): JSX.Element {
  const [value, other] = [difference[side], difference[side === 'a' ? 'b' : 'a']];
  if (value === undefined) return <span className={styles['value-none']}>nothing</span>;
  return (
    <DifferingText
      text={textOf(value, difference)}
      other={other === undefined ? '' : textOf(other, difference)}
    />
  );
}

/** With spaces, where a long value can break. */
const asJson = (value: Json): string =>
  legible(
    typeof value === 'string' ? `"${value}"` : JSON.stringify(value, undefined, 1).replaceAll(/\n */g, ' '),
  );

function aspectText(aspect: string | undefined, path: Path): string {
  const place = printPath(path);
  if (aspect === undefined) return place === '' ? 'whole value' : place;
  return place === '' ? aspect : `${aspect} ${place}`;
}

type RowProps = Pick<ComparedRow, 'kind' | 'differences'>;

const NOTES: Readonly<Partial<Record<RowProps['kind'], string>>> = {
  equal: 'These entries are equal.',
  'only-a': 'Only A has this entry.',
  'only-b': 'Only B has this entry.',
};

/** The differences of two matching entries: arguments, result, time. */
export function RowDifferences({ kind, differences }: RowProps): JSX.Element {
  const note = NOTES[kind];
  if (note !== undefined) return <p className={styles.detailsNote}>{note}</p>;
  return (
    <>
      {kind === 'moved' ? (
        <p className={styles.detailsNote}>This entry has a different position in the other run.</p>
      ) : null}
      {differences.length === 0 ? null : (
        <DifferenceTable label="Differences of the entry" differences={differences} textOf={differenceText} />
      )}
    </>
  );
}

const START: SimTime = instant(0);

/** Times are relative to the start of each run. */
const differenceText = (value: Json, { aspect }: Difference & { readonly aspect?: string }): string =>
  aspect === 'time' ? formatOffset(START, value as SimTime) : asJson(value);

/** An app that both runs have. */
export interface ComparedApp {
  readonly app: AppName;
  readonly differences: readonly Difference[];
  /** Its whole state in each run, if that is shown too. */
  readonly states?: { readonly a: Json; readonly b: Json };
}

interface StateDifferencesProps {
  readonly apps: readonly ComparedApp[];
  /** The current entry of each run. */
  readonly entries: EntryPair;
}

/** The differences of the apps' states after an entry of each run. */
export function StateDifferences({ apps, entries }: StateDifferencesProps): JSX.Element {
  const differ = apps.some(({ differences }) => differences.length > 0);
  return (
    <>
      <p className={styles.detailsNote}>
        {differ ? 'The apps differ ' : 'The apps are in the same state '}
        {`after ${entryText(entries.a)} of A and ${entryText(entries.b)} of B.`}
      </p>
      {apps.map(({ app, differences, states }) =>
        differences.length === 0 && states === undefined ? null : (
          <section key={app} className={styles.comparedApp}>
            <h3>
              <bdi>{app}</bdi>
            </h3>
            {differences.length === 0 ? null : (
              <DifferenceTable label={`State of ${app}`} differences={differences} />
            )}
            {states === undefined ? null : (
              <details>
                <summary>{differences.length === 0 ? 'Same state in both' : 'Full states'}</summary>
                <div className={styles.entrySides}>
                  <JsonTree value={states.a} label={`State of ${app} in A`} />
                  <JsonTree value={states.b} label={`State of ${app} in B`} />
                </div>
              </details>
            )}
          </section>
        ),
      )}
    </>
  );
}

/** The apps whose initial states differ. */
export function FirstStates({ apps }: { readonly apps: Comparison['initialStates'] }): JSX.Element {
  return (
    <>
      {apps.map(({ app, differences }) => (
        <section key={app} className={styles.comparedApp}>
          <h3>{app} starts in a different state</h3>
          <DifferenceTable label={`Initial state of ${app}`} differences={differences} />
        </section>
      ))}
    </>
  );
}
