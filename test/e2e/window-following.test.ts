import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { chat, modelServer, stream } from '../main/model-agent/model-server.ts';
import { ask } from './call-main.ts';
import { oneWorkbench } from './one-workbench.ts';
import { WindowUser } from './window-user.ts';

/** An event and a variant for each word of a module, of a universe and of the letters in a folder. */
const FOLLOWED = `import { agentUserInterface, scenario, seconds, variants } from 'orrery';
import { words } from './parts/words.ts';
import kind from '../universes/kind.json';
import letters from '../letters/';
import judge from '../judges/strict.json';

const all = [...words, ...kind.words, ...Object.values(letters)];

export default variants({ word: all }, () =>
  scenario({
    name: 'followed',
    duration: seconds(20),
    judge,
    apps: () => ({ user: agentUserInterface() }),
    events({ user }, { oracle }) {
      const asked = all.map((content, nth) => user.send_message_to_agent({ content }).id(content).at(seconds(nth)));
      oracle(user.send_message_to_user({ content: 'Good day.' })).after(asked[0]!, seconds(5));
    },
  }),
);
`;

/** A scenario whose server alone knows its tools. */
const SERVED = `import { agentUserInterface, mcpApp, scenario, seconds } from 'orrery';

export default scenario({
  name: 'served',
  duration: seconds(5),
  apps: () => ({
    user: agentUserInterface(),
    sum: mcpApp({ command: ['node', 'servers/adder.mjs', 'good', 'calls.txt'] }),
  }),
  events({ user, sum }) {
    user.send_message_to_agent({ content: 'Add it up.' });
    sum['add']!({ n: 2 }).at(seconds(1));
  },
});
`;

const script = (content: string): string =>
  JSON.stringify({ agent: [{ at: 3, app: 'user', tool: 'send_message_to_user', args: { content } }] });

/** A program that says \`word\` once. */
const program = (word: string): string => `import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
const tail = readFileSync('agents/tail.txt', 'utf8');
let said = false;
for await (const line of createInterface({ input: process.stdin })) {
  const { kind } = JSON.parse(line);
  if (kind === 'start') console.log('{"do":"ready"}');
  if (kind !== 'turn') continue;
  const speak = { do: 'call', tool: 'user__send_message_to_user', args: { content: '${word}' + tail } };
  console.log(JSON.stringify(said ? { do: 'wait' } : speak));
  said = true;
}
`;

const SERVER = readFileSync(join(import.meta.dirname, '../mcp-server.mjs'), 'utf8');

/** A kind of file that a scenario is made of: what it is, then with one word more, then broken. */
const SOURCES: Readonly<Record<string, readonly [path: string, ...texts: readonly (string | undefined)[]]>> =
  {
    module: [
      'scenarios/parts/words.ts',
      "export const words = ['Ada'];",
      "export const words = ['Ada', 'Grace'];",
      'export const words = 7;',
    ],
    universe: [
      'universes/kind.json',
      '{ "words": ["Alan"] }',
      '{ "words": ["Alan", "Edsger"] }',
      '{ "words": [',
    ],
    'other data': ['letters/second.md', undefined, 'Barbara', undefined],
    'judge configuration': [
      'judges/strict.json',
      '{ "pre_event_tolerance_seconds": 10 }',
      '{ "pre_event_tolerance_seconds": 9 }',
      '{ "pre_event_tolerance_seconds": "soon" }',
    ],
  };

const bench = oneWorkbench({
  'scenarios/followed.ts': FOLLOWED,
  'scenarios/served.ts': SERVED,
  'letters/first.md': 'Donald',
  ...Object.fromEntries(
    Object.values(SOURCES).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  ),
  'agents/polite.json': script('Good day.'),
  'agents/speaker.mjs': program('Good'),
  'agents/tail.txt': ' day.',
  'prompts/clerk.md': 'Be quick.',
  'prices.json': '{ "models": { "tiny": { "input": 1, "output": 2 } } }',
  'servers/adder.mjs': SERVER,
});

