const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) values[DIGITS.charCodeAt(value)] = value;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether `text` is base64 as RFC 4648 writes it, padding included. */
export const isBase64 = (text: string): boolean => BASE64.test(text);

/** How many bytes `base64` stands for. */
export const base64Size = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

/** The UTF-8 bytes of `text`, in base64. Half a surrogate pair becomes U+FFFD. */
export function toBase64(text: string): string {
  const bytes = utf8(text);
  let base64 = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    base64 +=
      DIGITS[bits >> 18]! + DIGITS[(bits >> 12) & 63]! + DIGITS[(bits >> 6) & 63]! + DIGITS[bits & 63]!;
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  return base64.slice(0, base64.length - padding) + '='.repeat(padding);
}

/** The text whose UTF-8 bytes `base64` holds; `undefined` when they are no text. */
export function textOf(base64: string): string | undefined {
  const valueAt = (at: number): number => values[base64.charCodeAt(at)]!;
  const size = base64Size(base64);
  let escaped = '';
  for (let at = 0, byte = 0; byte < size; at += 4) {
    const bits = (valueAt(at) << 18) | (valueAt(at + 1) << 12) | (valueAt(at + 2) << 6) | valueAt(at + 3);
    for (let shift = 16; shift >= 0 && byte < size; shift -= 8, byte++)
      escaped += escape((bits >> shift) & 255);
  }
  if (escaped.includes('%00')) return undefined;
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

/** How many bytes `text` is in UTF-8. */
export const utf8Size = (text: string): number => utf8(text).length;

const escape = (byte: number): string => `%${byte < 16 ? '0' : ''}${byte.toString(16)}`;

function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
  const bytes = new Uint8Array(escaped.length);
  let size = 0;
  for (let at = 0; at < escaped.length; at++)
    if (escaped[at] === '%') {
      bytes[size++] = parseInt(escaped.slice(at + 1, at + 3), 16);
      at += 2;
    } else bytes[size++] = escaped.charCodeAt(at);
  return bytes.subarray(0, size);
}
