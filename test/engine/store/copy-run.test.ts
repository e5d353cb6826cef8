import { describe, expect, it } from 'vitest';
import { copyRun, importTrace, openStore, type Store } from '../../../engine/index.ts';
import { appName, type RunId } from '../../../engine/model/values/ids.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { areTrace } from '../are/traces.ts';

const BY = { startedAt: 1_795_000_000_000, owner: 'test', logHash: 'ab12' };

/** A run in its own database, with a tag and a note. */
function kept(db = openDatabase()): { readonly from: Store; readonly id: RunId } {
  const from = openStore(db, packing);
  const id = importTrace(from, areTrace('studio_visit_two_turns.trace.json'), BY);
  from.setTags(id, ['paper']);
  from.addNote({ run: id, range: undefined, value: undefined, text: 'Odd.', tags: [], made: 7 });
  return { from, id };
}

describe('copyRun()', () => {
  it('copies the run with its log, states, extras, hints and notes under the next free id', () => {
    const { from, id } = kept();
    const to = openStore(openDatabase(), packing);
    copyRun(from, id, to, 'test');

    const again = copyRun(from, id, to, 'test');

    const plain = JSON.parse(JSON.stringify(to.run(again))) as object;
    expect(again).toBe('r2');
    expect(plain).toEqual({ ...(JSON.parse(JSON.stringify(from.run(id))) as object), id: again });
    expect(to.entries(again, 0, 99)).toEqual(from.entries(id, 0, 99));
    for (const at of [-1, 3, 8])
      expect(to.stateAt(again, appName('Mail'), at)).toEqual(from.stateAt(id, appName('Mail'), at));
    expect(to.extras(again)).toEqual(from.extras(id));
    expect(to.hints(again)).toEqual(from.hints(id));
    expect(to.notes(again)).toMatchObject([{ run: again, text: 'Odd.', made: 7 }]);
  });

  it('leaves no partial run when a write fails', () => {
    const { from, id } = kept();
    const db = openDatabase();
    const to = openStore(db, packing);
    db.exec(`CREATE TRIGGER disk_full BEFORE INSERT ON note BEGIN SELECT raise(ABORT, 'no room'); END`);

    expect(() => copyRun(from, id, to, 'test')).toThrow('no room');
    expect(to.runs()).toEqual([]);
  });

  it.each([
    [
      'damaged',
      'UPDATE snapshot SET length = length + 1 WHERE position = -1',
      'the first state does not match',
    ],
    ['missing', 'DELETE FROM snapshot WHERE position = -1', 'Run r1 has no app'],
  ])('copies no run with a first state that is %s', (_, damage, message) => {
    const db = openDatabase();
    const { from, id } = kept(db);
    db.exec(damage);
    const to = openStore(openDatabase(), packing);

    expect(() => copyRun(from, id, to, 'test')).toThrow(message);
    expect(to.runs()).toEqual([]);
  });

  it('copies a run without entries, with its states', () => {
    const from = openStore(openDatabase(), packing);
    const { id: trace, from: other } = kept();
    const { id } = from.begin({
      ...other.run(trace)!,
      owner: 'test',
      states: { [appName('Mail')]: { folders: [] } },
      apps: [],
    });
    const to = openStore(openDatabase(), packing);

    const copied = copyRun(from, id, to, 'test');

    expect(to.stateAt(copied, appName('Mail'), -1)).toEqual({ folders: [] });
  });

  it('refuses to write log rows to a log that already has entries', () => {
    const { from, id } = kept();
    const { apps } = from.run(id)!;
    const writer = from.begin({ ...from.run(id)!, owner: 'test', apps, states: {} });
    from.writeLogRows(writer.id, from.logRows(id, 0, 99));

    expect(() => {
      from.writeLogRows(writer.id, from.logRows(id, 0, 99));
    }).toThrow('log of r2: Entry 9 comes next, but entry 0 was to be written.');
  });
});