/** How a run may end here. */
const OVER = /Not judged|Failed|Passed/;

/** Milliseconds from each change to what followed, by what changed. */
const times: Record<string, number> = {};

afterAll(() => {
  // For docs/benchmarks.md.
  if (process.env['ORRERY_TIMES'] !== undefined) console.table(times);
});

/** Writes a file of the workspace, or deletes it. */
function write(path: string, text: string | undefined): void {
  const file = join(bench.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  if (text === undefined) rmSync(file);
  else writeFileSync(file, text);
}

/** Makes a change, and waits for what must follow. */
async function follows(what: string, change: () => unknown, seen: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await change();
  await seen();
  times[what] = Math.round(performance.now() - began);
}

beforeEach(async () => {
  const { page } = bench;
  await page.keyboard.press('Control+,');
  await page.getByRole('checkbox', { name: /^Run on save/ }).check();
  await page.keyboard.press('Escape');
});

describe('a file outside', () => {
  it('is followed by problems, graph, variants, queue and the run on save, whatever it is to a scenario', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const row = user.list('Scenarios').getByRole('button', { name: /^followed\.ts/ });
    const graph = page.getByRole('group', { name: 'Event graph' });
    await user.open('followed.ts');
    await user.run('Not judged');
    await user.tab('Graph').click();
    await user.reads(graph, 'Donald');

    for (const [kind, [path, first, more, broken]] of Object.entries(SOURCES)) {
      const addsWord = kind !== 'judge configuration';
      const entries = await user.entries();
      const original = await user.shownRun();
      await follows(
        `${kind}: run on save, graph`,
        () => {
          write(path, more);
        },
        async () => {
          await expect.poll(() => user.shownRun()).not.toBe(original);
          if (addsWord) await user.reads(graph, /Grace|Edsger|Barbara/);
        },
      );
      await user.reads(user.status, 'Not judged');
      expect(await user.entries()).toBe(entries + (addsWord ? 1 : 0));
      if (addsWord) {
        await page.getByRole('combobox', { name: 'Variant' }).click();
        await page.getByRole('option', { name: /Grace|Edsger|Barbara/ }).waitFor();
        await page.keyboard.press('Escape');
        await user.tab('Queue').click();
        await user.playhead.focus();
        await page.keyboard.press('Home');
        await user.reads(user.panel('Queue'), /Grace|Edsger|Barbara/);
        await user.tab('Graph').click();
      }
      if (kind !== 'other data') {
        await follows(
          `${kind}: problems`,
          () => {
            write(path, broken);
          },
          async () => expect.poll(() => row.innerText()).toMatch(/\d/),
        );
        await user.reads(user.status, /\d problems?/);
      }
      const changed = await user.shownRun();
      await follows(
        `${kind}: no problems, run on save`,
        () => {
          write(path, first);
        },
        () => expect.poll(() => user.shownRun()).not.toBe(changed),
      );
      await expect.poll(() => row.innerText()).not.toMatch(/\d/);
      await user.reads(user.status, 'Not judged');
      expect(await user.entries()).toBe(entries);
    }
    expect(bench.errors).toEqual([]);
  });
});

