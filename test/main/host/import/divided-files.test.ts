import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartReader, readDocuments, recordingsIn, type RecordedRun } from '../../../../engine/index.ts';
import type { LogEntry } from '../../../../engine/model/index.ts';
import type { Json, JsonObject } from '../../../../engine/model/values/json.ts';
import { partsOf } from '../../../../main/host/import/large-file.ts';
import { LARGE_FORMATS, writeLarge } from '../../../bench/format-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** What runs show: their calls and messages with results, and what is in the transcript, without numbers that begin anew in each run. */
const shownBy = (runs: readonly RecordedRun[]): readonly Json[] =>
  runs.flatMap(({ entries, extras }) => [
    ...entries.map((entry) => ({
      ...('action' in entry ? { action: entry.action, outcome: entry.outcome } : {}),
    })),
    ...((extras.document['world_logs'] as readonly JsonObject[] | undefined) ?? []).map((log) => ({
      ...log,
      timestamp: null,
      before_entry: null,
    })),
  ]) as readonly Json[];

const sorted = (shown: readonly Json[]): readonly string[] => shown.map((one) => JSON.stringify(one)).sort();

/** What only one of both shows. */
const difference = (one: readonly string[], other: readonly string[]): readonly string[] => {
  const left = new Map<string, number>();
  for (const each of other) left.set(each, (left.get(each) ?? 0) + 1);
  return one.flatMap((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count > 0 ? [] : [each.slice(0, 300)];
  });
};

interface Divided {
  readonly parts: number;
  readonly runs: readonly RecordedRun[];
}

async function divided(
  file: string,
  portion: number,
  limits: Parameters<typeof partsOf>[2] = {},
): Promise<Divided> {
  const runs: RecordedRun[] = [];
  let parts = 0;
  let reader = new PartReader(basename(file));
  let logs: LogEntry[][] = [];
  for await (const part of partsOf(basename(file), file, { most: 1, portion, ...limits })) {
    if (part === 'whole' || 'refused' in part) throw new Error('not divided');
    parts += 1;
    if (part.portion === undefined) {
      runs.push(...recordingsIn({ document: part.document, notes: part.notes }, basename(file), part.nth));
      continue;
    }
    if (part.portion.isFirst) logs = [];
    for (const [run, entries] of reader.add(part, part.portion.list).entries())
      (logs[run] ??= []).push(...entries);
    if (!part.portion.isLast) continue;
    const { goesOn } = part.portion;
    for (const [run, { results, ...recorded }] of reader.end().entries()) {
      const entries = logs[run]!.map((entry) => {
        const outcome = results.get(entry.index);
        return outcome === undefined ? entry : { ...entry, outcome };
      });
      runs.push({ ...recorded, entries });
    }
    if (!goesOn) reader = new PartReader(basename(file));
  }
  return { parts, runs };
}

const whole = (file: string): readonly RecordedRun[] =>
  recordingsIn(readDocuments(readFileSync(file, 'utf8'), basename(file)), basename(file));

/** What only one of two readings of a file shows. */
const differences = (runs: readonly RecordedRun[], others: readonly RecordedRun[]): object => {
  const [one, other] = [sorted(shownBy(runs)), sorted(shownBy(others))];
  return { lost: difference(one, other), more: difference(other, one) };
};

