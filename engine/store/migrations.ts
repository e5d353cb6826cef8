import { ARGUMENT_SCHEMA } from './argument-table.ts';
import type { Database } from './database.ts';
import { BASELINE_SCHEMA } from './baseline-table.ts';
import { EXTRAS_SCHEMA } from './extras-table.ts';
import { FORM_SCHEMA } from './form-table.ts';
import { KEYFRAME_SCHEMA, PACKED_KEYFRAME_SCHEMA } from './keyframe-table.ts';
import { LOG_SCHEMA } from './log-table.ts';
import { NEIGHBOUR_SCHEMA } from './neighbour-table.ts';
import { NOTE_SCHEMA } from './note-table.ts';
import { PACKED_PLAN_SCHEMA, PLAN_SCHEMA } from './plan-table.ts';
import { CHOICES_SCHEMA, END_SCHEMA, ORIGIN_SCHEMA, RUN_SCHEMA, TAGS_SCHEMA } from './run-table.ts';
import { SEARCH_SCHEMA } from './search-table.ts';
import { SOURCE_SCHEMA } from './source-table.ts';
import { STRETCH_SCHEMA } from './stretch.ts';
import { StoreError } from './store-error.ts';
import { WRITING_SCHEMA } from './writing-table.ts';

/** What takes a database from version n to n + 1. Numbered by position and never edited: released files hold them. */
const migrations: readonly string[] = [
  [SOURCE_SCHEMA, RUN_SCHEMA, LOG_SCHEMA, KEYFRAME_SCHEMA].join(';\n'),
  EXTRAS_SCHEMA,
  [ORIGIN_SCHEMA, NEIGHBOUR_SCHEMA].join(';\n'),
  SEARCH_SCHEMA,
  PLAN_SCHEMA,
  [NOTE_SCHEMA, TAGS_SCHEMA].join(';\n'),
  [END_SCHEMA, BASELINE_SCHEMA].join(';\n'),
  CHOICES_SCHEMA,
  ARGUMENT_SCHEMA,
  WRITING_SCHEMA,
  [STRETCH_SCHEMA, PACKED_KEYFRAME_SCHEMA, PACKED_PLAN_SCHEMA].join(';\n'),
  '', // Stretches are written in fewer words from here on, which older programs do not understand; older ones stay.
  FORM_SCHEMA,
];

/** "Orry" in ASCII: how our files are told from those of other programs. */
const APPLICATION_ID = 0x4f727279;

/** Up to this many bytes a whole check costs less than a person notices. */
const CHEAP_TO_CHECK = 8 * 1024 * 1024;

/**
 * Refuses what the store must not touch. Only reads.
 *
 * @throws {StoreError} for a newer version, another program's database, and damage.
 */
export function inspect(db: Database): void {
  const version = numberOf(db, 'user_version');
  if (isForeign(db, version))
    throw new StoreError('store-foreign', db.name, 'the database of another program', 'one of Orrery');
  if (version > migrations.length)
    throw new StoreError('store-newer', db.name, `version ${version}`, `at most ${migrations.length}`);

  if (numberOf(db, 'page_count') * numberOf(db, 'page_size') > CHEAP_TO_CHECK) return;
  const found = String(db.pragma('quick_check(1)', { simple: true }));
  if (found !== 'ok')
    throw new StoreError(
      'store-damaged',
      db.name,
      `damage (${found.replaceAll(/\s+/g, ' ')})`,
      'a sound database; nothing was changed',
    );
}

/** Brings the database to the version of this program: all of it or nothing. */
export function migrate(db: Database): void {
  if (numberOf(db, 'user_version') === migrations.length) return;
  const bringOn = db.transaction(() => {
    // Read again: another process may have been quicker.
    for (const migration of migrations.slice(numberOf(db, 'user_version'))) db.exec(migration);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${migrations.length}`);
  });
  bringOn.immediate();
}

function isForeign(db: Database, version: number): boolean {
  const application = numberOf(db, 'application_id');
  if (application === APPLICATION_ID) return false;
  const empty = db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  return application !== 0 || version !== 0 || !empty;
}

const numberOf = (db: Database, pragma: string): number => Number(db.pragma(pragma, { simple: true }));
