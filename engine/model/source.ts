import type { RunSummary } from './run.ts';

/** What a run comes from: a scenario, which is code, or a trace, which is data. */
type SourceKind = 'scenario' | 'trace';

/** The kind of a file that can be run, by how its name ends. */
export const kindOfFile = (path: string): SourceKind => (path.endsWith('.json') ? 'trace' : 'scenario');

/** The kind of what `run` comes from. What was imported is data, whatever its file is called. */
export const sourceKind = ({ mode, source }: Pick<RunSummary, 'mode' | 'source'>): SourceKind =>
  mode === 'trace' ? 'trace' : kindOfFile(source);
