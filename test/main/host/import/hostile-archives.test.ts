import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, OrreryError } from '../../../../engine/index.ts';
import { importSource, listedRuns } from '../../../../main/host/import/import-file.ts';
import { Sources } from '../../../../main/host/import/sources.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type Member, zipOf } from './zip.ts';

/** What an import of a hostile file came to: its runs, what was left out, and why the rest was refused. */
interface Tried {
  readonly runs: readonly string[];
  readonly leftOut: readonly string[];
  readonly refused: readonly string[];
  /** Seconds of processor time. */
  readonly seconds: number;
  readonly megabytes: number;
}

async function tried(name: string, bytes: Uint8Array): Promise<Tried> {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, bytes);
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const [runs, refused]: [string[], string[]] = [[], []];
  const [before, memory] = [process.cpuUsage(), process.memoryUsage().rss];
  await using sources = new Sources();
  // Whatever else is thrown would end the process of an import.
  const orRefused = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (thrown) {
      if (!(thrown instanceof OrreryError)) throw thrown;
      refused.push(thrown.message);
    }
  };
  await orRefused(async () => {
    for (const source of await sources.in({ file })) {
      await orRefused(async () => {
        for await (const _ of listedRuns(source));
      });
      refused.length = 0;
      await orRefused(async () => {
        const imported = await importSource(store, source);
        for (const { scenario } of imported.runs) runs.push(scenario);
        for (const { message } of imported.refused) refused.push(message);
      });
    }
  });
  const { user, system } = process.cpuUsage(before);
  return {
    runs,
    leftOut: sources.leftOut.map(({ label, reason }) => `${label}: ${reason}`),
    refused,
    seconds: (user + system) / 1e6,
    megabytes: (process.memoryUsage().rss - memory) / 1e6,
  };
}

const MOST_SECONDS = 2;
const MOST_MEGABYTES = 500;

/** Tries a file and checks that it took neither time nor memory, and that nothing of it went anywhere. */
async function checked(name: string, bytes: Uint8Array): Promise<Tried> {
  const found = await tried(name, bytes);
  expect({ quick: found.seconds < MOST_SECONDS, small: found.megabytes < MOST_MEGABYTES }).toEqual({
    quick: true,
    small: true,
  });
  expect(existsSync('/tmp/hacked')).toBe(false);
  expect(existsSync(join(tmpdir(), 'hacked'))).toBe(false);
  return found;
}

const TALK = Buffer.from(JSON.stringify([{ role: 'user', content: 'Soup!' }]));
const named = (name: string, data: Buffer = TALK): Member => ({ name, data });
const BOMB = { packed: deflateRawSync(Buffer.alloc(60_000_000)), size: 60_000_000 };

/** `bytes` with a number at `place` before its end. */
function patched(bytes: Buffer, place: number, value: number, size: 2 | 4 = 4): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUIntLE(value, copy.length - place, size);
  return copy;
}

/** A central directory in which each entry points to the first member. */
function overlapping(count: number): Buffer {
  const one = zipOf([named('soup.json')]);
  const start = one.readUInt32LE(one.length - 6);
  const entry = one.subarray(start, one.length - 22);
  const end = Buffer.from(one.subarray(one.length - 22));
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entry.length * count, 12);
  const entries = Array.from({ length: count }, (_, nth) => {
    const copy = Buffer.from(entry);
    copy.write(String(nth % 10).padEnd(4, 'x'), copy.length - 9);
    return copy;
  });
  return Buffer.concat([one.subarray(0, start), ...entries, end]);
}

const good = named('good.json');

