import type { JSX } from 'react';
import type { Probe } from '../../preload/contract.ts';
import { formatNumber, probeName } from '../format/probe.ts';
import { extentOf } from '../probes/columns.ts';
import { NO_SERIES, type ProbeSeries } from '../state/probes.ts';
import { PROBE_HEIGHT, type ProbeLane } from './lay-out-probes.ts';

/** A lane for each probe. */
export const probeLanes = (
  list: readonly Probe[],
  series: ReadonlyMap<string, ProbeSeries>,
): readonly ProbeLane[] =>
  list.map((probe) => ({
    name: probeName(probe),
    named: probe.name !== '',
    series: series.get(probe.expression) ?? NO_SERIES,
  }));

/** What stands before the lanes of probes: their names, and of numbers the least and the most. */
export function ProbeNames({ probes }: { readonly probes: readonly ProbeLane[] }): JSX.Element {
  return (
    <>
      {probes.map(({ name, named, series }, nth) => {
        const extent = extentOf(series);
        return (
          <div key={nth} className="probe-lane-name" style={{ height: PROBE_HEIGHT }} title={name}>
            <span className={named ? '' : 'unnamed'}>
              <bdi>{name}</bdi>
            </span>
            {extent === undefined ? null : (
              <small className="number">{extent.map(formatNumber).join(' to ')}</small>
            )}
          </div>
        );
      })}
    </>
  );
}
