import { app } from '../app.ts';
import { drivingTools } from './driving.ts';
import { cabsWith } from './fleet.ts';
import { ridingTools } from './riding.ts';

/** Cabs: what a ride costs, the ride on its way, and the rides of before. */
export const cab = app({
  class: 'CabApp',
  initial: cabsWith,
  tools: { ...ridingTools, ...drivingTools },
});
