const originals = new WeakMap<object, object>();

/** Notes that `draft` stands for `original`. */
export function standsFor(draft: object, original: object): void {
  originals.set(draft, original);
}

/** What `value` stands for when it is a draft, else `value` itself. */
export const originalOf = (value: object): object => originals.get(value) ?? value;
