/** Whether two values of JSON are equal in Python: true is 1 there, and the order of keys is of no account. */
export function same(one: unknown, other: unknown): boolean {
  if (numbered(one) === numbered(other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}

const numbered = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);
