import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Problem } from '../../engine/model/problem.ts';
import { tries } from '../tries.ts';
import { oneWorkbench } from './one-workbench.ts';
import { orreryIn } from './orrery.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { WindowUser } from './window-user.ts';

const SCENARIO = 'scenarios/random.ts';
const MODULE = 'scenarios/parts/random-words.ts';
const UNIVERSE = 'universes/random.json';

const scenarioWith = (
  ...events: readonly string[]
): string => `import { agentUserInterface, scenario, seconds } from 'orrery';
import { words } from './parts/random-words.ts';
import kind from '../universes/random.json';

export default scenario({
  name: 'random',
  duration: seconds(6),
  apps: () => ({ user: agentUserInterface() }),
  events({ user }) {
    ${events.join('\n    ')}
  },
});
`;

const ASK = 'const ask = user.send_message_to_agent({ content: words }).at(seconds(1));';
const WISH = 'user.send_message_to_agent({ content: kind.wish }).after(ask);';

/** The texts that a file may have, the first at first. Some have problems, alone or with what the others have. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  [SCENARIO]: [
    scenarioWith(ASK, WISH),
    scenarioWith(ASK, WISH, "user.send_message_to_agent({ content: 'And now?' }).at(seconds(3));"),
    scenarioWith(ASK, WISH, 'user.send_message_to_agent({ content: 7 });'),
    scenarioWith(ASK, WISH, 'user.send_message_to_agent({ content: );'),
    scenarioWith(ASK, `const wish = ${WISH}`, 'ask.after(wish);'),
    scenarioWith(ASK, WISH, "throw new Error('the archive is closed');"),
  ],
  [MODULE]: [
    "export const words = 'Hello.';\n",
    "export const words = 'Good evening.';\n",
    'export const words = 7;\n',
    "export const word = 'Hello.';\n",
    'export const words = ;\n',
  ],
  [UNIVERSE]: ['{ "wish": "Soup." }\n', '{ "wish": "Salad." }\n', '{ "hope": "Soup." }\n', '{ "wish": \n'],
};

const FILES = Object.fromEntries(Object.entries(TEXTS).map(([path, texts]) => [path, texts[0]!]));

const edit = fc.constantFrom(SCENARIO, MODULE, MODULE, UNIVERSE).chain((path) =>
  fc.record({
    path: fc.constant(path),
    // Half of the texts are good, so that runs go on.
    text: fc.oneof(fc.constantFrom(...TEXTS[path]!.slice(0, 2)), fc.constantFrom(...TEXTS[path]!)),
    how: path === UNIVERSE ? fc.constant('outside') : fc.constantFrom('outside', 'typed', 'saved'),
  }),
);

/** `text` without the white space, which the editor draws with characters of its own. */
const letters = (text: string): string => text.replace(/\s/g, '');

const bench = oneWorkbench(FILES);

it('of a scenario and its files, inside and outside: the window and a fresh start in the terminal agree after each', async () => {
  const { page, folder } = bench;
  const user = new WindowUser(bench);
  const texts = new Map(Object.entries(FILES));
  const unsaved = new Set<string>();
  const open = async (path: string): Promise<void> => {
    const name = path.split('/').at(-1)!;
    await page
      .getByRole('list', { name: path === MODULE ? 'Shared code' : 'Scenarios' })
      .getByRole('button', { name: new RegExp(`^${name.replace('.', '\\.')}`) })
      .click();
    // An edit of a text that is no longer on disk would be a conflict.
    await expect
      .poll(() => page.locator(`.monaco-editor[data-uri$="/${name}"] .view-lines`).innerText())
      .toSatisfy((shown: string) => letters(shown) === letters(texts.get(path)!));
  };
  /** What the window shows: the number of problems beside the scenario, and the log hash of the preview. */
  const inWindow = async (isGood: boolean): Promise<{ problems: number; hash: string | undefined }> => {
    const row = await user
      .list('Scenarios')
      .getByRole('listitem')
      .filter({ hasText: 'random.ts' })
      .innerText();
    return {
      problems: Number(/random\.ts\s+(\d+)/.exec(row)?.[1] ?? 0),
      hash: isGood ? await user.logHash().catch(() => '') : undefined,
    };
  };
  /** The places in the Problems panel, as `file:line`. */
  const placesShown = async (): Promise<readonly string[]> => {
    // Each preview shows its log.
    await user.tab(/^Problems/).click();
    return (await user.panel('Problems').innerText()).match(/^\S+\.(?:ts|json):\d+/gm) ?? [];
  };
  /** The same in the terminal, in a folder that no process has seen. */
  const afresh = async (): Promise<{
    problems: number;
    hash: string | undefined;
    places: readonly string[];
  }> => {
    const copy = temporaryFolder(Object.fromEntries(texts));
    const checked = await orreryIn(copy, ['check', SCENARIO, '--json']);
    const found = JSON.parse(checked.stdout) as readonly Problem[];
    const problems = found.length;
    const places = found.flatMap(({ place }) => (place === undefined ? [] : [`${place.file}:${place.line}`]));
    if (checked.code !== 0) return { problems, hash: undefined, places };
    const ran = await orreryIn(copy, ['run', SCENARIO, '--json', '--db', 'runs.db']);
    return { problems, hash: (JSON.parse(ran.stdout) as { readonly logHash: string }).logHash, places };
  };
  await open(SCENARIO);
  await page.keyboard.press('Control+F5');
  const banner = page.getByRole('status', { name: 'Live preview' });
  await user.reads(banner, 'Nothing is stored');

  for (const [nth, { path, text, how }] of fc.sample(edit, { numRuns: tries(200, 20), seed: 1 }).entries()) {
    if (how === 'outside') {
      // As a program does that knows nothing of the edits.
      if (unsaved.has(path)) continue;
      writeFileSync(join(folder, path), text);
    } else {
      await open(path);
      await user.write(text);
      if (how === 'saved') await page.keyboard.press('Control+S');
      unsaved.delete(path);
      if (how === 'saved') await expect.poll(() => readFileSync(join(folder, path), 'utf8')).toBe(text);
      else if (readFileSync(join(folder, path), 'utf8') !== text) unsaved.add(path);
    }
    texts.set(path, text);

    const { places, ...wanted } = await afresh();
    await expect
      .poll(() => inWindow(wanted.hash !== undefined), { message: `edit ${nth}: ${how}, ${path}: ${text}` })
      .toEqual(wanted);
    await expect.poll(placesShown).toEqual(expect.arrayContaining([...places]));
  }
  expect(bench.errors).toEqual([]);
}, 1_200_000);