describe('a file of those who play', () => {
  it('is followed by what runs say of it, by problems and by the run on save', async () => {
    const user = new WindowUser(bench);
    const row = user.list('Scenarios').getByRole('button', { name: /^followed\.ts/ });
    const log = user.panel('Log');
    const newRun = async (change: () => void, what: string): Promise<void> => {
      const before = await user.shownRun();
      await follows(what, change, () => expect.poll(() => user.shownRun()).not.toBe(before));
      await user.reads(user.status, OVER);
    };
    await user.open('followed.ts');
    await user.choose('Agent', 'polite.json');
    await user.run(OVER);

    await newRun(() => {
      write('agents/polite.json', script('Good evening.'));
    }, 'script: run on save');
    await user.reads(log, 'Good evening.');
    await follows(
      'script: problems',
      () => {
        write('agents/polite.json', '{ "agent": [');
      },
      async () => expect.poll(() => row.innerText()).toMatch(/\d/),
    );
    await newRun(() => {
      write('agents/polite.json', script('Good day.'));
    }, 'script: no problems, run on save');
    await expect.poll(() => row.innerText()).not.toMatch(/\d/);

    await user.choose('Agent', 'agents/speaker.mjs');
    await user.run(OVER);
    await newRun(() => {
      write('agents/speaker.mjs', program('Bad'));
    }, 'agent program: run on save');
    await user.reads(log, 'Bad day.');
    await newRun(() => {
      write('agents/tail.txt', ' evening.');
    }, 'file of an agent program: run on save');
    await user.reads(log, 'Bad evening.');
    await user.choose('Agent', 'Oracle');
    expect(bench.errors).toEqual([]);
  });

  it('is followed when a model plays: its prompt and its price', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const row = user.list('Scenarios').getByRole('button', { name: /^followed\.ts/ });
    const changed = user.status.getByRole('button', { name: 'Code changed since' });
    const { url, asked } = await modelServer((response) => {
      stream(response, chat({ text: 'Good day.' }));
    });
    const newRun = async (): Promise<void> => {
      const before = asked.length;
      await expect.poll(() => asked.length).toBeGreaterThan(before);
      await user.reads(user.status, OVER);
      await expect.poll(() => changed.count()).toBe(0);
    };
    const model = { url, name: 'tiny', wire: 'chat-completions', calls: 'native', parameters: {} } as const;
    await ask(page, 'models.set', { models: [{ ...model, prompt: 'prompts/clerk.md' }] });
    await page.reload();
    await user.open('followed.ts');
    await user.choose('Agent', `tiny · ${new URL(url).host} · clerk.md`);
    await user.run(OVER);

    await follows(
      'prompt: run on save',
      () => {
        write('prompts/clerk.md', 'Be slow.');
      },
      newRun,
    );
    expect(JSON.stringify(asked.at(-1)!.body)).toContain('Be slow.');
    await follows(
      'prices: run on save',
      () => {
        write('prices.json', '{ "models": { "tiny": { "input": 3, "output": 4 } } }');
      },
      newRun,
    );
    const [run] = (await ask(page, 'workspace.read', {})).runs;
    expect(run?.choices?.agent?.model?.price).toMatchObject({ input: 3, output: 4 });
    await follows(
      'prices: problems',
      () => {
        write('prices.json', '{ "models": { "tiny": { "input": "much" } } }');
      },
      async () => expect.poll(() => row.innerText()).toMatch(/\d/),
    );
    await changed.waitFor();
    await follows(
      'prices: no problems, run on save',
      () => {
        write('prices.json', '{ "models": { "tiny": { "input": 3, "output": 4 } } }');
      },
      newRun,
    );
    await expect.poll(() => row.innerText()).not.toMatch(/\d/);
    await user.choose('Agent', 'Oracle');
    await ask(page, 'models.set', { models: [] });
    expect(bench.errors).toEqual([]);
  });

  it('is followed when a server does: its tools once it has told them, and its program', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const graph = page.getByRole('group', { name: 'Event graph' });
    const row = user.list('Scenarios').getByRole('button', { name: /^served\.ts/ });
    await user.open('served.ts');
    await expect.poll(() => row.innerText()).toMatch(/\d/);
    await user.tab('Problems').click();
    await user.reads(user.panel('Problems'), 'known once the scenario has run here');

    await user.run(OVER);
    await expect.poll(() => row.innerText()).not.toMatch(/\d/);
    await user.tab('Graph').click();
    await user.reads(graph, 'add');
    const first = await user.shownRun();
    await follows(
      'program of a server: run on save',
      () => {
        write('servers/adder.mjs', `// Only this is new.\n${SERVER}`);
      },
      () => expect.poll(() => user.shownRun()).not.toBe(first),
    );
    expect(bench.errors).toEqual([]);
  });
});
