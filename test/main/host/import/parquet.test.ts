import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store, TraceError } from '../../../../engine/index.ts';
import { importSource } from '../../../../main/host/import/import-file.ts';
import { Sources } from '../../../../main/host/import/sources.ts';
import { SAMPLE_WORKSPACE } from '../../../../main/host/system/installation.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const SAMPLE = join(SAMPLE_WORKSPACE, 'traces/clay_delivery_time.trace.json');

function emptyStore(): Store {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
}

const column = (name: string, data: readonly unknown[], type: 'STRING' | 'DOUBLE' | 'INT32' | 'BOOLEAN') => ({
  name,
  data: [...data],
  type,
  nullable: true,
});

/** A set of results: three of one scenario, of which the last broke and has no trace. */
const resultSet = async (): Promise<Buffer> => {
  const trace = await readFile(SAMPLE, 'utf8');
  return Buffer.from(
    parquetWriteBuffer({
      columnData: [
        column('scenario_id', ['clay', 'clay', 'clay'], 'STRING'),
        column('run_number', [1, 2, 3], 'INT32'),
        column('score', [1, 0, null], 'DOUBLE'),
        column('status', ['success', 'failed', 'exception'], 'STRING'),
        column('rationale', [null, 'Too late.', null], 'STRING'),
        column('has_exception', [false, false, true], 'BOOLEAN'),
        column('exception_type', [null, null, 'Timeout'], 'STRING'),
        column('run_config', Array(3).fill('{"agent":{"model":"cook-2"}}'), 'STRING'),
        column('config', Array(3).fill('time'), 'STRING'),
        column('phase_name', ['standard', 'standard', null], 'STRING'),
        column('data', [trace, JSON.stringify(trace), null], 'STRING'),
      ],
      rowGroupSize: 2,
    }),
  );
};

async function importBytes(store: Store, bytes: Uint8Array, name = 'set.parquet') {
  await using sources = new Sources();
  const [source] = await sources.in({ name, bytes });
  return await importSource(store, source!);
}

