import { after, ManualEnvironment, formatInstant, seconds } from 'orrery/engine';
import { plan } from './invoice.mjs';

const environment = new ManualEnvironment(plan, { mode: 'plain', notify: 'medium' });

// Wait for the next notification, ten minutes at most; events fire at their own times meanwhile.
const came = environment.waitUntil(after(environment.now, seconds(600)));
console.log(came, formatInstant(environment.now));
for (const { kind, text } of environment.takeNotifications()) console.log(kind, text.split('\n')[2]);

environment.waitUntil(after(environment.now, seconds(600)));
console.log(environment.unread.map(({ kind, text }) => [kind, text]));

// Levels are 'low', 'medium' and 'high'; or name the tools yourself, by the class of their app.
const own = new ManualEnvironment(plan, { mode: 'plain', notify: { EmailClientV2: ['forward_email'] } });
own.run();
console.log(own.takeNotifications().map(({ kind }) => kind));
