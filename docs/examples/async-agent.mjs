import { after, Environment, seconds } from 'orrery/engine';
import { plan, user } from './invoice.mjs';

/** Stands for a model. @param {string} prompt */
const think = async (prompt) => `I was told: ${prompt.split('\n')[2]}`;

const environment = new Environment(plan, { mode: 'plain' });
environment.start();
while (environment.state === 'running') {
  environment.waitUntil(after(environment.now, seconds(600)));
  for (const { kind, text } of environment.takeNotifications()) {
    if (kind !== 'user-message') continue;
    environment.pause();
    const content = await think(text);
    environment.resumeAfter(seconds(4)); // what thinking costs
    environment.call('agent', { app: user, tool: 'send_message_to_user', args: { content } });
  }
}

for (const entry of environment.log)
  if (entry.kind === 'agent' && entry.outcome.status === 'done')
    console.log((entry.time - plan.start) / 1e6, entry.action.tool, entry.action.args);