describe('a file that is read in parts', () => {
  it.each(LARGE_FORMATS.filter((format) => format !== 'Inspect, archive'))(
    'shows the same as the file of %s that is read at once',
    async (format) => {
      const file = writeLarge(temporaryFolder(), format, 300_000);

      // Nothing but their order says which call of LangSmith a tool's run is: its traces are not cut here.
      const { parts, runs } = await divided(file, 20_000, format === 'LangSmith' ? { most: 200_000 } : {});

      expect(parts).toBeGreaterThan(1);
      expect(differences(whole(file), runs)).toEqual({ lost: [], more: [] });
    },
  );

  it('names talks that have no names by their numbers', async () => {
    const file = join(temporaryFolder(), 'talks.jsonl');
    const talk = (content: string): string => JSON.stringify({ messages: [{ role: 'user', content }] });
    writeFileSync(file, `${talk('Soup!')}\n${talk('Leek!')}`);

    const names: string[] = [];
    for await (const part of partsOf('talks.jsonl', file))
      if (part !== 'whole' && 'document' in part)
        names.push(...recordingsIn(part, 'talks.jsonl', part.nth).map(({ scenario }) => scenario));

    expect(names).toEqual(['talks 1', 'talks 2']);
  });

  it('has a run for each conversation that ChatGPT exported', async () => {
    const file = join(temporaryFolder(), 'conversations.json');
    const conversation = (title: string): Json => ({
      title,
      current_node: 'a',
      mapping: {
        a: {
          id: 'a',
          parent: null,
          children: [],
          message: { author: { role: 'user' }, content: { content_type: 'text', parts: [`${title}!`] } },
        },
      },
    });
    writeFileSync(file, JSON.stringify(['Leek', 'Beet', 'Cress'].map(conversation)));

    const { parts, runs } = await divided(file, 10);

    expect(parts).toBe(3);
    expect(runs.map(({ scenario }) => scenario)).toEqual(['Leek', 'Beet', 'Cress']);
    expect(differences(whole(file), runs)).toEqual({ lost: [], more: [] });
  });

  it('shows all messages of a session that OpenCode exported', async () => {
    const file = join(temporaryFolder(), 'session.json');
    const messages = Array.from({ length: 20 }, (_, nth) => ({
      info: { id: `m${nth}`, role: nth % 2 === 0 ? 'user' : 'assistant' },
      parts: [{ type: 'text', text: `Soup ${nth}!` }],
    }));
    writeFileSync(file, JSON.stringify({ info: { id: 'ses_1', title: 'Soup' }, messages }));

    const { parts, runs } = await divided(file, 500);

    expect(parts).toBeGreaterThan(2);
    expect(runs).toHaveLength(1);
    expect(differences(whole(file), runs)).toEqual({ lost: [], more: [] });
  });

  /** Answers with several calls, whose results come later in any order, as in a session of many at once. */
  const session = fc.array(
    fc.record({
      calls: fc.integer({ min: 0, max: 4 }),
      delays: fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, 4), { minLength: 4, maxLength: 4 }),
      text: fc.string({ maxLength: 60 }),
    }),
    { minLength: 30, maxLength: 80 },
  );

  type Answer = (nth: number, text: string, calls: readonly string[]) => readonly Json[];
  type Result = (call: string, text: string) => Json;

  const FORMS: readonly (readonly [string, Answer, Result, readonly Json[]])[] = [
    [
      'Claude Code',
      (nth, text, calls) =>
        [
          { type: 'text', text: `${nth} ${text}` },
          ...calls.map((id) => ({ type: 'tool_use', id, name: 'Bash', input: { id } })),
        ].map((block, part) => ({
          sessionId: 's',
          type: 'assistant',
          uuid: `a${nth}.${part}`,
          message: {
            id: `m${nth}`,
            role: 'assistant',
            content: [block],
            usage: { input_tokens: 9, output_tokens: 3 },
          },
        })),
      (id, text) => ({
        sessionId: 's',
        type: 'user',
        uuid: `u${id}`,
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
      }),
      [],
    ],
    [
      'Codex',
      (nth, text, calls) => [
        {
          type: 'response_item',
          payload: { type: 'reasoning', summary: [{ type: 'summary_text', text: `${nth} ${text}` }] },
        },
        ...calls.map((id) => ({
          type: 'response_item',
          payload: { type: 'function_call', name: 'shell', call_id: id, arguments: '{}' },
        })),
      ],
      (id, text) => ({
        type: 'response_item',
        payload: { type: 'function_call_output', call_id: id, output: text },
      }),
      [{ type: 'session_meta', payload: { id: 's' } }],
    ],
    [
      'a session of Pi',
      (nth, text, calls) => [
        {
          type: 'message',
          message: {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: `${nth} ${text}` },
              ...calls.map((id) => ({ type: 'toolCall', id, name: 'bash', arguments: {} })),
            ],
          },
        },
      ],
      (id, text) => ({
        type: 'message',
        message: { role: 'toolResult', toolCallId: id, content: [{ type: 'text', text }] },
      }),
      [{ type: 'session', id: 's', version: 3 }],
    ],
  ];

  it.each(FORMS)(
    'has each result of %s with its call, however much later it comes',
    async (_, answer, result, head) => {
      await fc.assert(
        fc.asyncProperty(session, async (turns) => {
          const lines: { readonly at: number; readonly line: Json }[] = head.map((line) => ({
            at: -1,
            line,
          }));
          for (const [nth, { calls, delays, text }] of turns.entries()) {
            const ids = Array.from({ length: calls }, (_each, call) => `call ${nth}.${call}`);
            lines.push(...answer(nth, text, ids).map((line) => ({ at: nth, line })));
            for (const [call, id] of ids.entries())
              lines.push({ at: nth + 0.5 + delays[call]!, line: result(id, `Result of ${id}`) });
          }
          const file = join(temporaryFolder(), 'session.jsonl');
          writeFileSync(
            file,
            lines
              .toSorted((one, other) => one.at - other.at)
              .map(({ line }) => JSON.stringify(line))
              .join('\n'),
          );

          const { runs } = await divided(file, 12_000);

          expect(runs).toEqual(whole(file));
        }),
        { numRuns: 20 },
      );
    },
  );

  it.each([
    'ATIF, one trajectory',
    'Claude Code',
    'Codex',
    'Gemini CLI',
    'OpenClaw',
    'Pi',
    'SWE-agent',
    'gaia2-cli',
  ])('is one run of %s, equal to that of the file that is read at once', async (format) => {
    const file = writeLarge(temporaryFolder(), format, 100_000);

    const { parts, runs } = await divided(file, 20_000);

    expect(parts).toBeGreaterThan(2);
    expect(runs).toEqual(whole(file));
  });

  it('becomes several runs if it is too large for one, which show the same together', async () => {
    const file = writeLarge(temporaryFolder(), 'Pi', 100_000);

    const { runs } = await divided(file, 10_000, { run: 40_000 });

    expect(runs.length).toBeGreaterThan(2);
    expect(differences(whole(file), runs)).toEqual({ lost: [], more: [] });
    expect(runs[1]!.notes).toContain(`The run is too large for one: this is part 2 of ${runs.length}.`);
  });

  it('repeats no messages that the models of later parts of a trace read again', async () => {
    const messages = Array.from({ length: 12 }, (_, nth) => [
      { role: 'user', content: `Soup ${nth}!` },
      { role: 'assistant', content: `Served ${nth}.` },
    ]);
    const file = join(temporaryFolder(), 'trace.jsonl');
    const lines = messages.map(([asked, answer], nth) => ({
      id: `m${nth}`,
      trace_id: 't',
      name: 'cook',
      run_type: 'llm',
      start_time: `2026-01-05T09:00:${nth + 10}Z`,
      inputs: { messages: [...messages.slice(0, nth).flat(), asked] },
      outputs: { choices: [{ message: answer }] },
    }));
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));

    const { parts, runs } = await divided(file, 1_000);

    expect(parts).toBeGreaterThan(2);
    expect(runs).toHaveLength(1);
    expect(differences(whole(file), runs)).toEqual({ lost: [], more: [] });
  });

  it('repeats no messages that later parts begin with', async () => {
    const turns = Array.from({ length: 12 }, (_, nth) => [
      { role: 'user', content: `Soup ${nth}!`, timestamp: nth },
      { role: 'assistant', content: [{ type: 'text', text: `Served ${nth}.` }], timestamp: nth + 0.5 },
    ]);
    const file = join(temporaryFolder(), 'telemetry.jsonl');
    const lines = turns.map((_, nth) => ({
      type: 'agent.end',
      sessionKey: 'agent:main:main',
      success: true,
      messages: turns.slice(0, nth + 1).flat(),
    }));
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));

    const { parts, runs } = await divided(file, 1_000);

    expect(parts).toBeGreaterThan(2);
    expect(runs).toEqual(whole(file));
  });
});
