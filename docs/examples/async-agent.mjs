import { Environment, seconds, Session } from 'orrery/engine';
import { plan } from './invoice.mjs';

/** Stands for a model. @param {string} prompt */
const think = async (prompt) => `I was told: ${prompt.split('\n')[2]}`;

const environment = new Environment(plan, { mode: 'plain' });
const session = new Session(environment, plan, { agent: { from: 0, turns: 50, isOther: false } });
for (;;) {
  session.run();
  const { question } = session;
  if (question === undefined) break; // the run is over
  const asked = question.messages.find(({ kind }) => kind === 'user-message');
  const content = asked && (await think(asked.text));
  session.answer({
    act:
      content === undefined
        ? { kind: 'wait' }
        : { kind: 'call', tool: 'user__send_message_to_user', args: { content } },
    thinking: seconds(4), // what thinking costs
    thought: '',
    elapsed: 0,
  });
}

for (const entry of environment.log)
  if (entry.kind === 'agent' && entry.outcome.status === 'done')
    console.log((entry.time - plan.start) / 1e6, entry.action.tool, entry.action.args);
