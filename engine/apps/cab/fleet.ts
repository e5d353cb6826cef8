import { byId } from '../by-id.ts';
import { secondsAt, type When } from '../datetime.ts';
import type { CabState, Ride, Service } from './state.ts';

/** A ride of old. Ids that are left out go by position: `ride-1` for the first. */
interface GivenRide extends Partial<Omit<Ride, 'time_stamp' | 'delay_history'>> {
  readonly start_location: string;
  readonly end_location: string;
  readonly price: number;
  readonly time_stamp?: When;
}

/** What the cabs begin with. */
export interface Fleet {
  /** Oldest first. None of them is on its way. */
  readonly rides?: readonly GivenRide[];
  /** The kinds of cab by name, instead of Default, Premium and Van. */
  readonly services?: Readonly<Record<string, Service>>;
}

const usual: Readonly<Record<string, Service>> = {
  Default: { nb_seats: 4, price_per_km: 1, base_delay_min: 5, max_distance_km: 25 },
  Premium: { nb_seats: 4, price_per_km: 2, base_delay_min: 3, max_distance_km: 25 },
  Van: { nb_seats: 6, price_per_km: 1.5, base_delay_min: 7, max_distance_km: 25 },
};

/** @throws {ToolError} `ValueError` when two rides have one id. */
export function cabsWith({ rides = [], services = usual }: Fleet): CabState {
  const ride_history = rides.map(({ time_stamp = 0, ...ride }, at) =>
    newRide({ ride_id: `ride-${at + 1}`, status: 'COMPLETED', ...ride, time_stamp: secondsAt(time_stamp) }),
  );
  byId('rides', ride_history, ({ ride_id }) => ride_id);
  return { ride_history, quotation_history: [], d_service_config: { ...services }, on_going_ride: null };
}

/** A ride with all its fields, in the field's order. */
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
