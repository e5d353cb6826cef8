import { cab } from '../../../../engine/apps/cab/cab.ts';
import type { CabState } from '../../../../engine/apps/cab/state.ts';
import { AppUnderTest } from '../app-under-test.ts';

export const HOME_TO_WORK = { start_location: 'Home', end_location: 'Work' };

/** A cab app with one past ride from home to work, with the service Premium. */
export const cabApp = (): AppUnderTest<CabState> =>
  new AppUnderTest(
    cab({
      rides: [
        {
          ...HOME_TO_WORK,
          ride_id: 'old',
          service_type: 'Premium',
          price: 21,
          distance_km: 10,
          duration: 17,
        },
      ],
    }),
  );

/** The same app, with a current ride that started ten minutes ago. */
export function cabAppWithCurrentRide(): AppUnderTest<CabState> {
  const app = cabApp();
  app.ask('order_ride', { ...HOME_TO_WORK, service_type: 'Van', ride_time: '2026-01-05 08:50:00' });
  return app;
}
