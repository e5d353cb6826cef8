import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../engine/index.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { importOne } from './import-one.ts';

const KEPT = new URL('../../../fixtures/portable-files/', import.meta.url);

/** A portable file of each format that was released, all of the same run. */
it.each(readdirSync(KEPT))('a run in the portable file %s is read whole', async (name) => {
  const file = join(temporaryFolder(), 'run.jsonl');
  writeFileSync(file, gunzipSync(readFileSync(new URL(name, KEPT))));
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);

  const { logHash, entries, verdict } = await importOne(store, file);

  expect([logHash?.slice(0, 8), entries, verdict?.outcome]).toEqual(['ce6f3ffa', 87, 'passed']);
});
