import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../../engine/apps/files/read-document.ts';

const textOf = (html: string): string => readHtml(html).text;

describe('readHtml()', () => {
  it('separates headings, lists, tables and paragraphs', () => {
    const html = `<!DOCTYPE html><html><head><title> The &amp; menu </title></head><body>
      <h2>Today</h2><p>Soup,
      <em>hot</em>.</p><ul><li>Leek</li><li>Pea</li></ul>
      <table><tr><th>Soup</th><th>Price</th></tr><tr><td>Leek</td><td>4</td></tr></table></body></html>`;

    expect(readHtml(html)).toEqual({
      title: 'The & menu',
      text: '## Today\n\nSoup, hot.\n\n- Leek\n- Pea\n\nSoup Price\nLeek 4',
    });
  });

  it('leaves out scripts, styles and comments', () => {
    expect(textOf('a<script>if (1 < 2) document.write("<p>b</p>")</script>c')).toBe('ac');
    expect(textOf('a<STYLE>p { }</STYLE ><!-- <p>b --> c')).toBe('a c');
    expect(textOf('a<script>b')).toBe('a');
  });

  it.each([
    ['&lt;b&gt; &quot;&apos;&nbsp;', `<b> "'`],
    ['&#233;&#xE9;&#128578;', 'éé🙂'],
    ['&soup; &#9999999; & ; 1 < 2', '&soup; &#9999999; & ; 1 < 2'],
    ['a<br>b<br/>c', 'a\nb\nc'],
  ])('converts %s', (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it('reads any text without an error, including 600,000 characters of unclosed tags', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', '</', '<!--', '<script', '<title', ' ', '&', '"')),
        (parts) => {
          expect(() => readHtml(parts.join(''))).not.toThrow();
        },
      ),
    );
    expect(textOf('<title'.repeat(100_000))).toHaveLength(600_000);
    expect(textOf('<!--'.repeat(100_000))).toBe('');
  });
});
