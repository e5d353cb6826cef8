import type {
  AppName,
  Comparison,
  FileDifference,
  Json,
  LogEntry,
  Note,
  RunSummary,
} from '../engine/model/index.ts';
import type { LogRow } from './answers.ts';

/** A run as its report holds it. */
export interface ReportedRun {
  readonly summary: RunSummary;
  readonly notes: readonly Note[];
  /** Every app's state before the first entry; the entries' changes give all others. */
  readonly states: Readonly<Record<AppName, Json>>;
  readonly rows: readonly LogRow[];
  readonly entries: readonly LogEntry[];
}

/** What a report is about: a run, or how a second run differs from it. `program` is the version that wrote it. */
export type Report =
  | { readonly program: string; readonly runs: readonly [ReportedRun] }
  | {
      readonly program: string;
      readonly runs: readonly [ReportedRun, ReportedRun];
      readonly comparison: Comparison;
      /** Where their scenarios' files differ; `undefined` where one of them has none. */
      readonly sources?: readonly FileDifference[];
    };
