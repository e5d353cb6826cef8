import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const documents = ['.', 'docs', 'engine', 'main', 'renderer', 'resources', 'test'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: folder !== '.' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

it.each(documents)('%s links to files that exist', (document) => {
  const links = Array.from(read(document).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link!)
    .filter((link) => !/^[a-z]+:|^#/.test(link))
    .map((link) => link.replace(/#.*/, ''));
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(document), link)))).toEqual([]);
});

/** Matches a name with its file, such as `FORMATS` in [formats.ts](engine/formats/trajectories/formats.ts). */
const NAME_IN_FILE =
  /`#?(\w+)`(?: and `(\w+)`)? in (?:\[[^\]]*\]\(([^)\s#]+\.tsx?)\)|`((?:engine|main|preload|renderer)\/[^`*<]+\.tsx?)`)/g;

it.each(documents)('%s gives the file that declares a name', (document) => {
  const elsewhere = Array.from(read(document).matchAll(NAME_IN_FILE)).filter(([, one, other, link, path]) => {
    const text = read(link === undefined ? path! : join(dirname(document), link));
    return [one!, ...(other === undefined ? [] : [other])].some(
      (name) =>
        !new RegExp(
          `(?:const|function\\*?|class|interface|type) ${name}\\b|^ *(?:async )?#?${name}[(:?]`,
          'm',
        ).test(text),
    );
  });
  expect(elsewhere.map(([words]) => words)).toEqual([]);
});

it('names each job of the worker processes', () => {
  const jobs = Array.from(read('main/worker.ts').matchAll(/^ {2}(\w+): async/gm), ([, job]) => job!);
  const [, table] = read('main/README.md')
    .split('\n## Processes\n')[1]!
    .split(/\n\| -.*\n/);
  const named = Array.from(table!.split('\n\n')[0]!.matchAll(/^\| `(\w+)`/gm), ([, job]) => job!);
  expect(named.toSorted()).toEqual(jobs.toSorted());
});

it('cites the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read('CITATION.cff')).toContain(`\nversion: ${version}\n`);
});
