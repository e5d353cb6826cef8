import { describe, expect, it } from 'vitest';
import { NOW } from '../app-under-test.ts';
import { cabApp, HOME_TO_WORK, cabAppWithCurrentRide } from './cabs.ts';

const NONE = 'ValueError: There is no current ride. Order one first.';

describe('changing the current ride', () => {
  it.each([
    [{}, 'The ride has been cancelled. Sorry for the inconvenience.'],
    [{ who_cancel: 'driver', message: 'Flat tyre.' }, 'Flat tyre.'],
    [{ who_cancel: 'user', message: '' }, 'The ride has been cancelled. Sorry for the inconvenience.'],
  ])('cancels the ride with %j', (args, answer) => {
    const app = cabAppWithCurrentRide();

    expect(app.ask('cancel_ride', args)).toBe(answer);

    expect(app.state.on_going_ride).toBeNull();
    expect(app.state.ride_history.map(({ status }) => status)).toEqual(['COMPLETED', 'CANCELLED']);
    expect(app.state.quotation_history.map(({ status }) => status)).toEqual(['CANCELLED']);
  });

  it('ends the ride, so that another ride can be ordered', () => {
    const app = cabAppWithCurrentRide();

    expect(app.ask('end_ride')).toBe('Ride has been completed.');

    expect(app.state.ride_history.at(-1)?.status).toBe('COMPLETED');
    expect(app.ask('order_ride', { ...HOME_TO_WORK, service_type: 'Van' })).toMatchObject({
      ride_id: 'id-2',
    });
  });

  it.each(['DELAYED', 'IN_PROGRESS', 'ARRIVED_AT_PICKUP'])('sets the status %s', (status) => {
    const app = cabAppWithCurrentRide();

    expect(app.ask('update_ride_status', { status, message: 'Hello' })).toBe(
      `Ride status has been updated to ${status}. Message from your driver: Hello`,
    );
    expect(app.ask('update_ride_status', { status })).toBe(`Ride status has been updated to ${status}.`);

    expect(app.state.ride_history.at(-1)?.status).toBe(status);
    expect(app.state.on_going_ride).toBe('id-1');
  });

  it('changes the current ride even when a past ride was added after it', () => {
    const app = cabAppWithCurrentRide();
    app.ask('add_new_ride', { ...HOME_TO_WORK, service_type: 'Van', price: 1 });

    app.ask('end_ride');

    expect(app.state.ride_history.map(({ ride_id, status }) => [ride_id, status])).toEqual([
      ['old', 'COMPLETED'],
      ['id-1', 'COMPLETED'],
      ['id-2', 'BOOKED'],
    ]);
  });

  it('refuses an unknown status and an unknown canceller', () => {
    expect(cabAppWithCurrentRide().refusal('update_ride_status', { status: 'COMPLETED' })).toBe(
      'ValueError: status must be one of DELAYED, IN_PROGRESS, ARRIVED_AT_PICKUP, not "COMPLETED".',
    );
    expect(cabAppWithCurrentRide().refusal('cancel_ride', { who_cancel: 'agent' })).toBe(
      'ValueError: who_cancel must be driver or user, not "agent".',
    );
  });

  it.each([
    ['cancel_ride', {}],
    ['end_ride', {}],
    ['update_ride_status', { status: 'DELAYED' }],
  ])('refuses %s when there is no current ride', (tool, args) => {
    expect(cabApp().refusal(tool, args)).toBe(NONE);
  });
});

describe('add_new_ride', () => {
  it('adds a ride to both histories but not as the current ride', () => {
    const app = cabApp();
    const facts = {
      ...HOME_TO_WORK,
      service_type: 'Van',
      price: 15,
      duration: 20.5,
      time_stamp: NOW,
      distance_km: 9,
    };

    expect(app.ask('add_new_ride', facts)).toBe('id-1');

    const ride = { ...facts, ride_id: 'id-1', status: 'BOOKED', delay: null, delay_history: [] };
    expect(app.state.ride_history.at(-1)).toEqual(ride);
    expect(app.state.quotation_history).toEqual([ride]);
    expect(app.state.on_going_ride).toBeNull();
  });

  it('requires a price', () => {
    expect(cabApp().refusal('add_new_ride', { ...HOME_TO_WORK, service_type: 'Van' })).toBe(
      'TypeError: add_new_ride needs the argument price: float.',
    );
  });
});
