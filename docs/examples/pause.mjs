import { after, ManualEnvironment, seconds, toSeconds } from 'orrery/engine';
import { plan } from './invoice.mjs';

const environment = new ManualEnvironment(plan, { mode: 'oracle' });
const passed = () => toSeconds(environment.now) - toSeconds(plan.start);

environment.start();
environment.elapse(seconds(3));
console.log(environment.state, passed());

// While it is paused, real time does not move simulated time.
environment.pause();
environment.elapse(seconds(60));
console.log(environment.state, passed());

// Resume as if five seconds had passed: what is due by then fires at once.
const fired = environment.resumeAfter(seconds(5));
console.log(
  environment.state,
  passed(),
  fired.map(({ event }) => event),
);

// Let simulated time go on to a given time; events fire at their own times.
environment.runUntil(after(environment.now, seconds(20)));
console.log(passed(), environment.log.length, 'entries');
