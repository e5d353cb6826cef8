import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  openStore,
  readAgentLogs,
  readEntryFacts,
  readRecordings,
  type Store,
  TraceError,
} from '../../../../engine/index.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { type Helper, sumTokens, type TokenCount } from '../../../../engine/model/transcript.ts';
import { importRuns } from '../../../../main/host/import/import-file.ts';
import { writeAtif } from '../../../../main/host/inspect/write-atif.ts';
import { writeOtlp } from '../../../../main/host/inspect/write-otlp.ts';
import { openDatabase, packing } from '../../../open-database.ts';

const EXAMPLES = new URL('../../../engine/formats/trajectories/examples/', import.meta.url);

function emptyStore(): Store {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
}

/** The runs of each example of a file of another tool. */
async function examples(): Promise<
  readonly { readonly store: Store; readonly run: RunSummary; readonly name: string }[]
> {
  const store = emptyStore();
  const all = [];
  for (const name of readdirSync(EXAMPLES).sort())
    try {
      const runs = await importRuns(store, { name, bytes: readFileSync(new URL(name, EXAMPLES)) });
      all.push(...runs.map((run) => ({ store, run, name })));
    } catch (thrown) {
      if (!(thrown instanceof TraceError)) throw thrown;
    }
  return all;
}

/** The name of a helper, after those of who called it. */
const helperName = (helper: Helper | undefined): string =>
  helper === undefined ? '' : `${helperName(helper.of)} ${helper.name}`;

interface Told {
  /** What helpers were told, thought and said. */
  readonly helpers: readonly string[];
  readonly acts: readonly string[];
  readonly thoughts: readonly string[];
  readonly tokens: TokenCount;
}

/** What the agent read, thought, called and said in a run. */
function toldIn(
  entries: ReturnType<Store['entries']>,
  document: Parameters<typeof readAgentLogs>[0],
  start: Parameters<typeof readAgentLogs>[1],
): Told {
  const logs = readAgentLogs(document, start);
  const facts = readEntryFacts(document);
  return {
    helpers: logs.flatMap(({ helper, kind, text }) =>
      helper === undefined || kind === 'log' ? [] : [`${helperName(helper)} ${kind}: ${text}`],
    ),
    acts: entries.flatMap((entry) => {
      if (!('action' in entry) || (entry.kind !== 'agent' && !entry.action.tool.startsWith('send_message')))
        return [];
      const { app, tool, args } = entry.action;
      return [
        JSON.stringify([
          entry.kind,
          app,
          tool,
          args,
          entry.outcome,
          helperName(facts.get(entry.index)?.helper),
        ]),
      ];
    }),
    thoughts: logs.flatMap(({ kind, text }) => (kind === 'thought' && text !== '' ? [text] : [])),
    tokens: sumTokens(logs.flatMap(({ tokens }) => tokens ?? [])),
  };
}

/** The same of the trajectory in a text. */
function toldOf(text: string): Told {
  const [run] = readRecordings(text, 'again.json');
  return toldIn(run!.entries, run!.extras.document, run!.start);
}

const told = (store: Store, run: RunSummary): Told =>
  toldIn(store.entries(run.id, 0, run.entries), store.extras(run.id)!.document, run.start);

/** The parts of a generator, and what it returns. */
function drained(
  parts: Generator<string, readonly string[]>,
): readonly [text: string, notes: readonly string[]] {
  const texts: string[] = [];
  for (;;) {
    const { done, value } = parts.next();
    if (done === true) return [texts.join('\n'), value];
    texts.push(value);
  }
}

describe('an export that is imported again', () => {
  it('as ATIF is equal: acts, outcomes, thoughts and tokens', async () => {
    for (const { store, run, name } of await examples())
      expect({ name, ...toldOf(drained(writeAtif(store, run))[0]) }).toEqual({ name, ...told(store, run) });
  });

  it('as OTLP is equal but for apps, types of errors and values that are no text', async () => {
    const plain = ({ acts, ...others }: Told): object => ({
      ...others,
      acts: acts.map((act) => {
        const [kind, app, tool, args, outcome, helper] = JSON.parse(act) as [
          string,
          string,
          string,
          object,
          { status: string },
          string,
        ];
        const named = app === 'tools' || app === 'Conversation' ? tool : `${app}__${tool}`;
        return [kind, tool.startsWith('send_message') ? tool : named, args, outcome.status, helper];
      }),
    });
    for (const { store, run, name } of await examples()) {
      const [text] = drained(writeOtlp(store, run));
      const own = plain(told(store, run));
      const again = plain(toldOf(text));
      const flat = (one: object): object =>
        JSON.parse(JSON.stringify(one).replaceAll('tools__', '')) as object;
      expect({ name, ...flat(again) }).toEqual({ name, ...flat(own) });
    }
  });
});
