/** The shortest id that is looked for within a longer text; a shorter one must be all there is. */
const SHORTEST_ID = 4;
/** A shorter text tells nothing apart; of a longer one its beginning is enough. Characters, as above. */
const SHORTEST_TEXT = 20;
const LONGEST_TEXT = 100;

const WORD = /[\w-]/;
const PARTS = /[\w\-\u0080-\uffff]+|[^\w\-\u0080-\uffff]/g;

interface Node<Thing> {
  next?: Map<string, Node<Thing>>;
  things?: Set<Thing>;
  long?: boolean;
}

/** Finds in texts what goes by an id, or says something, that stands there: in one pass over each text. */
export class Mentions<Thing> {
  /** Ids by their words and what stands between them. */
  readonly #root: Node<Thing> = {};
  /** By as much of their texts as is looked at. */
  readonly #texts = new Map<string, Thing>();

  /** From now on `thing` goes by `id`. */
  addId(id: string, thing: Thing): void {
    let node = this.#root;
    for (const part of partsOf(id)) {
      node.next ??= new Map();
      let next = node.next.get(part);
      if (next === undefined) node.next.set(part, (next = {}));
      node = next;
    }
    node.long = id.length >= SHORTEST_ID;
    (node.things ??= new Set()).add(thing);
  }

  /** From now on `text` tells of `thing`, and of no other that says the same. */
  addText(text: string, thing: Thing): void {
    if (text.length >= SHORTEST_TEXT) this.#texts.set(text.slice(0, LONGEST_TEXT), thing);
  }

  /** What goes by an id that stands in `text` as a word of its own. */
  *idsIn(text: string): Generator<Thing> {
    const parts = partsOf(text);
    for (let from = 0; from < parts.length; from++) {
      if (from > 0 && isWord(parts[from - 1]!) && !isWord(parts[from]!)) continue;
      let node = this.#root.next?.get(parts[from]!);
      for (let at = from + 1; node !== undefined; at++) {
        const whole = from === 0 && at === parts.length;
        if (node.things !== undefined && (whole || node.long === true)) yield* node.things;
        node = at < parts.length ? node.next?.get(parts[at]!) : undefined;
      }
    }
  }

  /** What says something that stands in `text`: from its beginning, from that of a line, or after a colon. */
  *textsIn(text: string): Generator<Thing> {
    for (let at = 0; at >= 0; at = nextStart(text, at)) {
      const beginning = text.slice(at, at + LONGEST_TEXT);
      const [line] = beginning.split('\n', 1);
      const said = this.#texts.get(beginning) ?? this.#texts.get(line!);
      if (said !== undefined) yield said;
    }
  }
}

const partsOf = (text: string): readonly string[] => text.match(PARTS) ?? [];
const isWord = (part: string): boolean => WORD.test(part) || part > '\u007f';

/** The next place after `at` where something may begin. */
function nextStart(text: string, at: number): number {
  const line = text.indexOf('\n', at);
  const colon = text.indexOf(': ', at);
  if (line < 0 || (colon >= 0 && colon < line)) return colon < 0 ? -1 : colon + 2;
  return line + 1;
}
