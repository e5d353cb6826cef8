const LEAST = 1024;

interface Numbers<Self> {
  readonly length: number;
  set(from: Self): void;
}

/** `array`, or a copy of it twice as long, so that `count` numbers have room. */
export function ensureCapacity<Kind extends Numbers<Kind>>(array: Kind, count: number): Kind {
  if (count <= array.length) return array;
  const make = array.constructor as new (length: number) => Kind;
  const larger = new make(Math.max(LEAST, count, 2 * array.length));
  larger.set(array);
  return larger;
}
