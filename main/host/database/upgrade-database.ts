import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { copyOlder, createSchema, StoreError, storeErrorOf } from '../../../engine/index.ts';
import { openSqlite } from './open-sqlite.ts';

/**
 * Upgrades the database `older` of an earlier release, whose file is `file`, and closes it: its rows are copied into a new
 * database that replaces the file. The original file is kept beside it. Returns a sentence about the upgrade.
 * @throws {StoreError} when another program has it open, it is damaged, or the disk is full. Then the file is unchanged.
 */
export function upgradeDatabase(older: Sqlite.Database, file: string, version: number): string {
  const upgraded = `${file}.upgraded`;
  try {
    // Only while no other program has it open. Then all of it is in the one file, and stays as it is.
    if (older.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw inUse(file);
    older.exec('BEGIN IMMEDIATE');
    rmSync(upgraded, { force: true });
    const leftBehind = writeUpgraded(upgraded, file, version);
    const kept = keepOriginal(file, version);
    older.close();
    renameSync(upgraded, file);
    const requests =
      leftBehind === 0
        ? ''
        : ` Its ${leftBehind} requests to models are in that file only: they have another form now.`;
    return `${basename(file)} was written by an earlier Orrery. It is upgraded; the file as it was is ${basename(kept)}.${requests}`;
  } catch (thrown) {
    const error = storeErrorOf(file, thrown);
    throw error instanceof StoreError && error.code === 'store-busy' ? inUse(file) : error;
  } finally {
    older.close();
    rmSync(upgraded, { force: true });
  }
}

function writeUpgraded(upgraded: string, file: string, version: number): number {
  const db = openSqlite(upgraded);
  try {
    createSchema(db);
    db.prepare('ATTACH ? AS older').run(file);
    const leftBehind = copyOlder(db, version);
    db.exec('DETACH older');
    return leftBehind;
  } finally {
    db.close();
  }
}

/** Gives `file` a second name, which remains when another file replaces it. */
function keepOriginal(file: string, version: number): string {
  const base = `${file.replace(/\.db$/, '')}.version-${version}`;
  let kept = `${base}.db`;
  for (let nth = 2; existsSync(kept); nth += 1) kept = `${base}-${nth}.db`;
  try {
    linkSync(file, kept);
  } catch {
    // A file system without hard links.
    renameSync(file, kept);
  }
  return kept;
}

const inUse = (file: string): StoreError =>
  new StoreError(
    'store-busy',
    file,
    'An earlier Orrery wrote this database, and another program has it open. Close that program, so that it can be upgraded.',
  );
