import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import type { AttemptsReport, Report, SweepReport } from '../../preload/contract.ts';
import { AttemptsReportPage } from './attempts-report.tsx';
import { ComparisonReport } from './comparison-report.tsx';
import { TooltipHost } from '../ui/overlays/tooltip.tsx';
import './page.css';
import { RunReport } from './run-report.tsx';
import { SweepReportPage } from './sweep-report.tsx';

type AnyReport = Report | AttemptsReport | SweepReport;

/** Reads the report embedded in the page: gzipped JSON in base64, written by the same version of the program. */
async function readReport(base64: string): Promise<AnyReport> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(text).json()) as AnyReport;
}

const root = createRoot(document.getElementById('root')!);

readReport(document.getElementById('report-data')!.textContent).then(
  (report) => {
    root.render(
      <>
        {pageOf(report)}
        <TooltipHost />
      </>,
    );
  },
  (thrown: unknown) => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    root.render(<p role="alert">This report is damaged and cannot be shown: {reason}</p>);
  },
);

const pageOf = (report: AnyReport): JSX.Element =>
  'sweep' in report ? (
    <SweepReportPage {...report} />
  ) : 'attempts' in report ? (
    <AttemptsReportPage {...report} />
  ) : 'comparison' in report ? (
    <ComparisonReport {...report} />
  ) : (
    <RunReport run={report.runs[0]} program={report.program} />
  );
