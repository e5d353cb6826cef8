import { compareRunWithOracle, type Store } from '../../engine/index.ts';
import { formatLocation, type Json, type OracleMatch, type RunSummary } from '../../engine/model/index.ts';

const LONGEST = 200; // characters of a value

/** How the agent of `run` did beside the oracle; nothing where the oracle itself acted, or there is none. */
export function oracleLines(run: RunSummary, store: Store): readonly string[] {
  const matches = run.mode === 'oracle' ? [] : compareRunWithOracle(store, run);
  const wanted = matches.filter(({ status }) => status !== 'extra');
  if (wanted.length === 0) return [];
  const good = wanted.filter(isGood).length;
  return [
    `oracle: ${good} of ${wanted.length} calls as the oracle makes them`,
    ...matches.filter((match) => !isGood(match)).map(lineOf),
  ];
}

const isGood = ({ status }: OracleMatch): boolean => status === 'matched' || status === 'reworded';

function lineOf({ status, action, entry, place, differences, offset }: OracleMatch): string {
  const where =
    entry !== undefined ? ` (#${entry})` : place !== undefined ? ` (${formatLocation(place)})` : '';
  const wrong = differences.map(
    ({ path, a, b }) => `; ${path.join('.')}: found ${inWords(b)}, wanted ${inWords(a)}`,
  );
  const seconds = Math.abs(offset ?? 0) / 1_000_000;
  const when = status === 'late' || status === 'early' ? ` by ${seconds} s` : '';
  return `  ${status.replace('-', ' ')}${when} ${action.app}.${action.tool}${where}${wrong.join('')}`;
}

function inWords(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
