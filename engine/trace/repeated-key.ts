/** How many keys all objects of `text` have together, those that stand there twice counted twice. It must be JSON. */
export function keysIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) count += 1;
  }
  return count;
}

/** The way to the first key that its object has twice. `text` must be JSON. */
export function repeatedKey(text: string): readonly (string | number)[] | undefined {
  const open: { readonly seen: Set<string> | undefined; at: string | number }[] = [];
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const inside = open.at(-1);
    switch (text.charAt(at)) {
      case '{':
        open.push({ seen: new Set(), at: '' });
        isKey = true;
        break;
      case '[':
        open.push({ seen: undefined, at: 0 });
        isKey = false;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        isKey = inside?.seen !== undefined;
        if (typeof inside?.at === 'number') inside.at += 1;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (isKey && inside?.seen !== undefined) {
          inside.at = JSON.parse(text.slice(at, end + 1)) as string;
          if (inside.seen.has(inside.at)) return open.map((one) => one.at);
          inside.seen.add(inside.at);
          isKey = false;
        }
        at = end;
      }
    }
  }
  return undefined;
}

const QUOTE = 34;
const COLON = 58;

/** Where the string ends that begins at `start`; -1 when it does not end. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
