import type { HandlersOf } from '../ipc.ts';
import { compareBeside } from '../comparison/compare-beside.ts';
import { fileNameOf } from '../file-name.ts';
import type { Subject } from '../reports/report-text.ts';
import { saveReport } from '../reports/save-report.ts';
import type { Office } from './office.ts';
import { summaryOf } from './summary-of.ts';

/** Pages that show runs to others. */
export function reportHandlers(office: Office): HandlersOf<'report'> {
  const { kept } = office;

  const subjectOf = async (runs: Subject['runs']): Promise<Subject> => {
    const [a, b] = runs;
    if (b === undefined) return { runs: [a] };
    return { runs: [a, b], comparison: await compareBeside({ file: kept.file, a, b }) };
  };

  return {
    'report.save': async ({ run, beside }) => {
      const a = summaryOf(kept, run);
      const runs = beside === undefined ? ([a] as const) : ([a, summaryOf(kept, beside)] as const);
      const id = runs.map((one) => one.id).join('-');
      const file = await office.pickTarget(fileNameOf({ scenario: a.scenario, id }, 'report'), 'report');
      if (file === undefined) return null;
      await saveReport(kept.store, await subjectOf(runs), file);
      return file;
    },
  };
}
