import { describe, expect, it } from 'vitest';
import { appName } from '../../../engine/model/values/ids.ts';
import { Recorder } from '../../../engine/state/journal.ts';
import { DerivedValue, type ReadOnly } from '../../../engine/state/read-only.ts';

interface Shelf {
  books: { title: string; pages: number }[];
  open: boolean;
}

const shelf = (): Recorder<Shelf> =>
  new Recorder(appName('shelf'), { books: [{ title: 'Emma', pages: 474 }], open: true });

function counted() {
  const count = { looks: 0 };
  const pages = new DerivedValue((books: ReadOnly<Shelf['books']>) => {
    count.looks += 1;
    return books.reduce((sum, book) => sum + book.pages, 0);
  });
  return { pages, count };
}

describe('DerivedValue', () => {
  it('is computed once until its part of the state is written', () => {
    const { draft } = shelf();
    const { pages, count } = counted();

    expect(pages.of(draft.books)).toBe(474);
    draft.open = false;

    expect(pages.of(draft.books)).toBe(474);
    expect(count.looks).toBe(1);
  });

  it.each<[string, (books: Shelf['books']) => unknown, number]>([
    ['an item', (books) => books.push({ title: 'Persuasion', pages: 249 }), 723],
    ['a field of an item', (books) => (books[0]!.pages = 500), 500],
    ['the last item', (books) => books.pop(), 0],
    ['a deleted field', (books) => Reflect.deleteProperty(books[0]!, 'title'), 474],
  ])('is computed again after a write of %s', (_what, write, sum) => {
    const { draft } = shelf();
    const { pages, count } = counted();
    pages.of(draft.books);

    write(draft.books);

    expect(pages.of(draft.books)).toBe(sum);
    expect(count.looks).toBe(2);
  });

  it('is computed again after an undo', () => {
    const recorder = shelf();
    const { pages } = counted();

    recorder.draft.books[0]!.pages = 500;
    expect(pages.of(recorder.draft.books)).toBe(500);
    recorder.undo();

    expect(pages.of(recorder.draft.books)).toBe(474);
  });

  it('returns a value that was set after a write, without computing it', () => {
    const { draft } = shelf();
    const { pages, count } = counted();

    draft.books.push({ title: 'Persuasion', pages: 249 });
    pages.set(draft.books, 723);

    expect(pages.of(draft.books)).toBe(723);
    expect(count.looks).toBe(0);
  });

  it('is computed on every read for an object outside a recorded state', () => {
    const { pages } = counted();
    const books = [{ title: 'Emma', pages: 474 }];

    expect(pages.of(books)).toBe(474);
    books[0]!.pages = 500;

    expect(pages.of(books)).toBe(500);
  });
});
