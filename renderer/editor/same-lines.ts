const plain = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** True where two texts differ in nothing but how their lines end, which an editor makes the same throughout. */
export const sameLines = (one: string, other: string): boolean =>
  one === other || plain(one) === plain(other);
