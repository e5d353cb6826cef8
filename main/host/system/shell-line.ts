/** `words` as a line to paste into a terminal: into the usual shells of Unix, or those of Windows, which both take double quotes. */
export function shellLine(words: readonly string[], platform: NodeJS.Platform = process.platform): string {
  return words.map(platform === 'win32' ? quotedForWindows : quotedForUnix).join(' ');
}

const quotedForUnix = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** A backslash is doubled only before a quote: programs on Windows read it so. */
const quotedForWindows = (word: string): string =>
  /^[\w@+=:./\\-]+$/.test(word)
    ? word
    : `"${word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/\\+$/, '$&$&')}"`;
