import { PassThrough, type Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from '../../../engine/model/index.ts';
import { print, printData, printNote, withOutput, printStderr, visible } from '../../../main/cli/print.ts';

it('escapes terminal control characters, and escaped JSON parses to the same value', () => {
  const hostile = 'soup\u001b[2J\u001b]0;mine\u0007\r\u009b1A\n\tbread';

  expect(visible(hostile)).toBe('soup\\u001b[2J\\u001b]0;mine\\u0007\\u000d\\u009b1A\n\tbread');
  expect(JSON.parse(visible(JSON.stringify({ hostile })))).toEqual({ hostile });
});

it('escapes direction marks, which would show a text backwards', () => {
  expect(visible('soup\u202egnp.exe\u2066\u200f')).toBe('soup\\u202egnp.exe\\u2066\\u200f');
});

it('escapes characters that cannot be seen, and JSON with them parses to the same value', () => {
  const hidden = 'a\u200b\ufeff\u{e0041}.ts';

  expect(visible(hidden)).toBe('a\\u200b\\ufeff\\udb40\\udc41.ts');
  expect(JSON.parse(visible(JSON.stringify({ hidden })))).toEqual({ hidden });
});

/** What `work` prints, to a terminal or to another program. */
async function printedBy(isTTY: boolean, work: () => Promise<void>): Promise<string> {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const output: { readonly stdout: Writable; readonly stderr: Writable } = { stdout: stream, stderr: stream };
  await withOutput(output, work);
  stream.end();
  return Buffer.concat(await stream.toArray()).toString();
}

/** Any texts, and those that strangers send. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '\u001b[2J',
          '\u009b1A',
          '\u001b]0;mine\u0007',
          '\r',
          '\n',
          '\t',
          '\u007f',
          '\u0000',
          '\u0085',
          '=1+1',
        ],
        ...[
          '\u202e',
          '\u2066',
          '\u200f',
          '\u061c',
          '\u2028',
          '\u200b',
          '\ufeff',
          '\ufff9',
          '\u{e0041}',
          'soup',
          '"',
          ',',
        ],
      ),
    )
    .map((parts) => parts.join('')),
);

it('prints no control but line breaks and tabs to a terminal, and nothing that turns or hides a text', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (one, other) => {
      const printed = await printedBy(true, async () => {
        await print(one);
        await printData(csvLine([one, other]));
        printNote(other);
        await printStderr(one);
      });

      expect(printed).not.toMatch(
        /(?![\n\t])\p{Cc}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/u,
      );
    }),
  );
});

it('prints data for another program as it is', async () => {
  const line = csvLine(['soup\u001b[2J', 'a\u200b']);

  expect(await printedBy(false, () => printData(line))).toBe('soup\u001b[2J,a\u200b\n');
});
