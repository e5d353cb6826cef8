import { renameSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workspaceView } from '../../../../main/host/bridge/workspace-calls.ts';
import { keptDinner } from './kept-dinner.ts';

/** The fields of a trusted folder. */
const AT_HOME = {
  trust: { given: true },
  folders: { recent: [] },
  isolatedScenarios: { list: [], found: [] },
};

describe('workspaceView()', () => {
  it('lists the runs as they are when it resolves, not when it was called', async () => {
    const { workspace, database } = await keptDinner();

    const asked = workspaceView({ workspace, database, ...AT_HOME });
    await database.runs.remove(database.list(1)[0]!.id);

    expect((await asked).runs).toEqual([]);
  });

  it('lists no runs when the database was closed meanwhile', async () => {
    const { workspace, database } = await keptDinner();

    const asked = workspaceView({ workspace, database, ...AT_HOME });
    database[Symbol.dispose]();

    expect((await asked).runs).toEqual([]);
  });
});

describe('a database whose file is taken away while it is open', () => {
  it('says so until the file is back', async () => {
    const { workspace, database } = await keptDinner();
    const file = database.file;
    database.changedElsewhere();

    renameSync(file, `${file}.away`);

    expect(database.changedElsewhere()).toBe(true);
    expect(database.changedElsewhere()).toBe(false);
    const { damage, runs } = await workspaceView({ workspace, database, ...AT_HOME });
    expect(damage).toEqual([expect.stringContaining('runs.db: Another program has deleted the file')]);
    expect(runs).toHaveLength(1);

    renameSync(`${file}.away`, file);

    expect(database.changedElsewhere()).toBe(true);
    expect(database.damage).toEqual([]);
  });

  it.each([
    [
      'replaced',
      (file: string) => {
        renameSync(file, `${file}.away`);
        writeFileSync(file, 'Dear archive,\n');
      },
    ],
    [
      'overwritten',
      (file: string) => {
        truncateSync(file);
      },
    ],
  ] as const)('says that it was %s', async (what, change) => {
    const { database } = await keptDinner();

    change(database.file);

    expect(database.changedElsewhere()).toBe(true);
    expect(database.damage).toEqual([
      expect.stringContaining(`Another program has ${what} the file while it was open.`),
    ]);
  });
});
