import { describe, expect, it } from 'vitest';
import { recordedRide } from '../../../../engine/apps/cab/from-trace.ts';
import { fromRecorded } from '../../../../engine/apps/catalogue.ts';

const van = { nb_seats: 6, price_per_km: 1.5, base_delay_min: 7, max_distance_km: 25 };

const ride = {
  ride_id: 'a1',
  status: 'BOOKED',
  service_type: 'Van',
  start_location: 'Home',
  end_location: 'Work',
  price: 12,
  duration: 15,
  time_stamp: 1000,
  distance_km: 8,
  delay: 9,
};

describe('a recorded cab app', () => {
  it('drops unknown fields and a current ride that is missing in the history', () => {
    const recorded = { cab_app: 'x', seed: 1, d_service_config: { Van: van }, ride_history: [ride] };
    const state = {
      ride_history: [{ ...ride, delay_history: [] }],
      quotation_history: [],
      d_service_config: { Van: van },
      on_going_ride: null,
    };

    expect(fromRecorded('CabApp', recorded)?.state).toEqual(state);
    expect(fromRecorded('CabApp', { ...recorded, on_going_ride: 'gone' })?.state).toEqual(state);
    expect(fromRecorded('CabApp', { ...recorded, on_going_ride: 'a1' })?.state).toEqual({
      ...state,
      on_going_ride: 'a1',
    });
  });
});

describe('recordedRide()', () => {
  const words = (price: string, delay = '0.15'): string =>
    [
      '',
      '  Ride ID: a1',
      '  Status: BOOKED',
      '  Distance: 8.125 kms',
      `  Price: $${price}`,
      '  Duration: 0.25 mins',
      '  Timestamp: 1000.0',
      `  Delay: ${delay} mins`,
      '  ',
    ].join('\n');

  it('reads printed text and computes the exact price from the distance when they agree', () => {
    expect(recordedRide(words('12.19'), 1.5)).toEqual({
      ride_id: 'a1',
      price: 12.1875,
      duration: 15,
      distance_km: 8.125,
      delay: 9,
    });
    expect(recordedRide(words('11.00'), 1.5)).toMatchObject({ price: 11 });
  });

  it('reads a ride object', () => {
    expect(recordedRide(ride)).toEqual({ ride_id: 'a1', price: 12, duration: 15, distance_km: 8, delay: 9 });
  });

  it.each([undefined, null, 'Studio', words('12.19', 'None'), { ...ride, delay: null }, [ride]])(
    'returns undefined for %j',
    (answer) => {
      expect(recordedRide(answer)).toBeUndefined();
    },
  );
});
