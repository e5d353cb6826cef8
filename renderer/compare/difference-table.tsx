import type { JSX } from 'react';
import type { Difference, Json, Path } from '../../engine/model/index.ts';
import { useFirst } from '../apps/use-first.tsx';
import { DifferingText } from './differing-text.tsx';

interface DifferenceTableProps {
  readonly label: string;
  readonly differences: readonly (Difference & { readonly aspect?: string })[];
  /** How a value reads, where JSON is not how people say it. */
  readonly inWords?: (value: Json, difference: Difference & { readonly aspect?: string }) => string;
}

/** Places where two values differ, with what is there on both sides. */
export function DifferenceTable({ label, differences, inWords = asJson }: DifferenceTableProps): JSX.Element {
  const [first, more] = useFirst(differences);
  return (
    <>
      <table className="differences" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {first.map((difference, at) => (
            <tr key={at}>
              <th scope="row" className="mono">
                {placeOf(difference.aspect, difference.path)}
              </th>
              {(['a', 'b'] as const).map((side) => (
                <td key={side} className={`value-${side}`}>
                  <Value difference={difference} side={side} inWords={inWords} />
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

type Words = NonNullable<DifferenceTableProps['inWords']>;

interface ValueProps {
  readonly difference: Parameters<Words>[1];
  readonly side: 'a' | 'b';
  readonly inWords: Words;
}

function Value({ difference, side, inWords }: ValueProps): JSX.Element {
  const [value, other] = [difference[side], difference[side === 'a' ? 'b' : 'a']];
  if (value === undefined) return <span className="value-none">nothing</span>;
  return (
    <DifferingText
      text={inWords(value, difference)}
      other={other === undefined ? '' : inWords(other, difference)}
    />
  );
}

const asJson = (value: Json): string => (typeof value === 'string' ? `"${value}"` : JSON.stringify(value));

function placeOf(aspect: string | undefined, path: Path): string {
  const place = path.map(String).join(' › ');
  if (aspect === undefined) return place === '' ? 'all of it' : place;
  return place === '' ? aspect : `${aspect} ${place}`;
}
