import type { JudgeConfiguration, KeptJudgement, RunId, VerdictOutcome } from '../model/index.ts';
import {
  type Crc32,
  jsonOf,
  runKeyOf,
  RowChecksum,
  runIdOf,
  textColumn,
  readTextColumn,
} from './column-values.ts';
import type { Database } from './database.ts';
import { DamageError, readAt } from './errors.ts';

/** A judge configuration that was used for a run. */
export interface KeptConfiguration {
  /** SHA-256 of the configuration's canonical form, in hex. */
  readonly hash: string;
  readonly configuration: JudgeConfiguration;
}

/** The judge's verdicts on runs, one per configuration. */
export interface JudgementTable {
  /** Stores a verdict. It replaces an earlier verdict with the same configuration. */
  write(run: RunId, configuration: JudgeConfiguration, judgement: KeptJudgement): void;
  read(run: RunId, hash: string): KeptJudgement | undefined;
  /** The outcome of each run under a configuration, newest run first. */
  outcomes(hash: string): ReadonlyMap<RunId, VerdictOutcome>;
  /** The configurations with which a run was judged, the latest first. */
  configurations(run: RunId): readonly KeptConfiguration[];
}

type JudgementRow = readonly [
  run: number,
  configuration: string,
  outcome: VerdictOutcome,
  sentence: string,
  position: number | null,
];

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function judgementTable(db: Database, crc32: Crc32): JudgementTable {
  const checksum = new RowChecksum(crc32);
  const addConfiguration = db.prepare<[string, string, number]>(
    'INSERT OR IGNORE INTO judge_configuration (hash, json, checksum) VALUES (?, ?, ?)',
  );
  const insert = db.prepare<[...JudgementRow, string, number, number]>(`
    INSERT OR REPLACE INTO judgement
      (run, configuration, outcome, sentence, position, evidence, evidence_checksum, checksum)
    VALUES (?, (SELECT id FROM judge_configuration WHERE hash = ?), ?, ?, ?, ?, ?, ?)`);
  const ROW = 'run, judge_configuration.hash, outcome, sentence, position, judgement.checksum';
  const FROM = 'judgement JOIN judge_configuration ON judge_configuration.id = judgement.configuration';
  const select = db
    .prepare<
      [number, string],
      [...JudgementRow, checksum: number, evidence: string, evidenceChecksum: number]
    >(`SELECT ${ROW}, evidence, evidence_checksum FROM ${FROM} WHERE run = ? AND hash = ?`)
    .raw();
  const outcomes = db
    .prepare<[string], [...JudgementRow, checksum: number]>(
      `SELECT ${ROW} FROM ${FROM} WHERE hash = ? ORDER BY run DESC`,
    )
    .raw();
  const configurations = db
    .prepare<[number], [hash: string, json: string, checksum: number]>(
      `SELECT hash, json, judge_configuration.checksum FROM ${FROM} WHERE run = ? ORDER BY judgement.id DESC`,
    )
    .raw();

  const check = (row: readonly unknown[], columns: number, place: string): void => {
    readAt(
      () => place,
      () => {
        checksum.check(row, columns, row[columns]);
      },
    );
  };
  const ROW_LENGTH = 5;
  const placeOf = (run: number): string => `run r${run}, a verdict of the judge`;

  return {
    write: (run, configuration, { configuration: hash, outcome, sentence, entry, ...basis }) => {
      const json = JSON.stringify(configuration);
      addConfiguration.run(hash, json, checksum.of([hash, json]));
      const row: JudgementRow = [runKeyOf(run), hash, outcome, textColumn(sentence), entry ?? null];
      const evidence = JSON.stringify(basis);
      insert.run(...row, evidence, crc32(evidence), checksum.of(row));
    },
    read: (run, hash) => {
      const row = select.get(runKeyOf(run), hash);
      if (row === undefined) return undefined;
      check(row, ROW_LENGTH, placeOf(row[0]));
      const [key, configuration, outcome, sentence, position, , evidence, evidenceChecksum] = row;
      if (crc32(evidence) !== evidenceChecksum)
        throw new DamageError('its evidence does not match its checksum', { place: placeOf(key) });
      return {
        configuration,
        outcome,
        sentence: readTextColumn(sentence),
        ...(position === null ? {} : { entry: position }),
        ...(jsonOf(evidence) as Pick<KeptJudgement, 'evidence' | 'asked' | 'unanswered'>),
      };
    },
    outcomes: (hash) =>
      new Map(
        outcomes.all(hash).map((row) => {
          check(row, ROW_LENGTH, placeOf(row[0]));
          return [runIdOf(row[0]), row[2]];
        }),
      ),
    configurations: (run) =>
      configurations.all(runKeyOf(run)).map((row) => {
        check(row, 2, `run ${run}, a configuration that it was judged under`);
        return { hash: row[0], configuration: jsonOf(row[1]) as JudgeConfiguration };
      }),
  };
}
