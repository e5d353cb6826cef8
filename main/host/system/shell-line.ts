/** `words` as a line to paste into a terminal, quoted for the usual shells of Unix or Windows. Both accept double quotes. */
export function shellLine(words: readonly string[], platform: NodeJS.Platform = process.platform): string {
  return words.map(platform === 'win32' ? quotedForWindows : quotedForUnix).join(' ');
}

/** `word` quoted for a Unix shell, if it needs quotes. */
export const quotedForUnix = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** `word` quoted for Windows, where programs expect a doubled backslash only before a quote. */
const quotedForWindows = (word: string): string =>
  /^[\w@+=:./\\-]+$/.test(word)
    ? word
    : `"${word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/\\+$/, '$&$&')}"`;
