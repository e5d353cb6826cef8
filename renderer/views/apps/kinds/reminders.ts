import { isJsonObject, type Json, type JsonObject, type SimTime } from '../../../../engine/model/index.ts';
import { formatClock, formatDay } from '../../../ui/format/clock.ts';
import { fieldAt, objectsIn, textAt, timeAt } from '../../../ui/format/values.ts';
import { type Card, type CardFact, cardFacts, type Shelf } from './cards.ts';

const NAMES = {
  description: 'Description',
  repetition_value: 'Repeats every',
  repetition_unit: 'Unit',
  reminder_id: 'Id',
};

/** Upcoming and past reminders; `undefined` if the state has none. */
export function readReminders(state: Json): readonly Shelf[] | undefined {
  const reminders = isJsonObject(state) ? objectsIn(fieldAt(state, 'reminders')) : undefined;
  if (reminders === undefined) return undefined;
  const byTime = reminders.toSorted(([, one], [, other]) => dueOf(one) - dueOf(other));
  const shelf = (name: string, notified: boolean): Shelf => ({
    name,
    path: ['reminders'],
    cards: byTime
      .filter(([, reminder]) => (timeAt(reminder, 'time_notified') !== undefined) === notified)
      .map(([id, reminder]) => cardOf(String(id), reminder)),
  });
  return [shelf('Upcoming', false), shelf('Notified', true)];
}

const dueOf = (reminder: JsonObject): number => timeAt(reminder, 'due') ?? 0;

function cardOf(id: string, reminder: JsonObject): Card {
  const path = ['reminders', id];
  const unit = textAt(reminder, 'repetition_unit');
  const at = (name: string, key: string): readonly CardFact[] => {
    const time = timeAt(reminder, key);
    return time === undefined ? [] : [{ name, text: inUtc(time), path: [...path, key] }];
  };
  const due = timeAt(reminder, 'due');
  return {
    key: id,
    path,
    title: textAt(reminder, 'title') ?? id,
    under: due === undefined ? '' : inUtc(due),
    tag: unit === undefined ? undefined : 'repeated',
    open: () => ({
      facts: [
        ...at('Due', 'due'),
        ...at('Notified', 'time_notified'),
        ...cardFacts(reminder, path, namesFor(unit)),
      ],
    }),
  };
}

/** A reminder without repetition also has a number of units; it is not shown. */
const namesFor = (unit: string | undefined): Readonly<Record<string, string>> =>
  unit === undefined ? { description: NAMES.description, reminder_id: NAMES.reminder_id } : NAMES;

const inUtc = (time: SimTime): string => `${formatDay(time)} ${formatClock(time)} UTC`;
