// @vitest-environment happy-dom
import fc from 'fast-check';
import type { JSX } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from '../../../../renderer/ui/rich-text/markdown.tsx';
import { Output } from '../../../../renderer/ui/rich-text/rich-text.tsx';
import { lastWritten, TerminalText } from '../../../../renderer/ui/rich-text/terminal-text.tsx';
import { excerptOf, languageOfPath, textKind } from '../../../../renderer/ui/rich-text/text-kind.ts';

const pageOf = (element: JSX.Element): Element => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(element);
  return page;
};

/** Elements that could do something, and attributes that could fetch or run something. */
const ACTIVE =
  'script, iframe, object, embed, link, style, form, a[href], svg, math, video, audio, [srcset], [onerror], [onload]';

const isInert = (page: Element): boolean =>
  page.querySelector(ACTIVE) === null &&
  [...page.querySelectorAll('*')].every((element) =>
    element
      .getAttributeNames()
      .every(
        (name) =>
          !name.startsWith('on') && (name !== 'src' || element.getAttribute(name)!.startsWith('data:image/')),
      ),
  );

const PNG = 'data:image/png;base64,iVBORw0KGgo=';

describe('Markdown', () => {
  it('shows code, tables, lists and line breaks', () => {
    const page = pageOf(
      <Markdown
        text={'Read `a.py`:\nthen\n\n```python\nreturn 1\n```\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\n- [x] done'}
      />,
    );
    expect([...page.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['1', '2']);
    expect(page.querySelector('pre .hljs-keyword')!.textContent).toBe('return');
    expect(page.querySelector('p')!.textContent).toBe('Read a.py:\nthen');
    expect(page.querySelector('input')!.hasAttribute('disabled')).toBe(true);
  });

  it('shows images that are in the text, and names all others', () => {
    const page = pageOf(
      <Markdown text={`![a](${PNG}) ![b](https://x.org/y.png) ![c](data:image/svg+xml;base64,AA==)`} />,
    );
    expect([...page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([PNG]);
    expect(page.textContent).toContain('[image: b] [image: c]');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '![x](https://example.org/pixel.png)',
    '![x](javascript:alert(1))',
    '<iframe src="https://example.org"></iframe>',
    '<style>*{display:none}</style>',
    '<math><mtext><style><img src=x onerror=alert(1)>',
    '$\\href{javascript:alert(1)}{x}$',
    'https://example.org/auto',
    '[a]: javascript:alert(1)\n\n[a]',
    '```"><script>alert(1)</script>\ncode\n```',
    '<details open ontoggle=alert(1)>',
    '[^1]\n\n[^1]: <script>alert(1)</script>',
    '<base href="https://example.org">',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<form action="https://example.org"><button>x',
  ])('lets %j do nothing', (text) => {
    expect(isInert(pageOf(<Markdown text={text} />))).toBe(true);
  });

  it('lets no text at all do anything', () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        '[',
        ']',
        '(',
        ')',
        '!',
        '`',
        '*',
        '_',
        '#',
        '|',
        '-',
        '\n',
        '"',
        "'",
        '&',
        ';',
        '/',
        '=',
      ],
      ...[
        '<script',
        'javascript:',
        'onerror',
        'src',
        'href',
        '<img ',
        '<!--',
        '-->',
        'x',
        ' ',
        '\u0000',
        '\u202E',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) =>
        isInert(pageOf(<Markdown text={pieces.join('')} />)),
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['quotes', '>'.repeat(5_000)],
    ['lists', Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['lists in a line', '- '.repeat(10_000)],
    ['brackets', '['.repeat(30_000)],
    ['links', '[a](b'.repeat(6_000)],
    ['emphasis', '*a **b '.repeat(5_000)],
    ['back quotes', Array.from({ length: 240 }, (_, nth) => '`'.repeat(nth)).join('a')],
    ['tables', '|a'.repeat(10_000) + '\n' + '|-'.repeat(10_000)],
    ['angles', '<a '.repeat(10_000)],
    ['a long text', 'word '.repeat(200_000)],
  ])('draws many %s', (_what, text) => {
    expect(pageOf(<Markdown text={text} />).textContent.length).toBeGreaterThan(0);
  });
});

describe('a text of a tool', () => {
  it.each([
    ['\u001B[31mred\u001B[0m', 'terminal'],
    ['diff --git a/x b/x\n', 'code'],
    ['--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n', 'code'],
    ['{"a": 1}', 'json'],
    ['[1, 2]', 'json'],
    ['[File: x.py (3 lines)]', 'plain'],
    ['{broken', 'plain'],
    [PNG, 'image'],
    ['data:image/svg+xml;base64,AA==', 'plain'],
    ['- a list\n+ of signs', 'plain'],
  ] as const)('%j is %s', (text, kind) => {
    expect(textKind(text).kind).toBe(kind);
  });

  it('has the language of its file', () => {
    expect(['src/a.py', 'a.TS', 'Makefile', 'x.unknown'].map(languageOfPath)).toEqual([
      'python',
      'typescript',
      undefined,
      undefined,
    ]);
  });

  it('is folded to its first and last lines', () => {
    const text = Array.from({ length: 30 }, (_, nth) => `line ${nth}`).join('\n');
    expect(excerptOf(text, 2, 1)).toEqual({ head: 'line 0\nline 1', tail: 'line 29', left: 27 });
    expect(excerptOf('a\nb\nc', 2, 1)).toBeUndefined();
    const folded = pageOf(<Output text={text} folded />).textContent;
    expect(folded).toContain('line 0');
    expect(folded).toContain('line 29');
    expect(folded).not.toContain('line 15');
    expect(pageOf(<Output text={text} folded={false} />).textContent).toContain('line 15');
  });

  it('has its terminal’s colours, and none of its other codes', () => {
    const page = pageOf(
      <TerminalText
        text={'\u001B[1;31mbad\u001B[0m \u001B[38;5;208morange\u001B[0m\u001B[2J\u001B]0;title\u0007 end'}
      />,
    );
    expect(page.textContent).toBe('bad orange end');
    expect(page.innerHTML).toContain('color:rgb(255,135,0)');
    expect(lastWritten('10 %\r50 %\r100 %\ndone\r')).toBe('100 %\ndone');
  });

  it('shows colours of a hostile text as nothing but text', () => {
    const page = pageOf(
      <TerminalText text={'\u001B[31m<img src=x onerror=alert(1)>\u001B[38;2;9);background:url(x)m'} />,
    );
    expect(isInert(page)).toBe(true);
    expect(page.querySelector('[style]')).toBeNull();
  });
});
