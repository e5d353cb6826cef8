import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export { packing } from '../main/packing.ts';

/** Made by the set-up for machines whose Node is older than the shipped binding. */
const BUILT_BINDING = fileURLToPath(
  new URL('../node_modules/.cache/orrery/better_sqlite3.node', import.meta.url),
);

/** A database in memory, or in `file`. Whoever opens it closes it. */
export function openDatabase(file = ':memory:'): Database.Database {
  const shippedIsTooNew = Number(process.versions.napi ?? 0) < 10;
  return new Database(
    file,
    shippedIsTooNew && existsSync(BUILT_BINDING) ? { nativeBinding: BUILT_BINDING } : {},
  );
}
