// All lengths are in characters.
/** The minimum length of an id that is found inside a text. A shorter id must be the whole text. */
const MIN_ID_LENGTH = 4;
/** The maximum length of an id that is found inside a text; otherwise each word could start a match over the rest of the text. */
const MAX_ID_LENGTH = 256;
/** The minimum length of a text that identifies a record. Of longer texts, {@link MAX_TEXT_LENGTH} characters are compared. */
const MIN_TEXT_LENGTH = 20;
const MAX_TEXT_LENGTH = 100;

/** A node of a trie of ids. Its edges are the parts of ids: words, and each character between words. */
interface TrieNode<Thing> {
  next?: Map<string, TrieNode<Thing>>;
  /** The things with the id that ends here. */
  things?: Set<Thing>;
}

/** Finds the things whose id or text occurs in a text, in one pass. */
export class MentionIndex<Thing> {
  readonly #ids: TrieNode<Thing> = {};
  readonly #longIds = new Map<string, Set<Thing>>();
  /** The lengths of the first parts of ids. Words of another length cannot start an id. */
  readonly #lengths = new Set<number>();
  /** Things by the beginning of their text. */
  readonly #texts = new Map<string, Thing>();

  /** Registers `id` as an id of `thing`. Several things may have the same id. */
  addId(id: string, thing: Thing): void {
    if (id.length > MAX_ID_LENGTH) {
      this.#longIds.set(id, (this.#longIds.get(id) ?? new Set()).add(thing));
      return;
    }
    let node = this.#ids;
    for (let at = 0; at < id.length;) {
      const end = endOfPart(id, at);
      if (at === 0) this.#lengths.add(end);
      const part = id.slice(at, end);
      node.next ??= new Map();
      let next = node.next.get(part);
      if (next === undefined) node.next.set(part, (next = {}));
      node = next;
      at = end;
    }
    (node.things ??= new Set()).add(thing);
  }

  /** Registers `text` as the text of `thing`. It replaces an earlier thing with the same text. */
  addText(text: string, thing: Thing): void {
    if (text.length >= MIN_TEXT_LENGTH) this.#texts.set(text.slice(0, MAX_TEXT_LENGTH), thing);
  }

  /** Adds to `found` the things whose id occurs in `text` as a word. */
  findIds(text: string, found: Set<Thing>): void {
    if (text.length > MAX_ID_LENGTH) for (const thing of this.#longIds.get(text) ?? []) found.add(thing);
    let afterWord = false;
    for (let at = 0; at < text.length;) {
      const end = endOfPart(text, at);
      const word = isWord(text.charCodeAt(at));
      // A sign right after a word does not start an id: it belongs to that word.
      if ((word || !afterWord) && this.#lengths.has(end - at)) this.#findFrom(text, at, end, found);
      afterWord = word;
      at = end;
    }
  }

  /** Adds to `found` the things whose text occurs in `text`: at its beginning, at the beginning of a line, or after a colon. */
  findTexts(text: string, found: Set<Thing>): void {
    for (let at = 0; at >= 0 && text.length - at >= MIN_TEXT_LENGTH; at = nextStart(text, at)) {
      const beginning = text.slice(at, at + MAX_TEXT_LENGTH);
      const line = beginning.indexOf('\n');
      const thing =
        this.#texts.get(beginning) ?? (line < 0 ? undefined : this.#texts.get(beginning.slice(0, line)));
      if (thing !== undefined) found.add(thing);
    }
  }

  /** Adds the things of all ids that begin with the part from `first` to `end`. */
  #findFrom(text: string, first: number, end: number, found: Set<Thing>): void {
    let node = this.#ids.next?.get(text.slice(first, end));
    for (let at = end; node !== undefined;) {
      const isAll = first === 0 && at === text.length;
      if (node.things !== undefined && (isAll || at - first >= MIN_ID_LENGTH))
        for (const thing of node.things) found.add(thing);
      if (node.next === undefined || at === text.length) return;
      const next = endOfPart(text, at);
      node = node.next.get(text.slice(at, next));
      at = next;
    }
  }
}

/** True for letters, digits, `_`, `-`, and all characters outside ASCII. */
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  code === 45 ||
  code === 95 ||
  code > 127;

/** The end of the part at `at`: a word, or one character between words. */
function endOfPart(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWord(text.charCodeAt(end))) end += 1;
  return end === at ? at + 1 : end;
}

/** The next position after `at` at which a record's text may begin. */
function nextStart(text: string, at: number): number {
  const line = text.indexOf('\n', at);
  const colon = text.indexOf(': ', at);
  if (line < 0 || (colon >= 0 && colon < line)) return colon < 0 ? -1 : colon + 2;
  return line + 1;
}
