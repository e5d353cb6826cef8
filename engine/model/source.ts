import type { RunSummary } from './run.ts';

/** The kind of a run's source: a scenario, which is code, or a trace, which is data. */
type SourceKind = 'scenario' | 'trace';

/** The kind of a runnable file, by its file name extension. */
export const kindOfFile = (path: string): SourceKind => (path.endsWith('.json') ? 'trace' : 'scenario');

/** The kind of a run's source. Imported runs are traces, whatever the name of their file. */
export const sourceKind = ({ mode, source }: Pick<RunSummary, 'mode' | 'source'>): SourceKind =>
  mode === 'trace' ? 'trace' : kindOfFile(source);
