/** The shortest id that is looked for within a longer text; a shorter one must be all there is. */
const SHORTEST_ID = 4;
/** A longer one must be all there is too: at every word of a text it may have to be followed anew. */
const LONGEST_ID = 256;
/** A shorter text tells nothing apart; of a longer one its beginning is enough. Characters, as above. */
const SHORTEST_TEXT = 20;
const LONGEST_TEXT = 100;

/** A place on the way through ids, part by part: words, and each character between them. */
interface Node<Thing> {
  next?: Map<string, Node<Thing>>;
  /** What goes by the id that ends here. */
  things?: Set<Thing>;
}

/** Finds in texts what goes by an id, or says something, that stands there: in one pass over each text. */
export class MentionIndex<Thing> {
  readonly #ids: Node<Thing> = {};
  readonly #longIds = new Map<string, Set<Thing>>();
  /** How long the first parts of ids are: most words of a text are told by that to begin none. */
  readonly #lengths = new Set<number>();
  /** By as much of their texts as is looked at. */
  readonly #texts = new Map<string, Thing>();

  /** From now on `thing` goes by `id`. */
  addId(id: string, thing: Thing): void {
    if (id.length > LONGEST_ID) {
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

  /** From now on `text` tells of `thing`, and of no other that says the same. */
  addText(text: string, thing: Thing): void {
    if (text.length >= SHORTEST_TEXT) this.#texts.set(text.slice(0, LONGEST_TEXT), thing);
  }

  /** Adds to `found` what goes by an id that stands in `text` as a word of its own. */
  findIds(text: string, found: Set<Thing>): void {
    if (text.length > LONGEST_ID) for (const thing of this.#longIds.get(text) ?? []) found.add(thing);
    let afterWord = false;
    for (let at = 0; at < text.length;) {
      const end = endOfPart(text, at);
      const word = isWord(text.charCodeAt(at));
      // What begins with a sign goes on from the word before it.
      if ((word || !afterWord) && this.#lengths.has(end - at)) this.#findFrom(text, at, end, found);
      afterWord = word;
      at = end;
    }
  }

  /** Adds to `found` what says something that stands in `text`: from its beginning, that of a line, or after a colon. */
  findTexts(text: string, found: Set<Thing>): void {
    for (let at = 0; at >= 0 && text.length - at >= SHORTEST_TEXT; at = nextStart(text, at)) {
      const beginning = text.slice(at, at + LONGEST_TEXT);
      const line = beginning.indexOf('\n');
      const said =
        this.#texts.get(beginning) ?? (line < 0 ? undefined : this.#texts.get(beginning.slice(0, line)));
      if (said !== undefined) found.add(said);
    }
  }

  /** Follows the ids that begin with the part from `first` to `end`. */
  #findFrom(text: string, first: number, end: number, found: Set<Thing>): void {
    let node = this.#ids.next?.get(text.slice(first, end));
    for (let at = end; node !== undefined;) {
      const isAll = first === 0 && at === text.length;
      if (node.things !== undefined && (isAll || at - first >= SHORTEST_ID))
        for (const thing of node.things) found.add(thing);
      if (node.next === undefined || at === text.length) return;
      const next = endOfPart(text, at);
      node = node.next.get(text.slice(at, next));
      at = next;
    }
  }
}

/** Letters, digits, `_` and `-`, and all that is not ASCII. */
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  code === 45 ||
  code === 95 ||
  code > 127;

/** Where the word that begins at `at` ends, or the one character that belongs to none. */
function endOfPart(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWord(text.charCodeAt(end))) end += 1;
  return end === at ? at + 1 : end;
}

/** The next place after `at` where something may begin. */
function nextStart(text: string, at: number): number {
  const line = text.indexOf('\n', at);
  const colon = text.indexOf(': ', at);
  if (line < 0 || (colon >= 0 && colon < line)) return colon < 0 ? -1 : colon + 2;
  return line + 1;
}
