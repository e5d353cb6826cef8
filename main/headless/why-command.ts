import type { Command } from 'commander';
import type { Store } from '../../engine/index.ts';
import {
  eventId,
  type EventOutline,
  formatLocation,
  type PlanOutline,
  type RunSummary,
  type EventStatus,
} from '../../engine/model/index.ts';
import { Plans } from '../runs/plans.ts';
import { databaseToLookAt } from './files.ts';
import { existingRun } from './look-commands.ts';
import { print } from './print.ts';
import { statusLines, type Placed } from './status-lines.ts';
import { UsageError } from './usage-error.ts';

interface WhyOptions {
  readonly db: string;
  readonly at?: number;
  readonly json?: boolean;
}

/** Adds `why <run> [event]`: says why events have not fired. `entry` reads the number of an entry. */
export function addWhy(program: Command, entry: (text: string) => number): void {
  program
    .command('why')
    .description('say why an event has not fired, or where each stands that has not')
    .argument('<run>', 'such as r1')
    .argument('[event]', 'its id; all that have not fired when left out')
    .option('--at <entry>', 'right after this entry; the last when left out', entry)
    .requiredOption('--db <file>', 'the database')
    .option('--json', 'print a JSON list')
    .action(sayWhy);
}

async function sayWhy(id: string, event: string | undefined, options: WhyOptions): Promise<void> {
  using database = databaseToLookAt(options.db);
  const { store } = database;
  const run = existingRun(store, id, options.db);
  const { at = run.entries - 1, json = false } = options;
  if (at >= run.entries)
    throw new UsageError(
      `entry ${at}: found ${run.entries} entries in ${id}, wanted −1 to ${run.entries - 1}`,
    );
  const found = statuses(store, run, at, event);
  if (json) await print(JSON.stringify(found, null, 2));
  else if (found.length === 0) await print('every event has fired');
  else await print(found.flatMap((one) => statusLines(one, run.start)).join('\n'));
}

function statuses(store: Store, run: RunSummary, at: number, event: string | undefined): readonly Placed[] {
  const plans = new Plans(store);
  const asked = plans.of(run.id)?.events.filter(({ id }) => event === undefined || id === event);
  if (asked?.length === 0 && event !== undefined)
    throw new UsageError(
      `event ${event}: found none of this id in ${run.id}, wanted one of ${someOf(plans.of(run.id)!)}`,
    );
  const whether = (id: string): EventStatus => plans.whyNot(run.id, eventId(id), at);
  const open = asked ?? plans.statuses(run.id, at).map(({ event: id }) => ({ id, place: undefined }));
  return open
    .map(({ id, place }: Pick<EventOutline, 'id' | 'place'>) => ({
      event: id,
      place: place === undefined ? null : formatLocation(place),
      status: whether(id),
    }))
    .filter(({ status }) => event !== undefined || status.kind !== 'fired');
}

const someOf = ({ events }: PlanOutline): string =>
  `${events
    .slice(0, 10)
    .map(({ id }) => id)
    .join(', ')}${events.length > 10 ? ', …' : ''}`;
