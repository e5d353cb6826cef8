import { referenceIn } from '../kernel/results.ts';
import type { EventOutline, PlanOutline } from '../model/event-outline.ts';
import type { Json } from '../model/json.ts';
import { toSeconds } from '../model/time.ts';
import { counted } from './counted.ts';
import { tagsToAre } from './hints-and-tags.ts';

/** What of a scenario's plan the field's form has no place for, each with its count. */
export function planNotes({
  events,
  tick,
  tags = [],
}: Pick<PlanOutline, 'events' | 'tick' | 'tags'>): string[] {
  const ownTags = tags.length - tagsToAre(tags).length;
  const count = (test: (event: EventOutline) => boolean): number => events.filter(test).length;
  const notes: readonly (readonly [number, string])[] = [
    [
      count(({ kind }) => kind === 'validation' || kind === 'agent-validation'),
      'left out: the format has no form for validations.',
    ],
    [count(({ kind }) => kind === 'condition'), 'written without code, interval and time-out.'],
    [count(hasTwoDelays), 'written with the longest of several delays.'],
    [count(hasInnerResults), 'with results inside of values, which only this program reads.'],
    [count(({ dormant }) => dormant === true), 'written as if not dormant.'],
  ];
  return [
    ...notes.flatMap(([found, what]) => (found === 0 ? [] : [`events: ${counted(found, 'event')} ${what}`])),
    ...(ownTags === 0
      ? []
      : [`metadata.definition.tags: ${counted(ownTags, 'own tag')} left out: ARE reads only its own.`]),
    ...(Number.isInteger(toSeconds(tick))
      ? []
      : [`metadata.definition.time_increment_in_seconds: ${toSeconds(tick)} left out: whole seconds only.`]),
  ];
}

const hasTwoDelays = ({ timing }: EventOutline): boolean =>
  timing.kind === 'after' && timing.edges.some(({ delay }) => delay !== timing.edges[0].delay);

const hasInnerResults = ({ action }: EventOutline): boolean =>
  Object.values(action?.args ?? {}).some((value) => !isResult(value) && holdsResult(value));

const isResult = (value: Json): boolean => referenceIn(value) !== undefined;

const holdsResult = (value: Json): boolean =>
  isResult(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsResult));
