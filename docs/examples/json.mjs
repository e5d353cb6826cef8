import { after, runStateDump, ManualEnvironment, outlineOf, seconds } from 'orrery/engine';
import { plan } from './invoice.mjs';

const environment = new ManualEnvironment(plan, { mode: 'oracle' });
environment.runUntil(after(plan.start, seconds(6)));

// The log, the queue and the states are plain data.
console.log(JSON.stringify(environment.log[1]));
console.log(JSON.stringify(environment.pending[0]));
console.log(JSON.stringify(environment.states).length, 'characters of', Object.keys(environment.states));

// What is past, what is to come and the states, in one object.
const dump = runStateDump(plan.start, outlineOf(plan), environment.log, environment.states);
console.log(Object.keys(dump).join(', '));
console.log(dump.future?.map(({ id, status }) => `${id}: ${status.kind}`));
