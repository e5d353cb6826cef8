import Anser, { type AnserJsonEntry } from 'anser';
import type { JSX } from 'react';
import clsx from 'clsx';
import { legible } from '../../../engine/model/index.ts';
import styles from './rich-text.module.css';

/** What a terminal does besides colours: moves of the cursor, titles, and characters that it only counts. */
const OTHER_CODES =
  // oxlint-disable-next-line no-control-regex -- these are the characters in question
  /\u001B\][^\u0007\u001B]{0,2000}(?:\u0007|\u001B\\)|\u001B\[[\d;?]{0,40}[A-Za-ln-z]|\u001B[()][A-Z0-9]|[\u0000-\u0008\u000B\u000C\u000E-\u001A]/g;

const MAX_PIECES = 5_000;

const PALETTE = /^ansi-palette-(\d{1,3})$/;
const RGB = /^\d{1,3}, \d{1,3}, \d{1,3}$/;

/** The six steps of a colour in the palette of 256. */
const STEPS = [0, 95, 135, 175, 215, 255] as const;

/** The colour of a piece, where it is none of the sixteen that follow the theme. */
function colourOf(name: string | null, exact: string | null): string | undefined {
  if (name === 'ansi-truecolor' && exact !== null && RGB.test(exact)) return `rgb(${exact})`;
  const number = Number(PALETTE.exec(name ?? '')?.[1] ?? 'NaN');
  if (Number.isNaN(number) || number > 255) return undefined;
  if (number >= 232) return `rgb(${Array.from({ length: 3 }, () => 8 + 10 * (number - 232)).join()})`;
  const at = number - 16;
  return at < 0
    ? undefined
    : `rgb(${[Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => STEPS[step]).join()})`;
}

/** The text that a terminal shows: of a line that was written several times, the last. */
export const lastWritten = (text: string): string =>
  text.includes('\r')
    ? text
        .split('\n')
        .map((line) => line.split('\r').findLast((piece) => piece !== '') ?? '')
        .join('\n')
    : text;

/** A piece as it comes: without a colour, a field is `null`. */
type Coloured = Pick<AnserJsonEntry, 'content' | 'decorations'> &
  Readonly<Record<'fg' | 'bg' | 'fg_truecolor' | 'bg_truecolor', string | null>>;

function Piece({ piece }: { readonly piece: Coloured }): JSX.Element {
  const { content, fg, bg, fg_truecolor: exactFg, bg_truecolor: exactBg, decorations } = piece;
  const [color, background] = [colourOf(fg, exactFg), colourOf(bg, exactBg)];
  return (
    <span
      className={clsx(
        fg !== null && styles[fg],
        bg !== null && background === undefined && styles.filled,
        bg !== null && styles[`on-${bg}`],
        decorations.map((decoration) => styles[decoration]),
      )}
      style={{ ...(color && { color }), ...(background && { background }) }}
    >
      {legible(content)}
    </span>
  );
}

/** The output of a terminal in its colours. Nothing else that its codes ask for happens. */
export function TerminalText({ text }: { readonly text: string }): JSX.Element {
  const pieces = Anser.ansiToJson(lastWritten(text.replaceAll(OTHER_CODES, '')), {
    json: true,
    remove_empty: true,
    use_classes: true,
  });
  return (
    <>
      {pieces.slice(0, MAX_PIECES).map((piece, index) => (
        <Piece key={index} piece={piece} />
      ))}
      {legible(
        pieces
          .slice(MAX_PIECES)
          .map(({ content }) => content)
          .join(''),
      )}
    </>
  );
}
