import { readFileSync } from 'node:fs';
import { Environment, planTrace, readTrace } from 'orrery/engine';

const file = 'clay_delivery_time.trace.json';
const text = readFileSync(
  new URL(`../../resources/sample-workspace/traces/${file}`, import.meta.url),
  'utf8',
);

// What was recorded.
const recorded = readTrace(text, file);
console.log(recorded.scenario, recorded.entries.length, 'entries');

// What was planned, run again.
const { plan } = planTrace(text, file);
const environment = new Environment(plan, { mode: 'oracle' });
environment.run();
console.log(environment.state, environment.log.length, 'entries');