const ZIPS: readonly (readonly [what: string, bytes: () => Buffer, expected: Partial<Tried>])[] = [
  ['a bomb', () => zipOf([{ ...named('bomb.json'), ...BOMB }, good]), { runs: ['good'] }],
  [
    'many bombs',
    () => zipOf(Array.from({ length: 200 }, (_, nth) => ({ ...named(`${nth}.json`), ...BOMB }))),
    { runs: [] },
  ],
  ['members that share their bytes', () => overlapping(500), { runs: [] }],
  ['a size that is too small', () => zipOf([{ ...named('a.json'), size: 3 }, good]), { runs: ['good'] }],
  ['a size that is too large', () => zipOf([{ ...named('a.json'), size: 3e8 }, good]), { runs: ['good'] }],
  ['a size beyond any', () => zipOf([{ ...named('a.json'), size: 0xfffffffe }, good]), { runs: ['good'] }],
  [
    'other bytes than it says',
    () => zipOf([{ ...named('a.json'), packed: deflateRawSync(Buffer.from('[]')) }]),
    { runs: [] },
  ],
  ['bytes that are no deflate', () => zipOf([{ ...named('a.json'), packed: randomBytes(99) }]), { runs: [] }],
  ['encrypted members', () => zipOf([{ ...named('a.json'), isEncrypted: true }, good]), { runs: ['good'] }],
  [
    'an unknown method',
    () => zipOf([{ ...named('a.json'), method: 99, packed: TALK }, good]),
    { runs: ['good'] },
  ],
  ['paths that lead out', () => zipOf([named('../../../tmp/hacked')]), { runs: ['hacked'] }],
  ['absolute paths', () => zipOf([named('/tmp/hacked')]), { runs: ['hacked'] }],
  ['paths of Windows', () => zipOf([named('..\\..\\hacked.json')]), {}],
  [
    'two members of one name',
    () => zipOf([named('a.json'), named('a.json')]),
    { runs: ['a'], leftOut: ['x.zip/a.json: Another file of the archive has the same name'] },
  ],
  ['names with zeros and scripts', () => zipOf([named('\0<script>alert(1)</script>.json')]), {}],
  ['a name of 60,000 letters', () => zipOf([named('a'.repeat(60_000))]), {}],
  ['a name of no letters', () => zipOf([named('')]), {}],
  ['names of the objects of the language', () => zipOf([named('__proto__'), named('constructor')]), {}],
  ['only folders', () => zipOf([named('a/', Buffer.alloc(0)), named('b/', Buffer.alloc(0))]), { runs: [] }],
  ['no members', () => zipOf([]), { runs: [] }],
  ['more members than it has', () => patched(zipOf([good]), 12, 9_000, 2), { runs: [] }],
  ['a directory elsewhere', () => patched(zipOf([good]), 6, 0x7fffffff), { runs: [] }],
  ['a directory in itself', () => patched(zipOf([good]), 6, 0), { runs: [] }],
  ['an end that is cut off', () => zipOf([good]).subarray(0, -10), { runs: [] }],
  ['only an end', () => Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'), { runs: [] }],
  [
    'an archive in it, in it',
    () => zipOf([named('a.zip', zipOf([named('b.zip', zipOf([good]))]))]),
    { runs: [] },
  ],
  ['a deep document', () => zipOf([named('a.json', Buffer.from('['.repeat(5e6)))]), { runs: [] }],
  ['10,000 empty members', () => zipOf(Array(10_000).fill(named('a', Buffer.alloc(0)))), { runs: [] }],
];

/** A header of tar with its checksum, and what follows it. */
function entry(
  name: string,
  { type = '0', link = '', size, mode = '0000644', body = TALK, checksum }: Partial<TarEntry> = {},
): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0);
  header.write(mode, 100);
  header.write(size ?? body.length.toString(8).padStart(11, '0'), 124, 'latin1');
  header.write('00000000000', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write(link, 157);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = checksum ?? header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

interface TarEntry {
  readonly type: string;
  readonly link: string;
  /** The field of the size, as it is. */
  readonly size: string;
  readonly mode: string;
  readonly body: Buffer;
  readonly checksum: number;
}

const tar = (...entries: readonly Buffer[]): Buffer => Buffer.concat([...entries, Buffer.alloc(1_024)]);
const none = Buffer.alloc(0);
const linked = (name: string, link: string, type: string): Buffer => entry(name, { type, link, body: none });
const pax = (fields: string): Buffer => entry('pax', { type: 'x', body: Buffer.from(fields) });
const last = entry('good.json');

const TARS: readonly (readonly [what: string, bytes: () => Buffer, expected: Partial<Tried>])[] = [
  [
    'a link to a folder of the system',
    () => tar(linked('out', '/etc', '2'), last),
    { runs: ['good'], leftOut: ['x.tar/out: A link or a device'] },
  ],
  [
    'a file behind a link',
    () => tar(linked('out', '/tmp', '2'), entry('out/hacked')),
    { leftOut: ['x.tar/out: A link or a device'] },
  ],
  [
    'a hard link to a file of the system',
    () => tar(linked('passwd.json', '/etc/passwd', '1'), last),
    { runs: ['good'], leftOut: ['x.tar/passwd.json: A link or a device'] },
  ],
  ['paths that lead out', () => tar(entry('../../../../tmp/hacked')), {}],
  ['absolute paths', () => tar(entry('/tmp/hacked')), {}],
  ['a path to the folder itself', () => tar(entry('.'), last), {}],
  [
    'two files of one name',
    () => tar(entry('a.json'), entry('a.json', { body: Buffer.from('{}') })),
    { runs: ['a'], leftOut: ['x.tar/a.json: Another file of the archive has the same name'] },
  ],
  ['a device', () => tar(linked('null', '', '3'), last), { runs: ['good'] }],
  ['a pipe', () => tar(linked('pipe', '', '6'), last), { runs: ['good'] }],
  ['an unknown type', () => tar(entry('odd', { type: 'Z' }), last), {}],
  ['a size that is too large', () => tar(entry('a.json', { size: '77777777777' })), { runs: [] }],
  ['a size below zero', () => tar(entry('a.json', { size: '\xff'.repeat(11) })), { runs: [] }],
  ['a size that is none', () => tar(entry('a.json', { size: 'soup soup s' })), {}],
  ['a checksum that is another', () => tar(entry('a.json', { checksum: 7 })), {}],
  ['a file where a folder is', () => tar(entry('a'), entry('a/b.json')), {}],
  ['a folder where a file is', () => tar(entry('a/b.json'), entry('a')), {}],
  ['files that nobody may read', () => tar(entry('good.json', { mode: '0000000' })), { runs: ['good'] }],
  ['a path of 5,000 folders', () => tar(pax(`10010 path=${'a/'.repeat(5_000)}\n`), entry('x')), {}],
  ['a name of 5,000 letters', () => tar(pax(`5010 path=${'a'.repeat(5_000)}\n`), entry('x')), {}],
  ['a path that a header replaces', () => tar(pax('27 path=../../tmp/hacked\n'), entry('x')), {}],
  ['a size that a header replaces', () => tar(pax('19 size=9999999999\n'), entry('x')), { runs: [] }],
  ['a header that is none', () => tar(pax('soup'), last), {}],
  ['a header of its own length', () => tar(pax('999999999 path=a\n'), last), {}],
  ['a name with zeros and scripts', () => tar(entry('<script>alert(1)</script>.json')), {}],
  ['the names of objects of the language', () => tar(entry('__proto__'), entry('constructor')), {}],
  ['an end within a file', () => tar(last).subarray(0, 530), { runs: [] }],
  ['nothing', () => Buffer.alloc(0), { runs: [] }],
  ['no file', () => Buffer.alloc(10_240), { runs: [] }],
  ['random bytes', () => randomBytes(10_240), { runs: [] }],
];

/** Packed once for all: that takes longer than to refuse it. */
let packedZeros: Buffer | undefined;
const gzipBomb = (): Buffer => (packedZeros ??= gzipSync(Buffer.alloc(300_000_000)));

/** Packed files: what is in them is packed once more by gzip, or damaged. */
const PACKED: readonly (readonly [what: string, name: string, bytes: () => Buffer])[] = [
  ['a bomb', 'x.json.gz', gzipBomb],
  ['a bomb in a tar', 'x.tar.gz', () => gzipSync(tar(entry('a', { body: Buffer.alloc(100_000_000) })))],
  ['a bomb that is no tar', 'x.tar.gz', gzipBomb],
  ['a bomb in a bomb', 'x.json.gz', () => gzipSync(gzipSync(Buffer.alloc(100_000_000)))],
  ['an end that is cut off', 'x.json.gz', () => gzipSync(TALK).subarray(0, -12)],
  ['an end that is cut off in a tar', 'x.tar.gz', () => gzipSync(tar(last)).subarray(0, -12)],
  ['only a head', 'x.json.gz', () => gzipSync(TALK).subarray(0, 10)],
  ['only a head of a tar', 'x.tgz', () => gzipSync(TALK).subarray(0, 10)],
  ['another checksum', 'x.json.gz', () => patched(gzipSync(TALK), 8, 7)],
  ['another size', 'x.json.gz', () => patched(gzipSync(TALK), 4, 7)],
  ['other bytes behind it', 'x.json.gz', () => Buffer.concat([gzipSync(TALK), randomBytes(999)])],
  ['a zip by the name of a gzip', 'x.tar.gz', () => zipOf([good])],
  ['a text by the name of a zip', 'x.zip', () => TALK],
  ['a text by the name of a tar', 'x.tar', () => TALK],
  ['a text by the name of a gzip', 'x.tar.gz', () => TALK],
  ['a frame of Zstandard without a size', 'x.zst', () => Buffer.from('28b52ffd00', 'hex')],
  ['a vast window of Zstandard', 'x.zst', () => Buffer.from('28b52ffd00ff0100000000', 'hex')],
  ['a vast block of Zstandard', 'x.zst', () => Buffer.from('28b52ffda400000010ffffffff', 'hex')],
  [
    'a vast run of Zstandard',
    'x.zst',
    () => Buffer.from(`28b52ffd0088${'feffff41'.repeat(300)}ffffff41`, 'hex'),
  ],
  [
    'random bytes of Zstandard',
    'x.zst',
    () => Buffer.concat([Buffer.from('28b52ffd', 'hex'), randomBytes(99)]),
  ],
];

const SET = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: 'scenario_id', data: ['leek', 'beet'], type: 'STRING' },
      { name: 'score', data: [1, 0], type: 'DOUBLE' },
      { name: 'status', data: ['done', 'done'], type: 'STRING' },
    ],
  }),
);
const footer = (length: number): Buffer => patched(SET, 8, length);
const start = SET.length - 8 - SET.readUInt32LE(SET.length - 8);

