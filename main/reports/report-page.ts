import { createHash } from 'node:crypto';

/** What every report is made of: the page's script and style, as the build made them. */
export interface Assets {
  readonly script: string;
  readonly style: string;
}

/**
 * A page that shows `data`, gzipped JSON in base64, and needs nothing but itself: it may run and be styled by what is
 * written here, by their hashes, and may fetch nothing at all.
 */
export function reportPage(title: string, { script, style }: Assets, data: string): readonly string[] {
  // Either would end its element early, whatever stands around it.
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style))
    throw new Error("the report's script or style holds the end of its own element");
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    '<meta name="color-scheme" content="light dark">\n',
    `<title>${escaped(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n`,
    '<div id="root"></div>\n<noscript>This report is shown by a script, which it brings along.</noscript>\n',
    `<script type="text/plain" id="report-data">${data}</script>\n`,
    `<script>${script}</script>\n</body>\n</html>\n`,
  ];
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
