import { toSeconds } from '../../model/index.ts';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import {
  about,
  nullable,
  optional,
  refuse,
  str,
  type ToolContext,
  type ValuesOf,
} from '../../world/index.ts';
import { parseDatetime, secondsAt, type When } from '../shared/dates.ts';
import { byId } from '../shared/lists.ts';

/** The delay of a ride at a point in time. */
export interface Delay {
  /** Minutes. */
  delay: number;
  /** Seconds since the Unix epoch. */
  time_stamp: number;
}

/** A ride or the offer of a ride, with its fields in ARE's order. */
export interface Ride {
  ride_id: string;
  /** Null for an offer. */
  status: string | null;
  service_type: string;
  start_location: string;
  end_location: string | null;
  price: number;
  /** Minutes. */
  duration: number;
  /** The start, in seconds since the Unix epoch. */
  time_stamp: number;
  distance_km: number;
  /** Minutes. */
  delay: number | null;
  delay_history: Delay[];
}

/** A kind of cab. */
export interface Service {
  nb_seats: number;
  price_per_km: number;
  base_delay_min: number;
  max_distance_km: number;
}

export interface CabState {
  /** Oldest first. */
  ride_history: Ride[];
  /** Every ride that was ordered, and recorded offers. */
  quotation_history: Ride[];
  d_service_config: Record<string, Service>;
  /** The `ride_id` of the current ride, which was ordered and has not ended. */
  on_going_ride: string | null;
}

/** The current ride. @throws {ToolError} `ValueError` when there is none. */
export function currentRide({ ride_history, on_going_ride: id }: CabState): ReadOnly<Ride> {
  const ride = readOnly(ride_history).findLast(({ ride_id }) => ride_id === id);
  return ride ?? refuse('ValueError', 'There is no current ride. Order one first.');
}

/** Adds `ride` to the end of both histories. */
export function addToHistories({ ride_history, quotation_history }: CabState, ride: Ride): void {
  ride_history.push(ride);
  quotation_history.push(ride);
}

/** Changes the current ride in both histories. @throws {ToolError} `ValueError` when there is none. */
export function updateCurrentRide(cab: CabState, changed: Partial<Ride>): void {
  const { ride_id: id } = currentRide(cab);
  for (const history of [cab.ride_history, cab.quotation_history]) {
    const index = readOnly(history).findLastIndex(({ ride_id }) => ride_id === id);
    if (index >= 0) Object.assign(history[index]!, changed);
  }
}

/** Ends the current ride with a status. @throws {ToolError} `ValueError` when there is none. */
export function endRide(cab: CabState, status: 'CANCELLED' | 'COMPLETED'): void {
  updateCurrentRide(cab, { status });
  cab.on_going_ride = null;
}

/** Arguments for a ride: its route, its service and its start. */
export const routeArguments = { start_location: str, end_location: str };
export const serviceArgument = {
  service_type: about(str, 'such as Default, Premium or Van'),
};
export const timeArgument = {
  ride_time: optional(nullable(about(str, 'YYYY-MM-DD HH:MM:SS, in UTC; now if left out')), null),
};

const SPEED = 50; // km/h
const MIN_DISTANCE = 5; // km
const MAX_DISTANCE = 20; // km

type RideRequest = ValuesOf<typeof routeArguments & typeof serviceArgument & typeof timeArgument>;

/**
 * The offer for a ride. The same route by the same service always has the same price and duration: taken from earlier rides, or
 * else drawn at random from the seed, the route and the service.
 *
 * @throws {ToolError} `ValueError` when the service is unknown, the route is too long for it, or the time is wrong.
 */
export function quote(cab: CabState, wanted: RideRequest, context: ToolContext): Ride {
  const { start_location, end_location, service_type, ride_time } = wanted;
  const services = readOnly(cab.d_service_config);
  const { price_per_km, base_delay_min, max_distance_km } = Object.hasOwn(services, service_type)
    ? services[service_type]!
    : refuse(
        'ValueError',
        `service_type must be one of ${Object.keys(services).join(', ')}, not "${service_type}".`,
      );
  const time_stamp =
    ride_time === null ? Math.floor(toSeconds(context.now)) : parseDatetime('ride_time', ride_time);

  const places = [start_location, end_location].sort();
  const earlier = earlierRides(cab).filter((ride) => isBetween(ride, start_location, end_location));
  const distance_km =
    earlier.find((ride) => ride.distance_km > 0)?.distance_km ?? randomDistance(places, context);
  if (distance_km > max_distance_km)
    refuse(
      'ValueError',
      `${service_type} drives at most ${max_distance_km} km. This ride is ${distance_km} km.`,
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

const randomDistance = (places: readonly string[], { random }: ToolContext): number =>
  MIN_DISTANCE + (MAX_DISTANCE - MIN_DISTANCE) * random.fork(JSON.stringify(places)).next();

const earlierRides = ({ quotation_history, ride_history }: CabState): readonly ReadOnly<Ride>[] => [
  ...readOnly(quotation_history),
  ...readOnly(ride_history),
];

const isBetween = ({ start_location, end_location }: ReadOnly<Ride>, one: string, other: string): boolean =>
  (start_location === one && end_location === other) || (start_location === other && end_location === one);

/** A past ride of the initial state. Without an id it is numbered: `ride-1` is the first. */
interface GivenRide extends Partial<Omit<Ride, 'time_stamp' | 'delay_history'>> {
  readonly start_location: string;
  readonly end_location: string;
  readonly price: number;
  readonly time_stamp?: When;
}

/** Options for the initial state of the cabs. */
export interface CabOptions {
  /** Past rides, oldest first. */
  readonly rides?: readonly GivenRide[];
  /** The kinds of cab by name, instead of Default, Premium and Van. */
  readonly services?: Readonly<Record<string, Service>>;
}

const DEFAULT_SERVICES: Readonly<Record<string, Service>> = {
  Default: { nb_seats: 4, price_per_km: 1, base_delay_min: 5, max_distance_km: 25 },
  Premium: { nb_seats: 4, price_per_km: 2, base_delay_min: 3, max_distance_km: 25 },
  Van: { nb_seats: 6, price_per_km: 1.5, base_delay_min: 7, max_distance_km: 25 },
};

/** The initial state of the cabs. @throws {ToolError} `ValueError` when two rides have one id. */
export function cabsWith({ rides = [], services = DEFAULT_SERVICES }: CabOptions): CabState {
  const ride_history = rides.map(({ time_stamp = 0, ...ride }, index) =>
    newRide({
      ride_id: `ride-${index + 1}`,
      status: 'COMPLETED',
      ...ride,
      time_stamp: secondsAt(time_stamp),
    }),
  );
  byId('rides', ride_history, ({ ride_id }) => ride_id);
  return { ride_history, quotation_history: [], d_service_config: { ...services }, on_going_ride: null };
}

/** A ride with all its fields. */
export const newRide = (
  ride: Partial<Ride> & Pick<Ride, 'ride_id' | 'start_location' | 'end_location' | 'price' | 'time_stamp'>,
): Ride => ({
  ride_id: ride.ride_id,
  status: ride.status ?? null,
  service_type: ride.service_type ?? 'Default',
  start_location: ride.start_location,
  end_location: ride.end_location,
  price: ride.price,
  duration: ride.duration ?? 0,
  time_stamp: ride.time_stamp,
  distance_km: ride.distance_km ?? 0,
  delay: ride.delay ?? null,
  delay_history: ride.delay_history ?? [],
});
