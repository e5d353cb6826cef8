import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readEvalArchive } from '../../../../main/host/import/eval-archive.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

interface Member {
  readonly name: string;
  readonly data: Buffer;
  readonly method?: number;
  /** What the archive has for `data`; packed by `method` when left out. */
  readonly packed?: Buffer;
  readonly isEncrypted?: boolean;
  /** What the archive says of the unpacked size. */
  readonly size?: number;
}

/** A ZIP archive with `members`. */
function zipOf(members: readonly Member[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const { name, data, method = 8, isEncrypted = false, size = data.length } = member;
    const packed = member.packed ?? packedBy(method, data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

function packedBy(method: number, data: Buffer): Buffer {
  if (method === 0) return data;
  return method === 93
    ? Buffer.concat([frame(data.subarray(0, 9)), frame(data.subarray(9))])
    : deflateRawSync(data);
}

/** A frame of Zstandard that says nothing of its size, with one block as it is. */
function frame(data: Buffer): Buffer {
  const block = Buffer.alloc(3);
  block.writeUIntLE((data.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38]), block, data]);
}

const json = (name: string, value: unknown, method?: number): Member => ({
  name,
  data: Buffer.from(JSON.stringify(value)),
  ...(method === undefined ? {} : { method }),
});

const HEADER = { version: 2, status: 'success', eval: { task: 'soup', model: 'cook' } };
const SAMPLE = { id: 'leek', epoch: 1, messages: [{ role: 'user', content: 'Soup!' }] };

/** The path of a file with `bytes`. */
function saved(bytes: Buffer): string {
  const file = join(temporaryFolder(), 'soup.eval');
  writeFileSync(file, bytes);
  return file;
}

const reading = async (members: readonly Member[]): Promise<unknown> =>
  (await readEvalArchive(saved(zipOf(members)))).document;

describe('readEvalArchive()', () => {
  it.each([
    ['as they are', 0],
    ['by deflate', 8],
    ['by Zstandard, in several frames', 93],
  ])('reads members packed %s', async (_how, method) => {
    const members = [json('header.json', HEADER, method), json('samples/leek_epoch_1.json', SAMPLE, method)];

    expect(await reading(members)).toEqual({ ...HEADER, samples: [SAMPLE] });
  });

  it('reads a frame that the tool of Zstandard made', async () => {
    const data = Buffer.from(
      '{"version":2,"status":"success","eval":{"task":"soup","model":"cook"},"soups":["leek","leek","leek","leek","leek","leek","leek","leek"]}',
    );
    const packed = Buffer.from(
      'KLUv/SSITQIAMoUPEbDruK3tLZuFiIU3KY9AjwlVUeTPLnrQd8YfZnI92sLp+eW4rz892qEejbfPdy8hrq9v10brJ9ArNs32HQYCAKmEG9rOMy0+Gbo=',
      'base64',
    );

    expect(await reading([{ name: 'header.json', data, method: 93, packed }])).toMatchObject({
      soups: Array(8).fill('leek'),
    });
  });

  it('reads samples in pieces, with ids that look like paths, in the order of ids', async () => {
    const prefix = 'samples/../a/b_epoch_1';
    const members = [
      json('header.json', HEADER),
      json('samples/10_epoch_1.json', { id: 10 }),
      json('samples/9_epoch_1.json', { id: 9 }),
      json(`${prefix}/sample.json`, {
        id: '../a/b',
        epoch: 1,
        message_refs: [
          [0, 1],
          [2, 3],
        ],
      }),
      json(`${prefix}/messages/2.json`, ['third']),
      json(`${prefix}/messages/0.json`, ['first', 'second']),
      json(`${prefix}/events/0.json`, [{ event: 'info' }]),
      json(`${prefix}/events/stats.json`, {}),
      json(`${prefix}/attachments/0.json`, ['long']),
    ];

    expect(await reading(members)).toMatchObject({
      samples: [
        { id: 9 },
        { id: 10 },
        {
          id: '../a/b',
          messages: ['first', 'third'],
          events: [{ event: 'info' }],
          events_data: { messages: ['first', 'second', 'third'] },
          attachments: { 0: 'long' },
        },
      ],
    });
  });

  it('reads the log of an evaluation that goes on, and numbers that JSON does not have', async () => {
    const data = Buffer.from('{"eval": {"task": "soup"}, "x": NaN}');

    const { document, notes } = await readEvalArchive(saved(zipOf([{ name: '_journal/start.json', data }])));

    expect(document).toEqual({ eval: { task: 'soup' }, x: null, samples: [] });
    expect(notes).toEqual([
      'The evaluation had not ended when the log was copied.',
      '_journal/start.json: 1 NaN or infinite number replaced by null: x.',
    ]);
  });

  const header = json('header.json', HEADER);
  const deep = Buffer.from('['.repeat(1_000_000));
  const rle = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38, 0x03, 0xff, 0xff, 0x20]);
  it.each<[what: string, members: readonly Member[], why: string | RegExp]>([
    ['without a header', [json('notes.json', {})], 'no header.json'],
    ['that is encrypted', [{ ...header, isEncrypted: true }], 'header.json is encrypted.'],
    ['of an unknown method', [{ ...header, method: 14 }], 'compressed by method 14, which is not known'],
    [
      'that says it is huge',
      [{ ...header, size: 3_000_000_000 }],
      'unpacked it has 3000 MB, of 400 MB at most',
    ],
    ['that has more than it says', [{ ...header, size: 5 }], 'its sizes are not as it says'],
    ['that has less than it says', [{ ...header, size: 500 }], 'header.json is damaged'],
    ['of nested lists', [{ name: 'header.json', data: deep }], 'More than 200 levels'],
    ['with a damaged member', [{ ...header, packed: Buffer.from('soup') }], /damaged/],
    ['with a frame that grows', [{ ...header, method: 93, packed: rle }], /damaged/],
    [
      'with frames that grow',
      [{ ...header, method: 93, packed: Buffer.concat([rle, rle]) }],
      'too many bytes',
    ],
    ['with a frame cut off', [{ ...header, method: 93, packed: rle.subarray(0, 7) }], /damaged/],
    [
      'with something else for a frame',
      [{ ...header, method: 93, packed: Buffer.from('soup') }],
      'not Zstandard',
    ],
    [
      'with a piece that is no list',
      [header, json('samples/a_epoch_1/sample.json', {}), json('samples/a_epoch_1/events/0.json', {})],
      'is not a list',
    ],
  ])('refuses an archive %s', async (_what, members, why) => {
    const read = reading(members);

    await expect(read).rejects.toThrow(why);
    await expect(read).rejects.toThrow(/^soup\.eval[:,] .+\.$/);
  });

  it('refuses an archive that was cut off, anywhere', async () => {
    const whole = zipOf([header, json('samples/leek_epoch_1.json', SAMPLE, 93)]);

    for (let end = 4; end < whole.length; end += 7)
      await expect(readEvalArchive(saved(whole.subarray(0, end)))).rejects.toThrow(
        /^soup\.eval: The archive is damaged or was cut off \(.+\)\.$/,
      );
  });
});
