import { describe, expect, it } from 'vitest';
import { cab } from '../../../../engine/apps/cab/cab.ts';
import type { Ride } from '../../../../engine/apps/cab/state.ts';
import { AppUnderTest, NOW } from '../app-under-test.ts';
import { cabApp, HOME_TO_WORK, cabAppWithCurrentRide } from './cabs.ts';

const NONE = 'ValueError: There is no current ride. Order one first.';

const toThePark = { start_location: 'Home', end_location: 'Park', service_type: 'Default' };

const asRide = (answer: unknown): Ride => answer as Ride;

describe('cab()', () => {
  it('starts with its past rides, no current ride and three services', () => {
    const { state } = new AppUnderTest(cab({ rides: [{ ...HOME_TO_WORK, price: 9, time_stamp: NOW }] }));

    expect(state).toEqual({
      ride_history: [
        {
          ...HOME_TO_WORK,
          ride_id: 'ride-1',
          status: 'COMPLETED',
          service_type: 'Default',
          price: 9,
          duration: 0,
          time_stamp: NOW,
          distance_km: 0,
          delay: null,
          delay_history: [],
        },
      ],
      quotation_history: [],
      d_service_config: {
        Default: { nb_seats: 4, price_per_km: 1, base_delay_min: 5, max_distance_km: 25 },
        Premium: { nb_seats: 4, price_per_km: 2, base_delay_min: 3, max_distance_km: 25 },
        Van: { nb_seats: 6, price_per_km: 1.5, base_delay_min: 7, max_distance_km: 25 },
      },
      on_going_ride: null,
    });
  });

  it('refuses two rides with the same id', () => {
    const ride = { ...HOME_TO_WORK, price: 9, ride_id: 'twin' };

    expect(() => cab({ rides: [ride, ride] })).toThrow('Two rides have the id "twin".');
  });
});

describe('a quotation of a ride', () => {
  it('has a random distance, duration and delay within bounds', () => {
    const offer = asRide(cabApp().ask('get_quotation', toThePark));

    expect(offer).toMatchObject({ ...toThePark, status: null, time_stamp: NOW, delay_history: [] });
    expect(offer.distance_km).toBeGreaterThanOrEqual(5);
    expect(offer.distance_km).toBeLessThan(20);
    expect(offer.price).toBe(offer.distance_km);
    expect([6, 7, 8, 9, 10]).toContain(offer.delay);
    expect(offer.duration).toBeGreaterThanOrEqual((offer.distance_km / 50) * 60);
    expect(offer.duration).toBeLessThan((offer.distance_km / 50) * 60 + 10);
  });

  it('is the same for every call with the same arguments and changes no state', () => {
    const app = cabApp();
    const first = asRide(app.ask('get_quotation', toThePark));

    const { outcome, changes } = app.call('get_quotation', toThePark);

    expect(outcome).toMatchObject({ value: { ...first, ride_id: 'id-2' } });
    expect(changes).toEqual([]);
  });

  it('has the same distance in both directions and another distance on another route', () => {
    const app = cabApp();
    const far = (start_location: string, end_location: string): number =>
      asRide(app.ask('get_quotation', { start_location, end_location, service_type: 'Default' })).distance_km;

    expect(far('Park', 'Home')).toBe(far('Home', 'Park'));
    expect(far('Home', 'Zoo')).not.toBe(far('Home', 'Park'));
  });

  it('uses the price of an earlier ride on the same route with the same service', () => {
    const offers = cabApp().ask('list_rides', { ...HOME_TO_WORK, ride_time: '2026-01-06 07:30:00' });

    expect(offers).toMatchObject([
      { service_type: 'Default', price: 10, distance_km: 10, time_stamp: NOW + 22.5 * 3600 },
      { service_type: 'Premium', price: 21, distance_km: 10 },
      { service_type: 'Van', price: 15, distance_km: 10 },
    ]);
  });

  it.each([
    [
      'get_quotation',
      { ...HOME_TO_WORK, service_type: 'Tram' },
      'ValueError: service_type must be one of Default, Premium, Van, not "Tram".',
    ],
    [
      'list_rides',
      { ...HOME_TO_WORK, ride_time: 'soon' },
      'ValueError: ride_time must be a date written as YYYY-MM-DD HH:MM:SS, not "soon".',
    ],
    ['get_quotation', HOME_TO_WORK, 'TypeError: get_quotation needs the argument service_type: str.'],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(cabApp().refusal(tool, args)).toBe(refusal);
  });

  it('is refused when the route is too long', () => {
    const app = new AppUnderTest(cab({ rides: [{ ...HOME_TO_WORK, price: 9, distance_km: 26 }] }));

    expect(app.refusal('get_quotation', { ...HOME_TO_WORK, service_type: 'Van' })).toBe(
      'ValueError: Van drives at most 25 km. This ride is 26 km.',
    );
  });
});

