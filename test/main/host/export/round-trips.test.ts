import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
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
import { type Subagent, sumTokens, type TokenCount } from '../../../../engine/model/transcript.ts';
import { importRuns } from '../../../../main/host/import/import-file.ts';
import { writeAtif } from '../../../../main/host/export/write-atif.ts';
import { writeOtlp } from '../../../../main/host/export/write-otlp.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { tries } from '../../../tries.ts';

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

/** The name of a subagent, after those of who called it. */
const subagentName = (subagent: Subagent | undefined): string =>
  subagent === undefined ? '' : `${subagentName(subagent.of)} ${subagent.name}`;

/** What the transcript has of the user and the environment: messages, limits and errors. */
const TOLD = /^(?:send_message|limit_reached$|error_told$)/;

interface Told {
  /** What subagents were told, thought and said. */
  readonly subagents: readonly string[];
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
    subagents: logs.flatMap(({ subagent, kind, text }) =>
      subagent === undefined || kind === 'log' ? [] : [`${subagentName(subagent)} ${kind}: ${text}`],
    ),
    acts: entries.flatMap((entry) => {
      if (!('action' in entry) || (entry.kind !== 'agent' && !TOLD.test(entry.action.tool))) return [];
      const { app, tool, args } = entry.action;
      return [
        JSON.stringify([
          entry.kind,
          app,
          tool,
          args,
          entry.outcome,
          subagentName(facts.get(entry.index)?.subagent),
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

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    'two\nlines',
    '{"a": 1}',
    '"quoted"',
    '<b>&amp;</b>',
    '\u2028',
    ' ',
    '```sh\nls\n```',
    'Error: none',
  ),
);
const said = text.filter((one) => one.trim() !== '');
const args = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 6 }).filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 2 }),
  {
    maxKeys: 3,
  },
);
const step = fc.oneof(
  fc.record({ source: fc.constant('user'), message: said }),
  fc.record({ source: fc.constant('agent'), message: said, reasoning: text }),
  fc.record({
    source: fc.constant('agent'),
    message: fc.constant(''),
    reasoning: text,
    calls: fc.array(fc.record({ args, content: text, failed: fc.boolean(), named: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    }),
    read: fc.nat(1_000),
  }),
);

/** A random trajectory in ATIF. */
const trajectories = fc.array(step, { minLength: 1, maxLength: 12 }).map((steps) => ({
  schema_version: 'ATIF-v1.7',
  session_id: 'random',
  agent: { name: 'cook', version: '1' },
  steps: steps.map((one, nth) => {
    const { calls = [], read } = one as Partial<{
      calls: { args: object; content: string; failed: boolean }[];
      read: number;
    }>;
    const { reasoning } = one as { readonly reasoning?: string };
    return {
      step_id: nth + 1,
      timestamp: new Date(Date.UTC(2026, 0, 5) + nth * 1_234).toISOString(),
      source: one.source,
      // Requests repeat the talk so far, so that what somebody says again looks like the same message.
      message: one.message === '' ? '' : `${nth}: ${one.message}`,
      ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map((call, at) => ({
              tool_call_id: `c${nth}-${at}`,
              function_name: `tool_${at}`,
              arguments: call.args,
            })),
            observation: {
              results: calls.map((call, at) => ({
                source_call_id: `c${nth}-${at}`,
                content: call.content,
                ...(call.failed ? { is_error: true } : {}),
              })),
            },
            metrics: { prompt_tokens: read, completion_tokens: 1 },
          }),
    };
  }),
}));

describe('an export that is imported again', () => {
  it('as ATIF is equal for random runs', async () => {
    await fc.assert(
      fc.asyncProperty(trajectories, async (trajectory) => {
        const store = emptyStore();
        const bytes = Buffer.from(JSON.stringify(trajectory));
        const [run] = await importRuns(store, { name: 'random.json', bytes });
        expect(toldOf(drained(writeAtif(store, run!))[0])).toEqual(told(store, run!));
      }),
      { numRuns: tries(200) },
    );
  });

  it('as OTLP has the same calls, messages, thoughts and tokens for random runs in which nobody says a thing twice', async () => {
    const plain = ({ acts, thoughts, tokens }: Told): object => ({
      thoughts,
      tokens,
      acts: acts.map((act) => {
        const [kind, , tool, given, { status }] = JSON.parse(act) as [
          string,
          string,
          string,
          object,
          { status: string },
        ];
        return [kind, tool.replace('tools__', ''), given, status];
      }),
    });
    await fc.assert(
      fc.asyncProperty(trajectories, async (trajectory) => {
        const store = emptyStore();
        const bytes = Buffer.from(JSON.stringify(trajectory));
        const [run] = await importRuns(store, { name: 'random.json', bytes });
        expect(plain(toldOf(drained(writeOtlp(store, run!))[0]))).toEqual(plain(told(store, run!)));
      }),
      { numRuns: tries(200) },
    );
  });

  it('as ATIF is equal: acts, outcomes, thoughts and tokens', async () => {
    for (const { store, run, name } of await examples())
      expect({ name, ...toldOf(drained(writeAtif(store, run))[0]) }).toEqual({ name, ...told(store, run) });
  });

  it('as OTLP is equal but for apps, types of errors and values that are no text', async () => {
    const plain = ({ acts, ...others }: Told): object => ({
      ...others,
      // Limits and errors are events of spans there.
      acts: acts.flatMap((act) => {
        const [kind, app, tool, args, outcome, subagent] = JSON.parse(act) as [
          string,
          string,
          string,
          object,
          { status: string },
          string,
        ];
        if (kind === 'environment') return [];
        const named = app === 'tools' || app === 'Conversation' ? tool : `${app}__${tool}`;
        return [[kind, tool.startsWith('send_message') ? tool : named, args, outcome.status, subagent]];
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
