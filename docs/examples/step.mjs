import { ManualEnvironment, toSeconds } from 'orrery/engine';
import { plan } from './invoice.mjs';

const environment = new ManualEnvironment(plan, { mode: 'oracle' });
const passed = () => toSeconds(environment.now) - toSeconds(plan.start);

// One event.
console.log(environment.step()?.event, 'after', passed(), 's');

// To the time of the next event, without firing it; then all that is due at that time.
environment.advanceTick();
console.log('next:', environment.pending[0]?.event.id, 'after', passed(), 's');
console.log(environment.tick().map(({ event }) => event));

// To a breakpoint.
for (let entry = environment.step(); entry !== undefined; entry = environment.step())
  if ('action' in entry && entry.action.tool === 'forward_email') break;
console.log('stopped before', environment.pending[0]?.event.id, 'after', passed(), 's');

environment.stop();
console.log(environment.state, 'with', environment.pending.length, 'pending');