/** The set with `bytes` in place of those of its footer. */
const withFooter = (bytes: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.length);
  return Buffer.concat([SET.subarray(0, start), bytes, size, Buffer.from('PAR1')]);
};
/** The footer with one byte changed to each of these. */
const changed = (place: number, value: number): Buffer => {
  const copy = Buffer.from(SET);
  copy[start + place] = value;
  return copy;
};
const parquetOf = (data: readonly unknown[], name = 'soup'): Buffer =>
  Buffer.from(parquetWriteBuffer({ columnData: [{ name, data: [...data], type: 'STRING' }] }));

const PARQUETS: readonly (readonly [what: string, bytes: () => Buffer])[] = [
  ['only its first letters', () => Buffer.from('PAR1')],
  ['only its first and last letters', () => Buffer.from('PAR1PAR1')],
  ['an encrypted footer', () => Buffer.concat([SET.subarray(0, -4), Buffer.from('PARE')])],
  ['a footer of no length', () => footer(0)],
  ['a footer of one byte', () => footer(1)],
  ['a footer that is larger than the file', () => footer(SET.length + 1)],
  ['a footer of four gigabytes', () => footer(0xffffffff)],
  ['a footer that begins before itself', () => footer(SET.length - 8)],
  ['a footer of zeros', () => withFooter(Buffer.alloc(400))],
  ['a footer of ones', () => withFooter(Buffer.alloc(400, 0xff))],
  ['a footer of random bytes', () => withFooter(randomBytes(400))],
  ['a footer of lists within lists', () => withFooter(Buffer.alloc(200_000, 0x19))],
  ['a footer of objects within objects', () => withFooter(Buffer.alloc(200_000, 0x1c))],
  ['a footer of vast lists', () => withFooter(Buffer.from('19fcffffffff0f'.repeat(50), 'hex'))],
  ['a footer of vast texts', () => withFooter(Buffer.from('18ffffffff0f'.repeat(50), 'hex'))],
  ['an end that is cut off', () => SET.subarray(0, -1)],
  ['a beginning that is cut off', () => Buffer.concat([Buffer.from('PAR1'), SET.subarray(40)])],
  ['pages of zeros', () => Buffer.concat([SET.subarray(0, 4), Buffer.alloc(start - 4), SET.subarray(start)])],
  [
    'pages of ones',
    () => Buffer.concat([SET.subarray(0, 4), Buffer.alloc(start - 4, 255), SET.subarray(start)]),
  ],
  ['no rows', () => parquetOf([])],
  ['a column named __proto__', () => parquetOf(['{}'], '__proto__')],
  ['rows of scripts', () => parquetOf(['<script>globalThis.hacked = 1</script>'], 'scenario_id')],
  ['200,000 rows of nothing', () => parquetOf(Array(200_000).fill('x'))],
  ['a row of 20 million letters', () => parquetOf(['x'.repeat(2e7)])],
];

