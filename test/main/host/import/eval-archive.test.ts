import { describe, expect, it } from 'vitest';
import { readEvalArchive } from '../../../../main/host/import/eval-archive.ts';
import { json, type Member, zipOf } from './zip.ts';

const HEADER = { version: 2, status: 'success', eval: { task: 'soup', model: 'cook' } };
const SAMPLE = { id: 'leek', epoch: 1, messages: [{ role: 'user', content: 'Soup!' }] };

const reading = async (members: readonly Member[]): Promise<unknown> =>
  (await readEvalArchive(zipOf(members), 'soup.eval')).document;

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

    const { document, notes } = await readEvalArchive(
      zipOf([{ name: '_journal/start.json', data }]),
      'soup.eval',
    );

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
      await expect(readEvalArchive(whole.subarray(0, end), 'soup.eval')).rejects.toThrow(
        /^soup\.eval: The archive is damaged or was cut off \(.+\)\.$/,
      );
  });
});
