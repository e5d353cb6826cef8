import { app } from '../../../engine/world/app.ts';
import { bool, int, str } from '../../../engine/world/arguments.ts';
import { toolOf } from '../../../engine/world/tool.ts';
import { planOf, type Plan } from '../../../engine/index.ts';
import { type Random, seededRandom } from '../../../engine/model/values/random.ts';
import { seconds } from '../../../engine/model/values/time.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';

interface Letter {
  readonly id: string;
  readonly sender: string;
  readonly text: string;
  folder: string;
  read: boolean;
}

const tool = toolOf<{ letters: Letter[] }>();

/** A pile of letters with a fixed size: each new letter removes the oldest. */
const pile = app({
  class: 'Pile',
  initial: ({ letters }: { readonly letters: readonly Letter[] }) => ({ letters: [...letters] }),
  tools: {
    arrive: tool({
      summary: 'Put a letter on top, and take the lowest away.',
      effect: 'write',
      args: { id: str, sender: str, text: str },
      apply(state, letter) {
        state.letters.unshift({ ...letter, folder: 'inbox', read: false });
        state.letters.pop();
      },
    }),
    file: tool({
      summary: 'Move a letter to another folder.',
      effect: 'write',
      args: { at: int, folder: str },
      apply(state, { at, folder }) {
        state.letters[at]!.folder = folder;
      },
    }),
    open: tool({
      summary: 'Read a letter, or mark it as unread.',
      effect: 'write',
      args: { at: int, read: bool },
      apply(state, { at, read }) {
        state.letters[at]!.read = read;
      },
    }),
  },
});

const LETTERS = 500;
const WORDS = 60; // in a letter
const FOLDERS = ['inbox', 'archive', 'work', 'home', 'trash'];

/** A state of some 200 KB in which `count` letters arrive, are filed and read. Words are random, so they compress badly. */
export function letters(count: number): Plan {
  const random = seededRandom(7);
  const words = Array.from({ length: 2_000 }, () => wordOf(random));
  const word = (): string => words[random.int(0, words.length - 1)]!;
  const letter = () => ({
    id: random.hex(),
    sender: `${word()}@${word()}.example`,
    text: Array.from({ length: WORDS }, word).join(' '),
  });
  const first = Array.from({ length: LETTERS }, (): Letter => ({
    ...letter(),
    folder: 'inbox',
    read: false,
  }));
  return planOf(
    scenario({
      name: 'letters',
      apps: () => ({ pile: pile({ letters: first }) }),
      events({ pile: { arrive, file, open } }) {
        for (let nth = 0; nth < count; nth++) {
          const at = random.int(0, LETTERS - 1);
          const which = random.next();
          if (which < 0.4) arrive(letter()).at(seconds(nth));
          else if (which < 0.7)
            file({ at, folder: FOLDERS[random.int(0, FOLDERS.length - 1)]! }).at(seconds(nth));
          else open({ at, read: random.next() < 0.9 }).at(seconds(nth));
        }
      },
    }),
  );
}

const wordOf = (random: Random): string =>
  Array.from({ length: random.int(3, 9) }, () => String.fromCharCode(random.int(97, 122))).join('');