describe('a hostile archive is read or refused at once, with little memory, and nothing of it goes anywhere', () => {
  it.each(ZIPS)('zip with %s', async (_, bytes, expected) => {
    expect(await checked('x.zip', bytes())).toMatchObject(expected);
  });

  it.each(TARS)('tar with %s', async (_, bytes, expected) => {
    expect(await checked('x.tar', bytes())).toMatchObject(expected);
  });

  it.each(PACKED)('packed file with %s', async (_, name, bytes) => {
    const { runs, refused } = await checked(name, bytes());
    expect(runs.length + refused.length).toBeGreaterThan(0);
  });

  it('leaves no folder behind that a tar was unpacked to', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('orrery-'));
    await tried('x.tar', tar(last));
    const after = readdirSync(tmpdir()).filter(
      (name) => name.startsWith('orrery-') && !before.includes(name),
    );

    // Folders of other tests may come; none of them has the file.
    expect(after.filter((name) => existsSync(join(tmpdir(), name, 'good.json')))).toEqual([]);
  });
});

describe('a hostile Parquet file is read or refused at once, with little memory', () => {
  it.each(PARQUETS)('with %s', async (_, bytes) => {
    await checked('x.parquet', bytes());
    expect(globalThis).not.toHaveProperty('hacked');
  });

  it('with any byte of its footer changed', async () => {
    for (let place = 0; place < SET.length - 8 - start; place += 7)
      for (const value of [0, 0x7f, 0xff]) await checked('x.parquet', changed(place, value));
  }, 60_000);
});
