import { about, choice, float, nullable, optional, str } from '../argument.ts';
import { refuse, toolOf } from '../tool.ts';
import { newRide } from './fleet.ts';
import { service, way } from './quote.ts';
import { changeOngoing, finish, note, type CabState } from './state.ts';

const tool = toolOf<CabState>();

const STATUSES = ['DELAYED', 'IN_PROGRESS', 'ARRIVED_AT_PICKUP'] as const;

const message = optional(nullable(about(str, 'what the driver says')), null);

/** What the world does with the ride that is booked or on its way. */
export const drivingTools = {
  cancel_ride: tool({
    summary: 'Let the driver or the user cancel the ride.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: { who_cancel: optional(about(str, 'driver or user'), 'driver'), message },
    apply(cab, { who_cancel, message: said }) {
      if (who_cancel !== 'driver' && who_cancel !== 'user')
        refuse('ValueError', `who_cancel: found "${who_cancel}", wanted driver or user`);
      finish(cab, 'CANCELLED');
      return said || 'The ride has been cancelled. Sorry for the inconvenience.';
    },
  }),
  end_ride: tool({
    summary: 'Let the ride come to its end.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: {},
    apply(cab) {
      finish(cab, 'COMPLETED');
      return 'Ride has been completed.';
    },
  }),
  update_ride_status: tool({
    summary: 'Change how far the ride is.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: { status: choice(STATUSES), message },
    apply(cab, { status, message: said }) {
      if (!STATUSES.some((known) => known === status))
        refuse('ValueError', `status: found "${status}", wanted ${STATUSES.join(', ')}`);
      changeOngoing(cab, { status });
      const done = `Ride status has been updated to ${status}.`;
      return said ? `${done} Message from your driver: ${said}` : done;
    },
  }),
  add_new_ride: tool({
    summary: 'Put a ride of old into the history. Answers its id.',
    returns: 'str',
    effect: 'write',
    callers: ['data'],
    args: {
      ...service,
      ...way,
      price: float,
      duration: optional(about(float, 'minutes'), 0),
      time_stamp: optional(about(float, 'seconds since the Unix epoch'), 0),
      distance_km: optional(float, 0),
    },
    apply(cab, facts, context) {
      const ride = newRide({ ...facts, ride_id: context.newId(), status: 'BOOKED' });
      note(cab, ride);
      return ride.ride_id;
    },
  }),
};
