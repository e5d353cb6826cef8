import { calledAction, ManualEnvironment, Session, turnsFromLog } from 'orrery/engine';
import { plan } from './invoice.mjs';

const environment = new ManualEnvironment(plan, { mode: 'oracle' });
environment.run();
const { log } = environment;

// Back by one entry: the rest happens again.
const past = log.slice(0, -1);
const before = new ManualEnvironment(plan, { mode: 'oracle', recording: { past } });
while (before.log.length < past.length) before.step();
console.log('last:', before.log.at(-1)?.event, '· next:', before.pending[0]?.event.id);

// From the middle, with another continuation: nobody forwards the invoice.
const branch = new ManualEnvironment(plan, { mode: 'plain', recording: { past: log.slice(0, 8) } });
branch.run();
console.log(branch.state, branch.log.length, 'entries');

// One completed call, made again.
const forwarded = log.find((entry) => entry.kind === 'agent');
if (forwarded?.kind === 'agent') {
  const again = environment.call('agent', calledAction(forwarded));
  console.log(again.action.tool, again.outcome.status);
}

// Everything the agent did, done again at the same times.
const repeated = new ManualEnvironment(plan, { mode: 'plain' });
new Session(repeated, plan, { record: turnsFromLog(log) }).run();
console.log(repeated.verdict().passed);
