import * as z from 'zod';
import {
  type CallToolResult,
  type ListResourcesResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { setImmediate } from 'node:timers/promises';
import { judgementOf, OrreryError, type Store } from '../../../engine/index.ts';
import {
  type AppName,
  eventId,
  type Json,
  type JsonObject,
  noteText,
  parsePath,
  type Path,
  printPath,
  type RunId,
  type RunLine,
  type RunSummary,
  type RunTerm,
  type RunTest,
  valueAt,
} from '../../../engine/model/index.ts';
import type { ProbeValue } from '../../../preload/contract.ts';
import { compareBeside } from '../compare/index.ts';
import { type OpenDatabase, QueryWorker } from '../database/index.ts';
import { writeTranscript } from '../export/index.ts';
import { Plans, rowOf, RunLibraryReader, valueHistoryOf } from '../inspect/index.ts';
import { expressionProblem, ProbeQueries } from '../probes/index.ts';
import { jsonSchemas, requestClient, type Tell, tellingProgress } from '../mcp/index.ts';
import { ProblemError, VERSION } from '../system/index.ts';
import { bounded, boundedPage } from './bounded.ts';
import {
  COMPARE_RUNS,
  type CompareRuns,
  FIND_CHECKS,
  type FindChecks,
  from,
  limit,
  LIST_RUNS,
  type ListRuns,
  PROBE,
  type Probe,
  run,
  SEARCH,
  type Search,
  SEARCH_LOG,
  type SearchLog,
  STATE_AT,
  type StateAt,
  WHO_CHANGED,
  type WhoChanged,
  WHY_NOT,
  type WhyNot,
} from './tool-inputs.ts';
import {
  withSeconds,
  plainJson,
  groupsJson,
  withoutUndefined,
  clockText,
  secondsSince,
  rowJson,
} from './answer-json.ts';

/** A tool's answer: a JSON object of bounded size. */
type Answer = JsonObject;

/** The tag prefix, followed by a client's name, of notes and labels that a client wrote. */
const TAG_PREFIX = 'mcp';

const INSTRUCTIONS = `Recordings of AI agents in simulated worlds, read-only. A run is a log of numbered entries; the states of its apps are known after each entry (-1: before the first). Begin with list_runs, find_checks or search, then look at transcript, why_not_fired, who_changed, state_at and compare_runs. Count with query. Lists have pages: call again with from = next.`;

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

const WRITES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;

/** A server that shows a database's recordings to clients of the Model Context Protocol. */
export class Recordings implements Disposable {
  readonly #store: Store;
  readonly #file: string;
  readonly #library: RunLibraryReader;
  readonly #plans: Plans;
  readonly #probes: ProbeQueries;
  readonly #queries: QueryWorker;
  readonly #canWrite: boolean;

  /** @param canWrite whether clients may add notes and labels */
  constructor(
    { store, file }: Pick<OpenDatabase, 'store' | 'file'>,
    { canWrite, program }: { canWrite: boolean; program?: URL },
  ) {
    this.#store = store;
    this.#file = file;
    this.#library = new RunLibraryReader(store);
    this.#plans = new Plans(store);
    this.#probes = new ProbeQueries(file, program);
    this.#queries = new QueryWorker(file, program);
    this.#canWrite = canWrite;
  }

  [Symbol.dispose](): void {
    for (const part of [this.#library, this.#probes, this.#queries]) part[Symbol.dispose]();
  }

  /** Creates the server for one connection of a client. */
  server(): McpServer {
    const mcp = new McpServer(
      { name: 'orrery-recordings', title: 'Orrery: recordings', version: VERSION },
      {
        capabilities: { tools: { listChanged: false }, resources: {} },
        instructions: INSTRUCTIONS,
        jsonSchemaValidator: jsonSchemas,
      },
    );
    mcp.registerTool(
      'list_runs',
      {
        description:
          'Lists runs, newest first, with outcome, and the first reason why a run did not pass with the entry that shows it.',
        inputSchema: LIST_RUNS,
        annotations: READ_ONLY,
      },
      toolHandler((asked) => this.#listRuns(asked)),
    );
    mcp.registerTool(
      'find_checks',
      {
        description:
          'Finds milestones, minefields and other reasons over all runs, with the entry that decided each: for example kind "minefield", status "tripped".',
        inputSchema: FIND_CHECKS,
        annotations: READ_ONLY,
      },
      toolHandler((asked) => this.#findChecks(asked)),
    );
    mcp.registerTool(
      'get_run',
      {
        description: 'A run: verdict with its checks and evidence, settings, apps, notes, and why it ended.',
        inputSchema: z.object({ run }),
        annotations: READ_ONLY,
      },
      toolHandler(({ run: id }) => this.#getRun(id)),
    );
    mcp.registerTool(
      'transcript',
      {
        description:
          'The agent’s transcript: messages, notifications, thoughts, calls with arguments and results, replies, each with its entry number.',
        inputSchema: z.object({ run, from, limit }),
        annotations: READ_ONLY,
      },
      toolHandler(({ run: id, from: start, limit: most }) =>
        boundedPage(writeTranscript(this.#store, this.#run(id), 'text'), start, most),
      ),
    );
    mcp.registerTool(
      'search',
      {
        description:
          'Finds entries of all runs, the newest run first, by words in their arguments, results and errors: what was written, said, called.',
        inputSchema: SEARCH,
        annotations: READ_ONLY,
      },
      toolHandler((asked, _envelope, tell) => this.#search(asked, tell)),
    );
    mcp.registerTool(
      'search_log',
      {
        description:
          'Entries of a run, in order: all, or those that fit. Waiting checks are left out unless asked for.',
        inputSchema: SEARCH_LOG,
        annotations: READ_ONLY,
      },
      toolHandler((asked) => this.#searchLog(asked)),
    );
    mcp.registerTool(
      'get_entry',
      {
        description:
          'One log entry with everything: arguments, result, causes, changes of state. Long values are cut.',
        inputSchema: z.object({ run, entry: z.int().min(0) }),
        annotations: READ_ONLY,
      },
      toolHandler(({ run: id, entry: at }) => {
        const found = this.#store.entry(this.#run(id).id, at);
        if (found === undefined) throw noSuchEntry(id, at, this.#run(id).entries);
        return { entry: bounded(withSeconds(plainJson(found), this.#run(id).start)) };
      }),
    );
    mcp.registerTool(
      'state_at',
      {
        description:
          'The state of an app right after an entry, or the value at a path in it, such as folders.INBOX.emails[0]. Deep or long parts are described: ask for their paths.',
        inputSchema: STATE_AT,
        annotations: READ_ONLY,
      },
      toolHandler((asked) => this.#stateAt(asked)),
    );
    mcp.registerTool(
      'why_not_fired',
      {
        description:
          'Why an event, or each event that has not fired, has not fired after an entry, with what blocks it.',
        inputSchema: WHY_NOT,
        annotations: READ_ONLY,
      },
      toolHandler((asked) => this.#whyNot(asked)),
    );
    mcp.registerTool(
      'who_changed',
      {
        description:
          'The entries that changed the value at a path of an app, latest first, with actor, tool and new value.',
        inputSchema: WHO_CHANGED,
        annotations: READ_ONLY,
      },
      toolHandler((asked) => this.#whoChanged(asked)),
    );
    mcp.registerTool(
      'compare_runs',
      {
        description: 'Where two runs first diverge, in a sentence, and the entries that differ.',
        inputSchema: COMPARE_RUNS,
        annotations: READ_ONLY,
      },
      toolHandler((asked) => this.#compare(asked)),
    );
    mcp.registerTool(
      'probe',
      {
        description:
          'The value of a JavaScript expression on the apps’ states, such as apps.mail.folders.INBOX.emails.length, at each entry where it changes.',
        inputSchema: PROBE,
        annotations: READ_ONLY,
      },
      toolHandler((asked, _envelope, tell) => this.#probe(asked, tell)),
    );
    mcp.registerTool(
      'query',
      {
        description: `One SELECT of SQLite over all runs. ${VIEWS} More views: judgements, planned_events, dependencies, turns, requests, notes, apps, hints; SELECT name FROM pragma_table_info('turns') lists columns.`,
        inputSchema: z.object({
          sql: z.string().describe('With ? for each of the parameters'),
          parameters: z.array(z.union([z.string(), z.number(), z.null()])).default([]),
          from,
          limit,
        }),
        annotations: READ_ONLY,
      },
      toolHandler(async ({ sql, parameters, from: start, limit: most }) => {
        const asked = { sql, parameters, from: start, limit: most };
        const { columns, rows, next } = await this.#queries.rows(asked).catch((thrown: unknown) => {
          throw thrown instanceof ProblemError && /^no such (column|table)/.test(thrown.message)
            ? new ProblemError('bad-query', `${thrown.message.split('.')[0]}. ${VIEWS}`)
            : thrown;
        });
        return {
          columns: [...columns],
          ...boundedPage(rows, 0, most),
          ...(next === undefined ? {} : { next }),
        };
      }),
    );
    mcp.registerTool(
      'notes',
      {
        description: 'People’s notes: on one run, or those of all runs with a text.',
        inputSchema: z.object({ run: run.optional(), text: z.string().default(''), from, limit }),
        annotations: READ_ONLY,
      },
      toolHandler(({ run: id, text, from: start, limit: most }) => {
        const notes = id === undefined ? this.#store.findNotes(text) : this.#store.notes(this.#run(id).id);
        const found = id === undefined ? notes : notes.filter((one) => one.text.includes(text));
        return boundedPage(found.map(plainJson), start, most);
      }),
    );
    if (this.#canWrite) this.#addWriters(mcp);
    const { server } = mcp;
    server.setRequestHandler('resources/list', ({ params }) => this.#listResources(params?.cursor));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...TEMPLATES] }));
    server.setRequestHandler('resources/read', ({ params }) => this.#readResource(params.uri));
    return mcp;
  }

  /** A page of runs, newest first. @throws {ProtocolError} for a cursor that is not from an earlier page. */
  async #listResources(cursor = '0'): Promise<ListResourcesResult> {
    if (!/^\d{1,9}$/.test(cursor))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `No page has the cursor "${cursor.slice(0, 50)}".`,
      );
    const page = await this.#listRuns({ from: Number(cursor), limit: RESOURCES_PER_PAGE });
    const { items, next } = page as unknown as { readonly items: readonly RunItem[]; readonly next?: number };
    return {
      resources: items.map(({ run: id, scenario, outcome, reason }) => ({
        uri: `run://${id}`,
        name: `${id}: ${scenario}, ${outcome}`,
        mimeType: 'application/json',
        ...(reason === undefined ? {} : { description: reason }),
      })),
      ...(next === undefined ? {} : { nextCursor: String(next) }),
    };
  }

  /** The content of a resource, bounded like the answers of tools. @throws {ProtocolError} when there is none. */
  #readResource(uri: string): ReadResourceResult {
    const [, id, part, app] = /^run:\/\/(\w+)(?:\/(transcript|state\/([^/]+)))?$/.exec(uri) ?? [];
    if (id === undefined) throw new ResourceNotFoundError(uri);
    try {
      if (part === 'transcript') {
        const { items, next } = boundedPage(writeTranscript(this.#store, this.#run(id), 'text'), 0, 200);
        const more =
          next === undefined ? [] : [`(For more, call the tool transcript with run ${id} and from ${next}.)`];
        return {
          contents: [
            { uri, mimeType: 'text/plain', text: [...(items as readonly string[]), ...more].join('\n') },
          ],
        };
      }
      const value =
        app === undefined
          ? this.#getRun(id)
          : this.#stateAt({ run: id, app: decodeURIComponent(app), path: '' });
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }] };
    } catch (thrown) {
      if (!(thrown instanceof OrreryError) && !(thrown instanceof URIError)) throw thrown;
      throw new ResourceNotFoundError(uri, thrown.message);
    }
  }

  #addWriters(mcp: McpServer): void {
    const { server } = mcp;
    const mark = (envelope: Readonly<Record<string, unknown>> | undefined): string =>
      `${TAG_PREFIX}:${(requestClient(server, envelope).name ?? 'client').replace(/[^\w.-]/g, '-').slice(0, 40)}`;
    mcp.registerTool(
      'add_note',
      {
        description: 'Adds a note to a run, to an entry of it or to a range. It is marked as yours.',
        inputSchema: z.object({
          run,
          text: z.string().min(1).max(4_000),
          first: z.int().min(0).optional(),
          last: z.int().min(0).optional(),
        }),
        annotations: WRITES,
      },
      toolHandler(({ run: id, text, first, last = first }, envelope) => {
        const { id: known, entries } = this.#run(id);
        if (last !== undefined && last >= entries) throw noSuchEntry(id, last, entries);
        const range =
          first === undefined || last === undefined ? undefined : { from: Math.min(first, last), to: last };
        const note = this.#store.addNote({
          run: known,
          text,
          tags: [mark(envelope)],
          range,
          value: undefined,
          made: Date.now(),
        });
        return { note: plainJson(note) };
      }),
    );
    mcp.registerTool(
      'add_label',
      {
        description: 'Adds a tag to a run. It begins with your name.',
        inputSchema: z.object({ run, label: z.string().regex(/^[\w.-]{1,40}$/) }),
        annotations: { ...WRITES, idempotentHint: true },
      },
      toolHandler(({ run: id, label }, envelope) => {
        const { id: known, tags } = this.#run(id);
        const all = [...new Set([...tags, `${mark(envelope)}/${label}`])];
        this.#store.setTags(known, all);
        return { run: known, tags: all };
      }),
    );
  }

  #run(id: string): RunSummary {
    const found = this.#store.run(id as RunId);
    if (found !== undefined) return found;
    throw new ProblemError(
      'no-such-run',
      `There is no run ${id}. list_runs lists the ${this.#store.count()} runs.`,
    );
  }

  #at(found: RunSummary, asked: number | undefined): number {
    const last = found.entries - 1;
    if (asked !== undefined && asked > last) throw noSuchEntry(found.id, asked, found.entries);
    return asked ?? last;
  }

  async #listRuns({
    from: start,
    limit: most,
    group,
    seed,
    note,
    text,
    ...words
  }: ListRuns): Promise<Answer> {
    const tests: readonly RunTest[] = [
      ...OUTCOME_WORDS.flatMap((key) => {
        const value = words[key];
        return value === undefined ? [] : [{ kind: 'word', key, values: [value], within: false } as const];
      }),
      ...(seed === undefined ? [] : [{ kind: 'number', key: 'seed', is: '=', value: seed } as const]),
      ...(note === undefined ? [] : [{ kind: 'note', text: note } as const]),
      ...(text === undefined ? [] : [{ kind: 'text', text } as const]),
    ];
    const terms: readonly RunTerm[] = tests.map((test) => ({ test, not: false }));
    const query = {
      terms,
      order: 'started',
      descending: true,
      folded: [],
      selected: [],
      limit: most,
    } as const;
    const page = await this.#library.find({ ...query, group: 'none', from: start });
    const grouped =
      group === undefined ? undefined : await this.#library.find({ ...query, group, from: 0, limit: 1 });
    // The last page of the library is full: it begins before the position asked for.
    const lines = page.lines.slice(start - page.from);
    const { items } = boundedPage(
      lines.map(({ line }) => this.#lineJson(line)),
      0,
      most,
    );
    const end = start + items.length;
    return {
      total: page.total,
      found: page.found,
      ...(grouped === undefined ? {} : { groups: groupsJson(grouped.groups) }),
      ...(page.found === 0 && page.total > 0 ? { hint: TOOL_HINT } : {}),
      items,
      ...(end < page.found && items.length > 0 ? { next: end } : {}),
    };
  }

  #lineJson(line: RunLine): JsonObject {
    const [first] = line.shortfall === undefined ? [] : (this.#store.run(line.id)?.verdict?.shortfalls ?? []);
    return withoutUndefined({
      run: line.id,
      scenario: line.scenario,
      outcome: line.outcome,
      reason: line.shortfall,
      reasonEntry: first?.entry,
      state: line.state,
      ending: line.ending,
      entries: line.entries,
      mode: line.mode,
      agent: line.agent,
      seed: line.seed,
      variant: line.variant,
      parent: line.parent,
      started: new Date(line.startedAt).toISOString(),
      tags: line.tags.length === 0 ? undefined : [...line.tags],
      notes: line.notes === 0 ? undefined : line.notes,
      regression: line.regression ? true : undefined,
    });
  }

  #findChecks({ kind, status, check, scenario, run: id, from: start, limit: most }: FindChecks): Answer {
    const terms: RunTerm[] =
      scenario === undefined
        ? []
        : [{ test: { kind: 'word', key: 'scenario', values: [scenario], within: false }, not: false }];
    const ids = id === undefined ? this.#store.findRuns(terms).map((line) => line.id) : [this.#run(id).id];
    const has = (name: string): boolean =>
      check === undefined || name.toLowerCase().includes(check.toLowerCase());
    const store = this.#store;
    function* found(): Generator<Json> {
      for (const one of ids) {
        const { verdict, scenario: name } = store.run(one) ?? {};
        for (const { kind: what, check: title, status: is, entry: at } of verdict?.checks ?? [])
          if ((kind ?? what) === what && (status ?? is) === is && has(title))
            yield withoutUndefined({
              run: one,
              scenario: name,
              kind: what,
              check: title,
              status: is,
              entry: at,
            });
        if (kind === undefined && status === undefined)
          for (const { reason, message, entry: at } of verdict?.shortfalls ?? [])
            if (has(message))
              yield withoutUndefined({ run: one, scenario: name, reason, message, entry: at });
      }
    }
    return boundedPage(found(), start, most);
  }

  #getRun(id: string): Answer {
    const found = this.#run(id);
    const { verdict, notes, apps, id: known, start, now, startedAt, endedAt, ...rest } = found;
    // Versions and hashes say nothing about what happened.
    const { runtime: _runtime, logHashVersion: _version, ...told } = plainJson(rest) as JsonObject;
    const judgement = judgementOf(this.#store, found);
    return bounded(
      withoutUndefined({
        run: known,
        ...told,
        start: clockText(start),
        seconds: secondsSince(start, now),
        started: new Date(startedAt).toISOString(),
        wallSeconds: endedAt === undefined ? undefined : (endedAt - startedAt) / 1000,
        apps: apps.map(({ name, class: className }) => ({ name, class: className })),
        verdict: verdict && plainJson(verdict),
        expected: this.#store.attempt(found.id)?.expected,
        judgement: judgement && withSeconds(plainJson(judgement), start),
        remarks: notes.map(noteText),
        notes: this.#store.notes(found.id).map(plainJson),
      }),
    ) as JsonObject;
  }

  /** Searches runs for a few seconds. Returns the hits, and where to continue. */
  async #search(
    { text, scenario: name, kind, from: start, limit: most }: Search,
    tell: Tell,
  ): Promise<Answer> {
    const terms: readonly RunTerm[] =
      name === undefined
        ? []
        : [{ test: { kind: 'word', key: 'scenario', values: [name], within: false }, not: false }];
    const lines = this.#store.findRuns(terms);
    const [id, position] = start?.split(':') ?? [];
    const first = id === undefined ? 0 : lines.findIndex((line) => line.id === this.#run(id).id);
    const words = text.toLowerCase().split(/\s+/);
    const until = performance.now() + SEARCH_MILLISECONDS;
    const items: Json[] = [];
    let length = 0;
    for (const line of lines.slice(first)) {
      const since = line.id === id ? Number(position) : 0;
      if (performance.now() > until) return { items, next: `${line.id}:${since}` };
      for (let at = since; at < line.entries; at += ENTRIES_PER_READ)
        for (const head of this.#store.heads(line.id, at, ENTRIES_PER_READ)) {
          const whole = JSON.stringify(head);
          const lower = whole.toLowerCase();
          if (!words.every((word) => lower.includes(word))) continue;
          const row = rowJson(head, line.start) as JsonObject;
          if (row['verdict'] === 'waiting' || (kind ?? row['kind']) !== row['kind']) continue;
          const found = lower.indexOf(words[0]!);
          const match = whole.slice(Math.max(0, found - BESIDE_FIELDS), found + BESIDE_FIELDS);
          const item = bounded({ run: line.id, ...row, match }, 1_200);
          length += JSON.stringify(item).length;
          if (items.length >= most || (length > MAX_ROWS && items.length > 0))
            return { items, next: `${line.id}:${head.index}` };
          items.push(item);
        }
      tell(`searched ${line.id}`);
      await setImmediate();
    }
    return { items };
  }

  #searchLog({ run: id, text, kind, app, tool, status, waiting, since, limit: most }: SearchLog): Answer {
    const { id: known, entries, start } = this.#run(id);
    const wanted = text?.toLowerCase();
    const items: Json[] = [];
    let length = 0;
    for (let at = since; at < entries; at += ENTRIES_PER_READ)
      for (const head of this.#store.heads(known, at, ENTRIES_PER_READ)) {
        const row = rowOf(head);
        const fits =
          (kind ?? row.kind) === row.kind &&
          (app ?? row.app) === row.app &&
          (tool ?? row.tool) === row.tool &&
          (status ?? row.status) === row.status &&
          (waiting || row.verdict !== 'waiting') &&
          (wanted === undefined || JSON.stringify(head).toLowerCase().includes(wanted));
        if (!fits) continue;
        const item = bounded(rowJson(head, start), 2_000);
        length += JSON.stringify(item).length;
        if (items.length >= most || length > MAX_ROWS) return { items, next: head.index };
        items.push(item);
      }
    return { items };
  }

  #stateAt({ run: id, entry: asked, app, path }: StateAt): Answer {
    const found = this.#run(id);
    const at = this.#at(found, asked);
    const name = this.#app(found, app);
    const state = this.#store.stateAt(found.id, name, at);
    const value = requireValue(state, { app: name, path: pathFrom(path) }, at);
    return { run: found.id, entry: at, app, path, value: bounded(value) };
  }

  #app({ id, apps }: RunSummary, name: string): AppName {
    const found = apps.find((one) => one.name === name);
    if (found !== undefined) return found.name;
    throw new ProblemError(
      'bad-path',
      `There is no app "${name}" in ${id}. Its apps: ${apps.map((one) => one.name).join(', ')}.`,
    );
  }

  async #whyNot({ run: id, event, entry: asked, from: start, limit: most }: WhyNot): Promise<Answer> {
    const found = this.#run(id);
    const at = this.#at(found, asked);
    const pending =
      event === undefined
        ? (await this.#plans.statuses(found.id, at))
            .filter(({ status }) => status.kind !== 'fired')
            .map((one) => one.event)
        : [eventId(event)];
    const items: Json[] = [];
    for (const one of pending.slice(start, start + most))
      items.push({ event: one, ...(plainJson(await this.#plans.whyNot(found.id, one, at)) as JsonObject) });
    const page = boundedPage(items, 0, most);
    const end = start + page.items.length;
    return { entry: at, items: page.items, ...(end < pending.length ? { next: end } : {}) };
  }

  async #whoChanged({
    run: id,
    app,
    path,
    entry: asked,
    from: start,
    limit: most,
  }: WhoChanged): Promise<Answer> {
    const found = this.#run(id);
    const at = this.#at(found, asked);
    const followed = { run: found.id, app: this.#app(found, app), path: pathFrom(path), since: at };
    const { writers, more, next } = await valueHistoryOf(this.#store, followed, at);
    if (writers.length === 0 && !more)
      requireValue(this.#store.stateAt(found.id, followed.app, at), followed, at);
    const items = writers.map((writer) => {
      const [head] = this.#store.heads(found.id, writer.index, 1);
      const { index, path: where, ...rest } = plainJson(writer) as JsonObject & { readonly path?: Json };
      return {
        entry: index!,
        ...(head === undefined ? {} : (rowJson(head, found.start) as JsonObject)),
        ...(Array.isArray(where) ? { path: printPath(where as (string | number)[]) } : {}),
        ...rest,
      };
    });
    return {
      ...boundedPage(items, start, most),
      older: more,
      ...(next === undefined ? {} : { changedNextAt: next }),
    };
  }

  async #compare({ a, b, from: start, limit: most }: CompareRuns): Promise<Answer> {
    const [one, other] = [this.#run(a), this.#run(b)];
    const { rows, divergence } = await compareBeside({ file: this.#file, a: one, b: other });
    const differing = rows.filter(({ kind }) => kind !== 'equal');
    const headOf = (of: RunSummary, at: number | undefined): Json | undefined => {
      const [head] = at === undefined ? [] : this.#store.heads(of.id, at, 1);
      return head && rowJson(head, of.start);
    };
    const store = { one, other };
    function* items(): Generator<Json> {
      for (const row of differing)
        yield withoutUndefined({
          kind: row.kind,
          a: headOf(store.one, row.a),
          b: headOf(store.other, row.b),
        });
    }
    return {
      divergence: divergence === undefined ? null : bounded(plainJson(divergence), 4_000),
      equal: rows.length - differing.length,
      differing: differing.length,
      ...boundedPage(items(), start, most),
    };
  }

  async #probe({ run: id, expression, from: start, limit: most }: Probe, tell: Tell): Promise<Answer> {
    const problem = expressionProblem(expression);
    if (problem !== undefined) throw new ProblemError('bad-expression', problem);
    const found = this.#run(id);
    const changes: Json[] = [];
    for (let at = -1; at < found.entries && changes.length <= start + most;) {
      const { next, entries, values } = await this.#probes.valuesInSlice({
        run: found.id,
        expression,
        from: at,
      });
      for (const [nth, value] of (JSON.parse(values) as readonly ProbeValue[]).entries()) {
        const index = entries[nth]!;
        const time = index < 0 ? found.start : this.#store.heads(found.id, index, 1)[0]!.time;
        const seconds = secondsSince(found.start, time);
        changes.push(withoutUndefined({ entry: index, seconds, value: plainJson(value) }));
      }
      at = next;
      tell(`evaluated up to entry ${at} of ${found.entries}`);
    }
    return boundedPage(changes, start, most);
  }
}

/** The value at a path of an app's state. @throws {ProblemError} that lists the existing keys, if there is no value. */
function requireValue(
  state: Json,
  { app: name, path }: { readonly app: AppName; readonly path: Path },
  at: number,
): Json {
  const value = valueAt(state, path);
  if (value !== undefined) return value;
  let known = path;
  while (valueAt(state, known) === undefined) known = known.slice(0, -1);
  const where = known.length === 0 ? name : `${name} ${printPath(known)}`;
  throw new ProblemError(
    'bad-path',
    `There is no ${printPath(path)} in ${name} after entry ${at}. In ${where} there is: ${keysOf(valueAt(state, known))}.`,
  );
}

const TOOL_HINT = 'No run has all of this. Names match as a whole: * stands for any text, as in invoice*.';

const SEARCH_MILLISECONDS = 4_000;

const BESIDE_FIELDS = 80; // characters

/** Descriptions of the most useful views with their columns. */
const VIEWS =
  'run_summary (run, scenario, variant, mode, seed, state, passed, shortfall, entries, seconds, started, agent, parent, sweep, tags), entries (run, position, seconds, kind, event, app, tool, actor, status, arguments, result, error_message), tool_calls (run, position, seconds, app, tool, actor, status, arguments, result), verdicts (run, scenario, passed, check_name, kind, status, position), shortfalls (run, scenario, reason, message, position), changes (run, position, app, path, op, value).';

const RESOURCES_PER_PAGE = 100;

/** The resources that exist for each run. */
const TEMPLATES = [
  { uriTemplate: 'run://{run}', name: 'A run: verdict, settings and notes', mimeType: 'application/json' },
  { uriTemplate: 'run://{run}/transcript', name: 'The transcript of a run', mimeType: 'text/plain' },
  {
    uriTemplate: 'run://{run}/state/{app}',
    name: 'The state of an app at the end of a run',
    mimeType: 'application/json',
  },
] as const;

/** A run in the answer of the tool `list_runs`. */
interface RunItem {
  readonly run: string;
  readonly scenario: string;
  readonly outcome: string;
  readonly reason?: string;
}

const ENTRIES_PER_READ = 1_000;

const MAX_ROWS = 28_000; // characters

const OUTCOME_WORDS = ['scenario', 'verdict', 'state', 'agent', 'tag'] as const;

/** Creates a tool's handler from `work`: returns its answer, or its problem as text for the client. */
const toolHandler =
  <Args>(work: (args: Args, envelope: Envelope, tell: Tell) => Answer | Promise<Answer>) =>
  async (args: Args, { mcpReq }: ServerContext): Promise<CallToolResult> => {
    try {
      const answer = await tellingProgress(mcpReq, (tell) => work(args, mcpReq.envelope, tell));
      // As text only: clients would give a model structured content, too, and so everything twice.
      return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
    } catch (thrown) {
      if (!(thrown instanceof OrreryError) && !(thrown instanceof RangeError)) throw thrown;
      return { content: [{ type: 'text', text: thrown.message }], isError: true };
    }
  };

type Envelope = Readonly<Record<string, unknown>> | undefined;

const noSuchEntry = (id: string, at: number, entries: number): ProblemError =>
  new ProblemError(
    'no-such-entry',
    `There is no entry ${at} in ${id}. Give -1 for the start, or an entry up to ${entries - 1}.`,
  );

const pathFrom = (path: string): ReturnType<typeof parsePath> => (path === '' ? [] : parsePath(path));

const MAX_KEYS = 20;

function keysOf(value: Json | undefined): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `0 to ${value.length - 1}`;
  if (typeof value !== 'object' || value === null) return 'nothing';
  const keys = Object.keys(value);
  return `${keys.slice(0, MAX_KEYS).join(', ')}${keys.length > MAX_KEYS ? ', …' : ''}`;
}
