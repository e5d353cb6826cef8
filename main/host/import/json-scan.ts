import { Positions } from './pieces.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A field of the root object, and the position of its value. */
export interface Field {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The items of a list. */
  readonly items: Ranges | undefined;
}

/** Where the items of a list are. */
interface Ranges {
  readonly starts: Positions;
  readonly ends: Positions;
}

const noRanges = (): Ranges => ({ starts: new Positions(), ends: new Positions() });

/** The longest list that was found, and the fields around it. */
export interface Scanned {
  /** `undefined` where the list is the root. */
  readonly list: Field | undefined;
  /** `undefined` where an object of the root has the list. */
  readonly items: Ranges | undefined;
  readonly fields: readonly Field[];
}

/**
 * Finds the positions of the items of the list at the root of a JSON document, or of the lists in the root object. It only
 * examines brackets and texts; items are parsed one by one later.
 */
export class Scan {
  itemCount = 0;
  #depth = 0;
  #isInText = false;
  #escapes = 0;
  #root = 0;
  readonly #fields: Field[] = [];
  #longest: Field | undefined;
  /** The characters of the text being read at the root, which may be a field name. */
  #text: number[] = [];
  #name = '';
  #valueStart = -1;
  #items: Ranges | undefined;
  #itemStart = -1;

  add(chunk: Buffer, offset: number): void {
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isInText) {
        at = this.#skipText(chunk, at);
        continue;
      }
      const byte = chunk[at]!;
      switch (byte) {
        case QUOTE:
          this.#isInText = true;
          this.#escapes = 0;
          if (this.#depth === 1) this.#text = [];
          this.#begin(offset + at);
          break;
        case OPEN_LIST:
        case OPEN_OBJECT:
          if (this.#root === 0) this.#root = byte;
          else this.#begin(offset + at);
          this.#depth += 1;
          if (this.#depth === 2 && this.#root === OPEN_OBJECT && byte === OPEN_LIST) this.#items = noRanges();
          break;
        case CLOSE_LIST:
        case CLOSE_OBJECT:
          this.#endItem(offset + at);
          this.#depth -= 1;
          if (this.#depth === 0) this.#endField(offset + at);
          break;
        case COMMA:
          this.#endItem(offset + at);
          if (this.#depth === 1) this.#endField(offset + at);
          break;
        case COLON:
          if (this.#depth === 1 && this.#root === OPEN_OBJECT && this.#valueStart === -1) {
            this.#name = Buffer.from(this.#text).toString('utf8');
            this.#valueStart = offset + at + 1;
          }
          break;
        default:
          if (byte > 0x20) this.#begin(offset + at);
      }
    }
  }

  /** Skips to the end of a text, or of the chunk. */
  #skipText(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      // Most of a large file is in long texts, which are skipped by the system's search.
      const quote = this.#escapes % 2 === 0 ? chunk.indexOf(QUOTE, at) : at;
      const end = quote === -1 ? chunk.length : quote;
      if (this.#depth === 1 && this.#valueStart === -1)
        for (let nth = at; nth < end && this.#text.length < 1_000; nth++) this.#text.push(chunk[nth]!);
      if (end > at) {
        let backslashes = 0;
        while (backslashes < end - at && chunk[end - 1 - backslashes] === BACKSLASH) backslashes++;
        this.#escapes = backslashes === end - at ? this.#escapes + backslashes : backslashes;
      }
      if (quote === -1) return chunk.length;
      if (this.#escapes % 2 === 0) {
        this.#isInText = false;
        return quote;
      }
      this.#escapes = 0;
      at = quote;
    }
    return chunk.length;
  }

  /** The nesting depth of items. */
  get #itemDepth(): number {
    return this.#root === OPEN_LIST ? 1 : this.#items === undefined ? -1 : 2;
  }

  #begin(place: number): void {
    if (this.#depth === this.#itemDepth && this.#itemStart === -1) this.#itemStart = place;
  }

  #endItem(place: number): void {
    if (this.#depth !== this.#itemDepth || this.#itemStart === -1) return;
    this.#items ??= noRanges();
    this.#items.starts.push(this.#itemStart);
    this.#items.ends.push(place);
    this.#itemStart = -1;
    this.itemCount += 1;
  }

  #endField(place: number): void {
    if (this.#root !== OPEN_OBJECT || this.#valueStart === -1) return;
    const field = { name: this.#name, start: this.#valueStart, end: place, items: this.#items };
    if ((field.items?.starts.length ?? 0) > 0 && sizeOf(field) > sizeOf(this.#longest)) this.#longest = field;
    this.#fields.push({ ...field, items: undefined });
    this.#items = undefined;
    this.#valueStart = -1;
  }

  get fieldCount(): number {
    return this.#fields.length;
  }

  /** `undefined` when there is no list. */
  end(): Scanned | undefined {
    const fields = this.#fields;
    if (this.#root === OPEN_LIST) return { list: undefined, items: this.#items ?? noRanges(), fields };
    const largest = fields.reduce<Field | undefined>(
      (one, other) => (sizeOf(other) > sizeOf(one) ? other : one),
      undefined,
    );
    // Some programs write an export within an object.
    const longest =
      largest?.name === 'trace' && largest.start !== this.#longest?.start ? largest : this.#longest;
    return longest && { list: longest, items: longest.items, fields };
  }
}

const sizeOf = (field: Field | undefined): number => (field === undefined ? 0 : field.end - field.start);
