import { type JSX, useMemo, useState } from 'react';
import {
  compareSweeps,
  countJobs,
  gridFactors,
  jobLines,
  jobsInCell,
  reasons,
  sweepGrid,
  sweepStatistics,
} from '../../engine/analysis/index.ts';
import type { GridFactor, PickedCell, RateBasis } from '../../engine/model/index.ts';
import type { SweepReport } from '../../preload/contract.ts';
import { Button } from '../ui/button.tsx';
import { RateBasisSelect } from '../ui/rate-basis.tsx';
import { Select } from '../ui/select.tsx';
import { FACTORS, SweepGridView, valueText } from '../views/sweeps/sweep-grid.tsx';
import { Changes, Counts, JobList } from '../views/sweeps/sweep-lists.tsx';
import { SweepStatisticsView } from '../views/sweeps/sweep-statistics.tsx';
import styles from './report.module.css';

/** The report of a sweep: its grid with the jobs of a cell, its statistics, and its comparison with an earlier one. */
export function SweepReportPage({ sweep, before, program }: SweepReport): JSX.Element {
  const { name, planned, results } = sweep;
  const most = useMemo(() => gridFactors(results), [results]);
  const [axes, setAxes] = useState<{ readonly rows: GridFactor; readonly columns: GridFactor }>(most);
  const [cell, setCell] = useState<PickedCell>({});
  const [basis, setBasis] = useState<RateBasis>('all');
  const counts = useMemo(() => countJobs(results), [results]);
  const grid = useMemo(() => sweepGrid(results, axes.rows, axes.columns), [results, axes]);
  const compared = useMemo(
    () => before && compareSweeps(before.results, results, axes.rows, axes.columns, basis),
    [before, results, axes, basis],
  );
  const statistics = useMemo(() => sweepStatistics(results, basis), [results, basis]);
  const jobs = useMemo(() => jobsInCell(results, { ...axes, ...cell }), [results, axes, cell]);
  const ofOneScenario = most.factors.task > 1 && most.factors.task === most.factors.variant;
  const title = (['row', 'column'] as const)
    .flatMap((side) => {
      const value = cell[side];
      return value === undefined
        ? []
        : [valueText(side === 'row' ? axes.rows : axes.columns, value, ofOneScenario)];
    })
    .join(' · ');
  const axisOf = (side: 'rows' | 'columns', label: string): JSX.Element => (
    <Select
      quiet
      prefix
      label={label}
      value={axes[side]}
      options={(Object.keys(FACTORS) as GridFactor[])
        .filter(
          (factor) =>
            factor === axes[side] ||
            (factor !== axes[side === 'rows' ? 'columns' : 'rows'] && most.factors[factor] > 1),
        )
        .map((value) => ({ value, label: FACTORS[value] }))}
      onChoose={(factor) => {
        setAxes({ ...axes, [side]: factor });
        setCell({});
      }}
    />
  );
  const facts = [
    ['Planned', new Date(planned).toISOString().slice(0, 16).replace('T', ' ') + ' UTC'],
    ['Compared with', before?.name],
    ['Written by', `Orrery ${program}`],
  ] as const;
  return (
    <>
      <header className={styles.runHead}>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <dl className={styles.runFacts}>
          {facts.map(([fact, value]) =>
            value === undefined ? null : (
              <div key={fact}>
                <dt>{fact}</dt>
                <dd className="number">{value}</dd>
              </div>
            ),
          )}
        </dl>
        <Counts counts={counts} basis={basis} />
      </header>
      <main>
        <section className={styles.part} aria-label="Grid">
          <header className={styles.sweepHead}>
            <h2>Grid</h2>
            <RateBasisSelect basis={basis} onChoose={setBasis} />
            {axisOf('rows', 'Rows')}
            {axisOf('columns', 'Columns')}
            {(['csv', 'jsonl'] as const).map((format) => (
              <Button
                key={format}
                label={format === 'csv' ? 'Save jobs as CSV' : 'Save jobs as JSON lines'}
                onClick={() => {
                  const text = [...jobLines(results, format)].map((line) => `${line}\n`).join('');
                  download(`${name}.${format}`, text, 'text/plain');
                }}
              />
            ))}
          </header>
          <div className={styles.sweepParts}>
            <SweepGridView
              grid={compared?.grid ?? grid}
              {...{ ...axes, ofOneScenario, basis }}
              picked={cell}
              onPick={setCell}
            />
            <JobList
              title={title === '' ? undefined : title}
              // The statistics below have the reasons of the whole sweep.
              found={{ counts: countJobs(jobs), reasons: title === '' ? [] : reasons(jobs) }}
              basis={basis}
              jobs={jobs}
            />
          </div>
        </section>
        {compared === undefined ? null : (
          <section className={styles.part} aria-label="Comparison">
            <h2>Compared with {before!.name}</h2>
            <Changes compared={{ ...compared, changes: compared.changed.length }} basis={basis} />
          </section>
        )}
        <section className={styles.part} aria-label="Statistics">
          <h2>Statistics</h2>
          <SweepStatisticsView
            statistics={statistics}
            basis={basis}
            onSave={(chart, svg) => {
              download(`${name}.${chart}.svg`, svg, 'image/svg+xml');
            }}
          />
        </section>
      </main>
    </>
  );
}

/** Saves `text` as a file of the reader. */
function download(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
