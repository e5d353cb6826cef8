import { ManualEnvironment } from 'orrery/engine';
import { mail, plan, user } from './invoice.mjs';

const environment = new ManualEnvironment(plan, { mode: 'plain' });

// As the agent, as the user, as the world.
const sent = environment.call('agent', {
  app: mail,
  tool: 'send_email',
  args: { recipients: ['bob@example.org'], subject: 'Hello' },
});
console.log(sent.kind, sent.outcome.status, sent.changes.length, 'change');
environment.call('user', { app: user, tool: 'send_message_to_agent', args: { content: 'Any news?' } });

// A call that fails changes nothing; its error is an outcome.
const failed = environment.call('agent', { app: mail, tool: 'get_email_by_id', args: { email_id: 'x' } });
console.log(failed.outcome);

// A quiet call is logged, but nobody is notified of it and no validation sees it.
const letter = { app: mail, tool: 'send_email_to_user_only', args: { sender: 'a@b.org', subject: 'Psst' } };
environment.call('environment', letter, { quiet: true });
console.log(environment.unread.map(({ kind }) => kind));

// Captured, a call is not made: it becomes an event, with defaults filled in.
const event = environment.capture('environment', letter);
console.log(event.kind, event.action.args);
