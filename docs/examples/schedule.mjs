import { after, ManualEnvironment, eventId, futureEvent, seconds } from 'orrery/engine';
import { mail, plan } from './invoice.mjs';

const environment = new ManualEnvironment(plan, { mode: 'oracle' });
environment.runUntil(after(plan.start, seconds(50)));

// Captured calls, placed in time: at an instant, or after other events.
const letter = environment.capture('environment', {
  app: mail,
  tool: 'send_email_to_user_only',
  args: { sender: 'bob@example.org', subject: 'Lunch?' },
});
const lunch = eventId('lunch');
environment.schedule([
  { ...letter, id: lunch, timing: { kind: 'at', time: after(environment.now, seconds(5)), after: [] } },
  {
    ...letter,
    id: eventId('dinner'),
    timing: { kind: 'after', edges: [{ event: lunch, delay: seconds(45) }] },
  },
]);

// A completed event as a future one.
for (const entry of environment.log)
  if ('action' in entry && entry.event === 'letter') {
    const time = after(entry.due, seconds(60));
    const again = { ...futureEvent(entry), id: eventId('letter again') };
    environment.schedule([{ ...again, timing: { kind: 'at', time, after: [] } }]);
  }

for (const { time, event } of environment.pending) console.log((time - plan.start) / 1e6, event.id);
environment.run();
console.log(environment.log.slice(-4).map(({ event }) => event));
