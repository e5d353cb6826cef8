import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageFile } from '../../../main/shell/protocol.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A page folder with a file beside it that must not be served. */
const pageFolder = (): string =>
  join(
    temporaryFolder({
      'page/index.html': '<p>soup</p>',
      'page/assets/a b.js': 'soup()',
      'page/assets/recipe.sqlite': 'secret',
      'secret.js': 'secret()',
    }),
    'page',
  );

describe('pageFile()', () => {
  it('serves index.html at the root with its content type and the policy', async () => {
    const response = await pageFile(pageFolder(), 'app://orrery/');

    expect(await response.text()).toBe('<p>soup</p>');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Content-Security-Policy')).toContain(
      "default-src 'none'; script-src 'self';",
    );
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('serves a file whose name is URL-encoded', async () => {
    const response = await pageFile(pageFolder(), 'app://orrery/assets/a%20b.js?v=1');

    expect(await response.text()).toBe('soup()');
  });

  it.each([
    'app://orrery/../secret.js',
    'app://orrery/%2e%2e/secret.js',
    'app://orrery/..%2fsecret.js',
    'app://orrery/assets/..%2f..%2fsecret.js',
    'app://orrery/..%5csecret.js',
    'app://orrery/index.html%00.js',
    'app://orrery/%ff',
    'app://orrery/assets',
    'app://orrery/assets/recipe.sqlite',
    'app://orrery/no-such.js',
    'app://kitchen/index.html',
  ])('answers 404 for %s', async (url) => {
    const response = await pageFile(pageFolder(), url);

    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });
});
