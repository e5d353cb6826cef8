import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from 'orrery/database';
import { combineVerdict, Environment, LogHash, outlineOf } from 'orrery/engine';
import { plan } from './invoice.mjs';

const file = join(tmpdir(), 'orrery-example.db');
rmSync(file, { force: true });
const database = openDatabase(file);
const { store, owner } = database;

const environment = new Environment(plan, { mode: 'oracle' });
const writer = store.begin({
  scenario: plan.name,
  source: 'invoice.mjs',
  mode: 'oracle',
  seed: plan.seed,
  startedAt: Date.now(),
  start: plan.start,
  apps: environment.apps,
  notes: [],
  owner,
  states: environment.states,
  plan: outlineOf(plan),
});
const sha256 = createHash('sha256');
const hash = new LogHash({ add: (text) => void sha256.update(text), end: () => sha256.digest('hex') });

// What `append` has returned from is on disk. After that, entries need not stay in memory.
for (let entry = environment.step(); entry !== undefined; entry = environment.step()) {
  hash.add(entry);
  writer.append([entry], environment.now);
  environment.dropEntries((from, limit) => store.entries(writer.id, from, limit));
}
writer.finish({
  state: environment.state === 'failed' ? 'failed' : 'completed',
  now: environment.now,
  verdict: combineVerdict({ checks: environment.verdict() }),
  logHash: hash.end(),
  notes: [],
});

const run = store.run(writer.id);
console.log(run?.id, run?.state, run?.entries, 'entries');
console.log(store.entry(writer.id, 9)?.event);
database[Symbol.dispose]();
