import { type Command, Option } from 'commander';
import { runStateDump, statesAt, type Store } from '../../../engine/index.ts';
import {
  appName,
  type AppName,
  between,
  eventId,
  type EventOutline,
  type EventStatus,
  formatLocation,
  groupBy,
  type Hint,
  type PlanOutline,
  type RunSummary,
  type SimTime,
  toSeconds,
} from '../../../engine/model/index.ts';
import { type TranscriptFormat, writeTranscript } from '../../host/export/index.ts';
import { AgentKnowledge, Plans } from '../../host/inspect/index.ts';
import { databaseToLookAt, existingRun } from '../files.ts';
import { wholeNumberParser } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { oneLine, ENTRIES_PER_PAGE, print, printEntries } from '../print.ts';
import { entryLine, noteLines, runLine } from '../summary.ts';

/** Adds `log <run>`, which prints a run's log. */
export function addLogCommand(program: Command): void {
  program
    .command('log')
    .description('print a run’s log')
    .argument('<run>', 'id of the run, such as r1')
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print a JSON list of entries')
    .action(printLog);
}

/** Adds `transcript <run>`, which prints what the agent was told, thought, called and answered. */
export function addTranscriptCommand(program: Command): void {
  program
    .command('transcript')
    .description('print the agent’s transcript: messages, notifications, thoughts, tool calls and replies')
    .argument('<run>', 'id of the run, such as r1')
    .addOption(
      new Option(
        '--format <format>',
        'output format; atif is the Agent Trajectory Interchange Format, for other programs',
      )
        .choices(['text', 'markdown', 'json', 'atif'])
        .default('text'),
    )
    .requiredOption('--db <file>', 'the database file')
    .action(printTranscript);
}

/** Adds `state <run>`, which prints the apps' states after an entry. */
export function addStateCommand(program: Command): void {
  program
    .command('state')
    .description('print the apps’ states after a log entry, as JSON')
    .argument('<run>', 'id of the run, such as r1')
    .option('--at <entry>', 'entry number; -1 is before the first (default: the last)', wholeNumberParser(-1))
    .option('--app <name>', 'only this app’s state')
    .addOption(
      new Option('--whole', 'include the log up to that entry, and the pending events').conflicts('app'),
    )
    .addOption(
      new Option(
        '--known',
        'print which records the agent knew, and since which entry, instead of the states',
      ).conflicts('whole'),
    )
    .requiredOption('--db <file>', 'the database file')
    .action(printState);
}

/** Adds `why <run> [event]`, which prints why events have not fired. */
export function addWhyCommand(program: Command): void {
  program
    .command('why')
    .description('show why an event has not fired')
    .argument('<run>', 'id of the run, such as r1')
    .argument('[event]', 'id of the event (default: all that have not fired)')
    .option('--at <entry>', 'after this entry (default: the last)', wholeNumberParser(-1))
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print a JSON list')
    .action(sayWhy);
}

