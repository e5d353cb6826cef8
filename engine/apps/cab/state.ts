import { asIs, type AsIs } from '../as-is.ts';
import { refuse } from '../tool.ts';

/** How long a cab keeps its rider waiting, as it was known at a time. */
export interface Delay {
  /** Minutes. */
  delay: number;
  /** Seconds since the Unix epoch. */
  time_stamp: number;
}

/** One ride, or the offer of one. */
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
  /** When it starts, in seconds since the Unix epoch. */
  time_stamp: number;
  distance_km: number;
  /** Minutes. */
  delay: number | null;
  delay_history: Delay[];
}

/** One kind of cab. */
export interface Service {
  nb_seats: number;
  price_per_km: number;
  base_delay_min: number;
  max_distance_km: number;
}

export interface CabState {
  /** Oldest first. */
  ride_history: Ride[];
  /** What was asked for before: every ride that was ordered, and offers of old. */
  quotation_history: Ride[];
  d_service_config: Record<string, Service>;
  /** The `ride_id` of the ride that is booked or on its way. */
  on_going_ride: string | null;
}

/** The ride that is booked or on its way. @throws {ToolError} `ValueError` when there is none. */
export function ongoingRide({ ride_history, on_going_ride: id }: CabState): AsIs<Ride> {
  const ride = asIs(ride_history).findLast(({ ride_id }) => ride_id === id);
  return ride ?? refuse('ValueError', 'found no ride booked or on its way, wanted one');
}

/** Puts `ride` at the end of both histories. */
export function note({ ride_history, quotation_history }: CabState, ride: Ride): void {
  ride_history.push(ride);
  quotation_history.push(ride);
}

/** Changes the ride that is on its way wherever it is noted. @throws {ToolError} `ValueError` when there is none. */
export function changeOngoing(cab: CabState, changed: Partial<Ride>): void {
  const { ride_id: id } = ongoingRide(cab);
  for (const history of [cab.ride_history, cab.quotation_history]) {
    const at = asIs(history).findLastIndex(({ ride_id }) => ride_id === id);
    if (at >= 0) Object.assign(history[at]!, changed);
  }
}

/** Lets the ride that is on its way come to its end. @throws {ToolError} `ValueError` when there is none. */
export function finish(cab: CabState, status: 'CANCELLED' | 'COMPLETED'): void {
  changeOngoing(cab, { status });
  cab.on_going_ride = null;
}
