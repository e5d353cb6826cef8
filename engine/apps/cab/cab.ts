import { toSeconds } from '../../model/index.ts';
import { readOnly } from '../../state/index.ts';
import {
  about,
  choice,
  float,
  int,
  nullable,
  optional,
  ownApp,
  refuse,
  str,
  toolOf,
} from '../../world/index.ts';
import { pageOf } from '../shared/lists.ts';
import { recordedRide } from './from-trace.ts';
import {
  type CabState,
  cabsWith,
  updateCurrentRide,
  timeArgument,
  endRide,
  newRide,
  addToHistories,
  currentRide,
  quote,
  type Ride,
  serviceArgument,
  routeArguments,
  type CabOptions,
} from './state.ts';

const tool = toolOf<CabState>();

/** Tools for the agent to book and inspect rides. */
const rideBookingTools = {
  get_quotation: tool({
    summary: 'Get the offer of one service for a ride. An order costs the same later.',
    returns: 'Ride',
    effect: 'read',
    callers: ['agent'],
    args: { ...routeArguments, ...serviceArgument, ...timeArgument },
    apply: quote,
  }),
  list_rides: tool({
    summary: 'Get the offers of all services for a ride.',
    returns: 'list[Ride]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { ...routeArguments, ...timeArgument },
    apply: (cab, wanted, context) =>
      Object.keys(readOnly(cab.d_service_config)).map((service_type) =>
        quote(cab, { ...wanted, service_type }, context),
      ),
  }),
  order_ride: tool({
    summary: 'Order a ride. Only one ride at a time can be booked.',
    returns: 'Ride',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { ...routeArguments, ...serviceArgument, ...timeArgument },
    apply(cab, wanted, context) {
      if (cab.on_going_ride !== null)
        refuse('ValueError', 'There is already a current ride. End or cancel that ride first.');
      const offer = quote(cab, wanted, context);
      const { price_per_km } = cab.d_service_config[offer.service_type]!;
      const ride = { ...offer, ...recordedRide(context.recorded, price_per_km) };
      const { delay, time_stamp } = ride;
      const booked: Ride = {
        ...ride,
        status: 'BOOKED',
        delay_history: delay === null ? [] : [{ delay, time_stamp }],
      };
      addToHistories(cab, booked);
      cab.on_going_ride = booked.ride_id;
      return booked;
    },
  }),
  user_cancel_ride: tool({
    summary: 'Cancel the current ride.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: {},
    apply(cab) {
      endRide(cab, 'CANCELLED');
      return 'Ride has been cancelled, sorry to see you go.';
    },
  }),
  get_current_ride_status: tool({
    summary: 'Get the current ride, with its delay in minutes as it is now.',
    returns: 'Ride',
    effect: 'write',
    recordedAs: 'read',
    callers: ['agent'],
    args: {},
    apply(cab, _args, context) {
      const { delay, time_stamp, delay_history } = currentRide(cab);
      const now = toSeconds(context.now);
      const minutes = (now - (delay_history.at(-1)?.time_stamp ?? time_stamp)) / 60;
      if (minutes > 0) {
        // Each minute changes the delay by -2 to +0.5 minutes.
        const change = minutes * (0.5 - 2.5 * context.random.next());
        const newDelay = recordedRide(context.recorded)?.delay ?? Math.max(0, (delay ?? 0) + change);
        updateCurrentRide(cab, {
          delay: newDelay,
          delay_history: [...delay_history, { delay: newDelay, time_stamp: now }],
        });
      }
      return currentRide(cab);
    },
  }),
  get_ride: tool({
    summary: 'Get one ride of the history. 0 is the oldest.',
    returns: 'Ride',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { idx: about(int, 'position in the history') },
    apply({ ride_history }, { idx }) {
      const rides = readOnly(ride_history);
      return (
        rides[idx] ?? refuse('IndexError', `There is no ride ${idx}. Rides in the history: ${rides.length}.`)
      );
    },
  }),
  get_ride_history: tool({
    summary: 'List the rides of the history by position, oldest first, a page at a time.',
    returns: 'dict[str, Any]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { offset: optional(int, 0), limit: optional(int, 10) },
    apply({ ride_history }, { offset, limit }) {
      const { items, range, total } = pageOf(readOnly(ride_history), offset, limit);
      return { rides: Object.fromEntries(items.map((ride, index) => [offset + index, ride])), range, total };
    },
  }),
  get_ride_history_length: tool({
    summary: 'Count the rides of the history.',
    returns: 'int',
    effect: 'read',
    callers: ['agent', 'data'],
    args: {},
    apply: ({ ride_history }) => readOnly(ride_history).length,
  }),
};

const STATUSES = ['DELAYED', 'IN_PROGRESS', 'ARRIVED_AT_PICKUP'] as const;

const message = optional(nullable(about(str, 'message of the driver')), null);

/** Tools for the environment to change the current ride and the history. */
const rideUpdateTools = {
  cancel_ride: tool({
    summary: 'Cancel the current ride in the name of the driver or the user.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: { who_cancel: optional(about(str, 'driver or user'), 'driver'), message },
    apply(cab, { who_cancel, message: said }) {
      if (who_cancel !== 'driver' && who_cancel !== 'user')
        refuse('ValueError', `who_cancel must be driver or user, not "${who_cancel}".`);
      endRide(cab, 'CANCELLED');
      return said || 'The ride has been cancelled. Sorry for the inconvenience.';
    },
  }),
  end_ride: tool({
    summary: 'Complete the current ride.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: {},
    apply(cab) {
      endRide(cab, 'COMPLETED');
      return 'Ride has been completed.';
    },
  }),
  update_ride_status: tool({
    summary: 'Change the status of the current ride.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: { status: choice(STATUSES), message },
    apply(cab, { status, message: said }) {
      if (!STATUSES.some((known) => known === status))
        refuse('ValueError', `status must be one of ${STATUSES.join(', ')}, not "${status}".`);
      updateCurrentRide(cab, { status });
      const done = `Ride status has been updated to ${status}.`;
      return said ? `${done} Message from your driver: ${said}` : done;
    },
  }),
  add_new_ride: tool({
    summary: 'Add a past ride to the history. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['data'],
    args: {
      ...serviceArgument,
      ...routeArguments,
      price: float,
      duration: optional(about(float, 'minutes'), 0),
      time_stamp: optional(about(float, 'seconds since the Unix epoch'), 0),
      distance_km: optional(float, 0),
    },
    apply(cab, fields, context) {
      const ride = newRide({ ...fields, ride_id: context.newId(), status: 'BOOKED' });
      addToHistories(cab, ride);
      return ride.ride_id;
    },
  }),
};

const newCab = ownApp({
  class: 'CabApp',
  initial: cabsWith,
  tools: { ...rideBookingTools, ...rideUpdateTools },
});

/** The app that {@link cab} makes. Its name keeps the types of an editor's hints short. */
export interface Cab extends ReturnType<typeof newCab> {}

/** Cabs: offers, the current ride and past rides. */
export const cab: (options?: CabOptions) => Cab = newCab;