describe('an ordered ride', () => {
  it('equals the quotation and is added to both histories', () => {
    const app = cabApp();
    const offer = asRide(app.ask('get_quotation', toThePark));

    const ride = asRide(app.ask('order_ride', toThePark));

    expect(ride).toEqual({
      ...offer,
      ride_id: 'id-2',
      status: 'BOOKED',
      delay_history: [{ delay: offer.delay, time_stamp: NOW }],
    });
    expect(app.state.ride_history.at(-1)).toEqual(ride);
    expect(app.state.quotation_history).toEqual([ride]);
    expect(app.state.on_going_ride).toBe('id-2');
  });

  it('is refused while there is a current ride', () => {
    expect(cabAppWithCurrentRide().refusal('order_ride', toThePark)).toBe(
      'ValueError: There is already a current ride. End or cancel that ride first.',
    );
  });

  it('starts now when no time is given, and requires a known service', () => {
    expect(cabApp().ask('order_ride', toThePark)).toMatchObject({ time_stamp: NOW });
    expect(cabApp().refusal('order_ride', { ...toThePark, service_type: 'van' })).toContain('not "van"');
  });

  it('can be cancelled by the user', () => {
    const app = cabAppWithCurrentRide();

    expect(app.ask('user_cancel_ride')).toBe('Ride has been cancelled, sorry to see you go.');

    expect(app.state.on_going_ride).toBeNull();
    expect(app.state.ride_history.at(-1)).toMatchObject({ ride_id: 'id-1', status: 'CANCELLED' });
    expect(app.state.quotation_history).toMatchObject([{ ride_id: 'id-1', status: 'CANCELLED' }]);
    expect(app.refusal('user_cancel_ride')).toBe(NONE);
  });

  it('gets a new random delay with each status call and records it', () => {
    const app = cabAppWithCurrentRide();
    const before = app.state.ride_history.at(-1)!.delay!;

    const { delay, delay_history } = asRide(app.ask('get_current_ride_status'));

    expect(delay).toBeGreaterThanOrEqual(0);
    expect(delay).toBeLessThanOrEqual(before + 5);
    expect(delay_history).toEqual([
      { delay: before, time_stamp: NOW - 600 },
      { delay, time_stamp: NOW },
    ]);
    expect(app.state.quotation_history).toMatchObject([{ delay, delay_history }]);
  });

  it('keeps its status when get_current_ride_status is called twice at the same time', () => {
    const app = cabAppWithCurrentRide();
    const first = app.ask('get_current_ride_status');

    expect(app.call('get_current_ride_status')).toMatchObject({ outcome: { value: first }, changes: [] });
  });

  it('has a status only while it is the current ride', () => {
    expect(cabApp().refusal('get_current_ride_status')).toBe(NONE);
  });
});

describe('the ride history', () => {
  it('returns a single ride, a page of rides and the number of rides', () => {
    const app = cabAppWithCurrentRide();
    const [old, recent] = app.state.ride_history;

    expect(app.ask('get_ride', { idx: 1 })).toEqual(recent);
    expect(app.ask('get_ride_history')).toEqual({ rides: { 0: old, 1: recent }, range: [0, 2], total: 2 });
    expect(app.ask('get_ride_history', { offset: 1, limit: 1 })).toEqual({
      rides: { 1: recent },
      range: [1, 2],
      total: 2,
    });
    expect(app.ask('get_ride_history_length')).toBe(2);
  });

  it.each([
    ['get_ride', { idx: 1 }, 'IndexError: There is no ride 1. Rides in the history: 1.'],
    ['get_ride', { idx: -1 }, 'IndexError: There is no ride -1. Rides in the history: 1.'],
    ['get_ride_history', { offset: -1 }, 'ValueError: Offset must be non-negative'],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(cabApp().refusal(tool, args)).toBe(refusal);
  });
});
