import {
  compareWithOracle,
  describePlanTools,
  Environment,
  formatInstant,
  outlineOf,
  play,
  seconds,
} from 'orrery/engine';
import { mail, plan } from './invoice.mjs';

console.log(describePlanTools(plan, 'agent').length, 'tools, such as');
console.log(describePlanTools(plan, 'agent').find(({ calls }) => calls.tool === 'forward_email')?.signature);

// An agent is asked for one move after the other. Simulated time stands still meanwhile.
/** @type {import('orrery/engine').Agent} */
const forwarder = {
  next({ now, messages, last }) {
    for (const { text } of messages) console.log(formatInstant(now), text.split('\n').at(-3) ?? text);
    if (last?.action.tool === 'forward_email') return { move: { kind: 'finish' }, took: seconds(0) };
    if (last?.action.tool === 'list_emails' && last.outcome.status === 'done') {
      const { emails } = /** @type {{ emails: { email_id: string }[] }} */ (last.outcome.value);
      const args = { email_id: emails[0]?.email_id ?? '', recipients: ['me@example.org'] };
      return { move: { kind: 'act', action: { app: mail, tool: 'forward_email', args } }, took: seconds(2) };
    }
    if (messages.some(({ kind }) => kind === 'environment-notification'))
      return {
        move: { kind: 'act', action: { app: mail, tool: 'list_emails', args: {} } },
        took: seconds(2),
      };
    return { move: { kind: 'wait', span: seconds(600) }, took: seconds(1) };
  },
};

// What its thinking costs in simulated time: nothing ('frozen'), what it took ('measured'), or always the same ('fixed').
const environment = new Environment(plan, { mode: 'plain' });
play(environment, forwarder, { kind: 'fixed', span: seconds(3) });
console.log(environment.state, environment.verdict().passed);

const matches = compareWithOracle(outlineOf(plan), environment.log, (_action, effect) => effect === 'write');
console.log(matches.map(({ action, status }) => `${action.tool}: ${status}`));
