import { toSeconds } from '../../model/time.ts';
import { about, nullable, optional, str, type ValuesOf } from '../argument.ts';
import { asIs, type AsIs } from '../as-is.ts';
import { parseDatetime } from '../datetime.ts';
import { refuse, type ToolContext } from '../tool.ts';
import { newRide } from './fleet.ts';
import type { CabState, Ride } from './state.ts';

/** The arguments that say from where to where, by what, and when. */
export const way = { start_location: str, end_location: str };
export const service = {
  service_type: about(str, 'Default, Premium or Van, unless the cabs here are others'),
};
export const departure = {
  ride_time: optional(nullable(about(str, 'YYYY-MM-DD HH:MM:SS, in UTC; now when left out')), null),
};

const SPEED = 50; // km/h
const NEAREST = 5; // km
const FARTHEST = 20; // km

type Wanted = ValuesOf<typeof way & typeof service & typeof departure>;

/**
 * What a ride would be. The same way by the same service is the same ride, whenever it is asked for: what was paid for it
 * before counts, the rest is up to the run's chance.
 *
 * @throws {ToolError} `ValueError` when there is no such service, it does not go so far, or the time is none.
 */
export function quote(cab: CabState, wanted: Wanted, context: ToolContext): Ride {
  const { start_location, end_location, service_type, ride_time } = wanted;
  const services = asIs(cab.d_service_config);
  const { price_per_km, base_delay_min, max_distance_km } = Object.hasOwn(services, service_type)
    ? services[service_type]!
    : refuse(
        'ValueError',
        `service_type: found "${service_type}", wanted ${Object.keys(services).join(', ')}`,
      );
  const time_stamp = ride_time === null ? toSeconds(context.now) : parseDatetime('ride_time', ride_time);

  const places = [start_location, end_location].sort();
  const earlier = earlierRides(cab).filter((ride) => isBetween(ride, start_location, end_location));
  const distance_km = earlier.find((ride) => ride.distance_km > 0)?.distance_km ?? distance(places, context);
  if (distance_km > max_distance_km)
    refuse(
      'ValueError',
      `found a way of ${distance_km} km, wanted at most ${max_distance_km} for ${service_type}`,
    );

  const chance = context.random.fork(JSON.stringify([...places, service_type]));
  return newRide({
    ride_id: context.newId(),
    service_type,
    start_location,
    end_location,
    price: earlier.find((ride) => ride.service_type === service_type)?.price ?? distance_km * price_per_km,
    delay: base_delay_min + chance.int(1, 5),
    duration: (distance_km / SPEED) * 60 + 10 * chance.next(),
    time_stamp,
    distance_km,
  });
}

const distance = (places: readonly string[], { random }: ToolContext): number =>
  NEAREST + (FARTHEST - NEAREST) * random.fork(JSON.stringify(places)).next();

const earlierRides = ({ quotation_history, ride_history }: CabState): readonly AsIs<Ride>[] => [
  ...asIs(quotation_history),
  ...asIs(ride_history),
];

const isBetween = ({ start_location, end_location }: AsIs<Ride>, one: string, other: string): boolean =>
  (start_location === one && end_location === other) || (start_location === other && end_location === one);
