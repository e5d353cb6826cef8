import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import type { Report } from '../../preload/contract.ts';
import { ComparisonReport } from './comparison-report.tsx';
import { readReport } from './read-report.ts';
import { RunReport } from './run-report.tsx';
import './report.css';

const root = createRoot(document.getElementById('root')!);

readReport(document.getElementById('report-data')!.textContent).then(
  (report) => {
    root.render(pageOf(report));
  },
  (thrown: unknown) => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    root.render(<p role="alert">This report is damaged and cannot be shown: {reason}</p>);
  },
);

const pageOf = (report: Report): JSX.Element =>
  'comparison' in report ? (
    <ComparisonReport {...report} />
  ) : (
    <RunReport run={report.runs[0]} program={report.program} />
  );