describe('a Parquet file', () => {
  it('with results of Gaia2 comes in judged, with the score beside', async () => {
    const store = emptyStore();

    const { runs } = await importBytes(store, await resultSet());

    expect(runs.map(({ verdict }) => [verdict?.outcome, verdict?.sentence])).toEqual([
      ['passed', 'ARE gave a score of 1.'],
      ['failed', 'ARE gave a score of 0. Too late.'],
      ['not-judged', 'ARE gave no score. It ended with an exception: Timeout'],
    ]);
    expect(runs[0]!.entries).toBeGreaterThan(0);
    expect(runs[1]!.logHash).toBe(runs[0]!.logHash);
    expect(store.attempt(runs[1]!.id)).toMatchObject({
      task: 'clay',
      attempt: 2,
      model: 'cook-2',
      scores: [{ scorer: 'score', value: 0, passed: false, explanation: 'Too late.' }],
    });
    expect(store.sets()).toMatchObject([{ name: 'Gaia2 time', runs: 3 }]);
    const original = Buffer.from(store.original(runs[0]!.id)!.bytes!);
    expect(original.equals(await readFile(SAMPLE))).toBe(true);
    expect(runs[0]!.notes.map(({ text }) => text)).toContainEqual(
      'The row also has run_config: {"agent":{"model":"cook-2"}}; phase_name: standard.',
    );
  });

  it('on disk is read in parts', async () => {
    const file = join(temporaryFolder(), 'set.parquet');
    writeFileSync(file, await resultSet());
    await using sources = new Sources();
    const [source] = await sources.in({ file });

    expect((await importSource(emptyStore(), source!)).runs).toHaveLength(3);
  });

  it('with messages in lists and structures is read as such', async () => {
    const messages = [
      { role: 'user', content: 'Soup?' },
      { role: 'assistant', content: 'Soup.' },
    ];
    const bytes = parquetWriteBuffer({
      columnData: [{ name: 'messages', data: [messages, messages.slice(0, 1)], type: 'JSON' }],
    });

    const { runs } = await importBytes(emptyStore(), new Uint8Array(bytes));

    expect(runs.map(({ entries }) => entries)).toEqual([2, 1]);
  });

  it('gives back the trace in a row, also where it is written as a text of a text', async () => {
    const store = emptyStore();
    const trace = await readFile(SAMPLE, 'utf8');
    const rows = [trace, JSON.stringify(trace)].map((data, nth) => ({
      scenario_id: 's',
      run_number: nth,
      score: 1,
      status: '',
      data,
    }));
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');

    const { runs } = await importBytes(store, Buffer.from(lines), 'set.jsonl');

    expect(runs).toHaveLength(2);
    for (const { id } of runs) expect(Buffer.from(store.original(id)!.bytes!).toString()).toBe(trace);
  });

  it('leaves out a row that is broken, and says so', async () => {
    const bytes = parquetWriteBuffer({
      columnData: [
        column('scenario_id', ['a', 'b'], 'STRING'),
        column('score', [0, 1], 'DOUBLE'),
        column('status', ['', ''], 'STRING'),
        column('data', ['{"soup": 1', null], 'STRING'),
      ],
    });

    const { runs, refused } = await importBytes(emptyStore(), new Uint8Array(bytes));

    expect(runs).toHaveLength(1);
    expect(refused.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^set\.parquet, row 1, a: The text is not valid JSON/),
    ]);
  });

  /** Each cut or changed file is refused with a sentence, or still has rows. */
  it('that is cut off or changed anywhere is refused or read, and harms nothing', async () => {
    const sound = await resultSet();
    const footer = sound.length - 8 - sound.readUInt32LE(sound.length - 8);
    const attempt = async (bytes: Buffer): Promise<void> => {
      try {
        await importBytes(emptyStore(), bytes);
      } catch (thrown) {
        if (!(thrown instanceof TraceError)) throw thrown;
        expect(thrown.message).toMatch(/^set\.parquet/);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: sound.length - 1 }),
        fc.integer({ min: footer, max: sound.length - 1 }),
        fc.integer({ min: 0, max: 255 }),
        async (length, place, byte) => {
          await attempt(sound.subarray(0, length));
          const changed = Buffer.from(sound);
          changed[place] = byte;
          await attempt(changed);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['only its mark', Buffer.from('PAR1')],
    ['its mark twice', Buffer.from('PAR1PAR1')],
    [
      'a footer longer than itself',
      Buffer.concat([Buffer.from('PAR1'), Buffer.from('ffffff7f', 'hex'), Buffer.from('PAR1')]),
    ],
    ['an empty footer', Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(4), Buffer.from('PAR1')])],
    [
      'an encrypted footer',
      Buffer.concat([
        Buffer.from('PAR1'),
        Buffer.alloc(20),
        Buffer.from('14000000', 'hex'),
        Buffer.from('PARE'),
      ]),
    ],
    [
      'a footer of zeros',
      Buffer.concat([
        Buffer.from('PAR1'),
        Buffer.alloc(64),
        Buffer.from('40000000', 'hex'),
        Buffer.from('PAR1'),
      ]),
    ],
    [
      'a footer of ones',
      Buffer.concat([
        Buffer.from('PAR1'),
        Buffer.alloc(64, 255),
        Buffer.from('40000000', 'hex'),
        Buffer.from('PAR1'),
      ]),
    ],
    [
      'a footer of lists in lists',
      Buffer.concat([
        Buffer.from('PAR1'),
        Buffer.alloc(4000, 0x19),
        Buffer.from('a00f0000', 'hex'),
        Buffer.from('PAR1'),
      ]),
    ],
    [
      'a footer of structures in structures',
      Buffer.concat([
        Buffer.from('PAR1'),
        Buffer.alloc(4000, 0x1c),
        Buffer.from('a00f0000', 'hex'),
        Buffer.from('PAR1'),
      ]),
    ],
  ])('with %s is refused', async (_what, bytes) => {
    await expect(importBytes(emptyStore(), bytes)).rejects.toThrow(/^set\.parquet: The Parquet file/);
  });
});