/** Prints a run's log, with the hints for its events and the reason of its end. */
export async function printLog(
  id: string,
  { db, json = false }: { db: string; json?: boolean },
): Promise<void> {
  using database = databaseToLookAt(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  if (json) {
    await printEntries(run, store);
    return;
  }
  await print(runLine(run));
  const hints = groupBy(new Plans(store).hints(run.id), ({ event }) => event);
  for (let from = 0; from < run.entries; from += ENTRIES_PER_PAGE)
    await print(
      store
        .heads(run.id, from, ENTRIES_PER_PAGE)
        .flatMap((entry) => {
          const given = hints.get(entry.event) ?? [];
          // An event that is checked repeatedly has its hints below its first entry only.
          hints.delete(entry.event);
          return [entryLine(entry, run.start), ...given.map(hintLine)];
        })
        .join('\n'),
    );
  if (run.notes.length > 0) await print(noteLines(run).join('\n'));
}

const hintLine = ({ kind, text }: Hint): string => `${' '.repeat(17)}${kind} hint: ${oneLine(text)}`;

/** Parts of a transcript printed at once. */
const PARTS = 500;

async function printTranscript(
  id: string,
  { db, format }: { db: string; format: TranscriptFormat },
): Promise<void> {
  using database = databaseToLookAt(db);
  const { store } = database;
  let parts: string[] = [];
  for (const part of writeTranscript(store, existingRun(store, id, db), format)) {
    parts.push(part);
    if (parts.length < PARTS) continue;
    await print(parts.join('\n'));
    parts = [];
  }
  await print(parts.join('\n'));
}

/** Prints the apps' states, or one app's, right after an entry; or also the log so far and the open events. */
async function printState(
  id: string,
  options: { db: string; at?: number; app?: string; whole?: true; known?: true },
): Promise<void> {
  const { db, app, whole, known } = options;
  using database = databaseToLookAt(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  const { at = run.entries - 1 } = options;
  if (at >= run.entries)
    throw new UsageError(
      `There is no entry ${at} in ${id}. Give -1 for the start, or an entry up to ${run.entries - 1}.`,
    );
  const names = run.apps.map(({ name }) => name);
  if (app !== undefined && !names.includes(appName(app)))
    throw new UsageError(`There is no app "${app}" in ${id}. Its apps: ${names.join(', ')}.`);
  if (known === true) {
    await print(
      JSON.stringify(await knownIn(store, run, app === undefined ? names : [appName(app)], at), null, 2),
    );
    return;
  }
  const found =
    app !== undefined
      ? store.stateAt(run.id, appName(app), at)
      : whole === true
        ? runStateDump(
            run.start,
            store.plan(run.id),
            store.entries(run.id, 0, at + 1),
            statesAt(store, run, at),
          )
        : statesAt(store, run, at);
  await print(JSON.stringify(found, null, 2));
}

/** The agent's knowledge of `apps` right after an entry, record by record. */
async function knownIn(store: Store, run: RunSummary, apps: readonly AppName[], at: number): Promise<object> {
  const knowledge = new AgentKnowledge(store);
  const found: Record<string, object> = {};
  for (const app of apps) {
    const { records, lost } = await knowledge.at(run, app, at);
    found[app] = { records: records.map(({ awareness, ...record }) => ({ ...record, ...awareness })), lost };
  }
  return found;
}

interface WhyOptions {
  readonly db: string;
  readonly at?: number;
  readonly json?: boolean;
}

async function sayWhy(id: string, event: string | undefined, options: WhyOptions): Promise<void> {
  using database = databaseToLookAt(options.db);
  const { store } = database;
  const run = existingRun(store, id, options.db);
  const { at = run.entries - 1, json = false } = options;
  if (at >= run.entries)
    throw new UsageError(
      `There is no entry ${at} in ${id}. Give -1 for the start, or an entry up to ${run.entries - 1}.`,
    );
  const found = await statuses(store, run, at, event);
  if (json) await print(JSON.stringify(found, null, 2));
  else if (found.length === 0) await print('every event has fired');
  else await print(found.flatMap((one) => statusLines(one, run.start)).join('\n'));
}

async function statuses(
  store: Store,
  run: RunSummary,
  at: number,
  event: string | undefined,
): Promise<readonly Placed[]> {
  const plans = new Plans(store);
  const asked = plans.of(run.id)?.events.filter(({ id }) => event === undefined || id === event);
  if (asked?.length === 0 && event !== undefined)
    throw new UsageError(
      `There is no event "${event}" in ${run.id}. Its events: ${someOf(plans.of(run.id)!)}.`,
    );
  const open: readonly Pick<EventOutline, 'id' | 'place'>[] =
    asked ?? (await plans.statuses(run.id, at)).map(({ event: id }) => ({ id, place: undefined }));
  const found: Placed[] = [];
  for (const { id, place } of open) {
    const status = await plans.whyNot(run.id, eventId(id), at);
    if (event !== undefined || status.kind !== 'fired')
      found.push({ event: id, place: place === undefined ? null : formatLocation(place), status });
  }
  return found;
}

const someOf = ({ events }: PlanOutline): string =>
  `${events
    .slice(0, 10)
    .map(({ id }) => id)
    .join(', ')}${events.length > 10 ? ', …' : ''}`;

/** An event with its status and the line that declares it. */
export interface Placed {
  readonly event: string;
  readonly place: string | null;
  readonly status: EventStatus;
}

/** The status of an event, and the events that ultimately block it. */
export function statusLines({ event, place, status }: Placed, start: SimTime): readonly string[] {
  const head = place === null ? event : `${event} (${place})`;
  if (status.kind !== 'waiting') return [`${head} ${statusText(status, start)}`];
  return [
    `${head} waits for ${status.waitsFor.join(', ')}`,
    ...status.blockedBy.map(({ event: id, status: one }) => `  ${id} ${statusText(one, start)}`),
  ];
}

/** The status of an event as a phrase, with times relative to `start` as in the log. */
function statusText(status: Exclude<EventStatus, { kind: 'waiting' }>, start: SimTime): string {
  const at = (time: SimTime): string => `+${toSeconds(between(start, time))}s`;
  switch (status.kind) {
    case 'fired':
      return `has fired (#${status.entry})`;
    case 'scheduled':
      return status.withinRun
        ? `is scheduled for ${at(status.time)}`
        : `is scheduled for ${at(status.time)}, after the end of the run`;
    case 'not-held':
      return `was not met at the last check, at ${at(status.checked)} (#${status.entry})`;
    case 'in-wait':
      return `has called its tool, which waits until ${at(status.until)} or a notification (#${status.entry})`;
    case 'watching':
      return `has watched the agent since #${status.entry}`;
    case 'awaits-agent':
      return 'waits for the agent’s message to the user';
    case 'never-releases':
      return `blocks the events after it: ${status.reason} (#${status.entry})`;
    case 'dormant':
      return 'waits until another event schedules it';
    case 'unknown':
      return 'is not an event of this scenario';
  }
}
