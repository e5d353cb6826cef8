import { isJsonObject, type Json, type JsonObject, type Path } from '../../../../engine/model/index.ts';
import { formatDateTime } from '../../../ui/format/clock.ts';
import { formatPrice } from '../../../ui/format/numbers.ts';
import { fieldAt, numberAt, objectsIn, textAt, timeAt } from '../../../ui/format/values.ts';
import { type Card, cardFacts, type CardTable, type Shelf } from './cards.ts';

const RIDE = {
  service_type: 'Service',
  start_location: 'From',
  end_location: 'To',
  price: 'Price',
  distance_km: 'Kilometres',
  duration: 'Minutes',
  delay: 'Delay, minutes',
  status: 'Status',
  ride_id: 'Id',
};

const SERVICE = {
  nb_seats: 'Seats',
  price_per_km: 'Price per km',
  base_delay_min: 'Delay, minutes',
  max_distance_km: 'Maximum, km',
};

/**
 * The current ride, all rides with the latest first, offers and services; `undefined` if the state is not that of a cab app.
 */
export function readCabs(state: Json): readonly Shelf[] | undefined {
  if (!isJsonObject(state)) return undefined;
  const rides = objectsIn(fieldAt(state, 'ride_history'));
  const offers = objectsIn(fieldAt(state, 'quotation_history'));
  const services = objectsIn(fieldAt(state, 'd_service_config'));
  if (rides === undefined || offers === undefined || services === undefined) return undefined;
  const all = rides.map(([at, ride]) => rideCard(['ride_history', at], ride)).reverse();
  const ongoing = textAt(state, 'on_going_ride');
  return [
    {
      name: 'On its way',
      path: ['on_going_ride'],
      cards: all.filter(({ key }) => key === ongoing).slice(0, 1),
    },
    { name: 'Rides', path: ['ride_history'], cards: all },
    {
      name: 'Offers',
      path: ['quotation_history'],
      cards: offers.map(([at, offer]) => rideCard(['quotation_history', at], offer)).reverse(),
    },
    {
      name: 'Services',
      path: ['d_service_config'],
      cards: services.map(([name, service]) => serviceCard(String(name), service)),
    },
  ];
}

function rideCard(path: Path, ride: JsonObject): Card {
  const time = timeAt(ride, 'time_stamp');
  return {
    key: textAt(ride, 'ride_id') ?? JSON.stringify(path),
    path,
    title: `${textAt(ride, 'start_location') ?? ''} → ${textAt(ride, 'end_location') ?? ''}`,
    get aside() {
      return formatPrice(numberAt(ride, 'price') ?? 0);
    },
    under: [time === undefined ? '' : formatDateTime(time), textAt(ride, 'service_type') ?? '']
      .filter((text) => text !== '')
      .join(' · '),
    tag: textAt(ride, 'status'),
    open: () => ({
      facts: [
        ...cardFacts(ride, path, RIDE),
        ...(time === undefined
          ? []
          : [{ name: 'Starts', text: `${formatDateTime(time)} UTC`, path: [...path, 'time_stamp'] }]),
      ],
      parts: delaysOf(path, ride),
    }),
  };
}

const delaysOf = (path: Path, ride: JsonObject): CardTable => ({
  title: 'Delay history',
  columns: ['At', 'Minutes'],
  rows: (objectsIn(fieldAt(ride, 'delay_history')) ?? []).map(([at, known]) => {
    const time = timeAt(known, 'time_stamp');
    return {
      path: [...path, 'delay_history', at],
      cells: [time === undefined ? '' : formatDateTime(time), String(numberAt(known, 'delay') ?? '')],
    };
  }),
});

function serviceCard(name: string, service: JsonObject): Card {
  const path = ['d_service_config', name];
  return {
    key: name,
    path,
    title: name,
    aside: `${formatPrice(numberAt(service, 'price_per_km') ?? 0)} / km`,
    under: `${numberAt(service, 'nb_seats') ?? 0} seats`,
    open: () => ({ facts: cardFacts(service, path, SERVICE) }),
  };
}
