import type { RunId, SimTime } from '../model/index.ts';
import type { Database } from './database.ts';
import { numberOf } from './run-table.ts';

/** All of a run's log as it is kept, packed, with the keyframes among it: what is made once need not be made again. */
export interface PackedLog {
  readonly entries: number;
  readonly now: SimTime;
  readonly forms: readonly object[];
  readonly stretches: readonly object[];
  readonly keyframes: readonly object[];
}

/** Logs that go from one database to another as they are. */
export interface PackedLogs {
  read(run: RunId): Pick<PackedLog, 'forms' | 'stretches' | 'keyframes'>;
  write(run: RunId, log: PackedLog): void;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function packedLogs(db: Database): PackedLogs {
  const forms = db.prepare<[number], object>('SELECT nth, frame FROM form WHERE run = ?');
  const stretches = db.prepare<[number], object>(
    'SELECT position, changed, bodies, changes, apps FROM stretch WHERE run = ?',
  );
  const keyframes = db.prepare<[number], object>(
    'SELECT app, position, state FROM keyframe WHERE run = ? AND position >= 0',
  );
  const addForm = db.prepare<[object]>('INSERT INTO form (run, nth, frame) VALUES (@run, @nth, @frame)');
  const addStretch = db.prepare<[object]>(`
    INSERT INTO stretch (run, position, changed, bodies, changes, apps)
    VALUES (@run, @position, @changed, @bodies, @changes, @apps)`);
  const addKeyframe = db.prepare<[object]>(
    'INSERT INTO keyframe (run, app, position, state) VALUES (@run, @app, @position, @state)',
  );

  return {
    read: (id) => {
      const run = numberOf(id);
      return { forms: forms.all(run), stretches: stretches.all(run), keyframes: keyframes.all(run) };
    },
    write: (id, log) => {
      const run = numberOf(id);
      for (const row of log.forms) addForm.run({ ...row, run });
      for (const row of log.stretches) addStretch.run({ ...row, run });
      for (const row of log.keyframes) addKeyframe.run({ ...row, run });
    },
  };
}
