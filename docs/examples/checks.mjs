import { after, ManualEnvironment, eventStatuses, outlineOf, seconds } from 'orrery/engine';
import { plan } from './invoice.mjs';

const environment = new ManualEnvironment(plan, { mode: 'plain' });
environment.runUntil(after(plan.start, seconds(20)));

// What is checked again and again at the moment.
for (const { event, status } of eventStatuses(outlineOf(plan), environment.log, environment.log.length - 1))
  console.log(event, status.kind);

// A question of your own. It only looks: a question that writes is refused.
/** @param {{ mail: { folders: { INBOX: { emails: unknown[] } } } }} states */
const letters = ({ mail }) => mail.folders.INBOX.emails.length;
console.log(environment.ask(letters));

environment.run();
const { passed, checks, shortfalls } = environment.verdict();
console.log(environment.state, passed);
console.log(checks.map(({ check, status }) => `${check}: ${status}`));
console.log(shortfalls.map(({ message }) => message));
