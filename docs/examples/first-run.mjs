import { Environment, formatInstant } from 'orrery/engine';
import { plan } from './invoice.mjs';

const environment = new Environment(plan, { mode: 'oracle' });
environment.run();

for (const { index, time, kind, event, outcome } of environment.log)
  console.log(`#${index} ${formatInstant(time)} ${kind} ${event}: ${outcome.status}`);
console.log(environment.state, environment.verdict().passed);
