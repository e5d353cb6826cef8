import {
  compareWithOracle,
  describePlanTools,
  Environment,
  formatInstant,
  outlineOf,
  play,
  seconds,
  Session,
} from 'orrery/engine';
import { plan } from './invoice.mjs';

console.log(describePlanTools(plan, 'agent').length, 'tools, such as');
console.log(describePlanTools(plan, 'agent').find(({ calls }) => calls.tool === 'forward_email')?.signature);

// An agent is asked turn by turn, first with the user's message. Simulated time stands still meanwhile.
/** @type {import('orrery/engine').Agent} */
const forwarder = {
  next({ time, messages, result }) {
    for (const { text } of messages) console.log(formatInstant(time), text.split('\n').at(-3) ?? text);
    if (result?.tool === 'mail__forward_email') return { act: { kind: 'finish' }, took: seconds(0) };
    if (result?.tool === 'mail__list_emails' && result.outcome.status === 'done') {
      const { emails } = /** @type {{ emails: { email_id: string }[] }} */ (result.outcome.value);
      const args = { email_id: emails[0]?.email_id ?? '', recipients: ['me@example.org'] };
      return { act: { kind: 'call', tool: 'mail__forward_email', args }, took: seconds(2) };
    }
    if (messages.some(({ kind }) => kind === 'environment-notification'))
      return { act: { kind: 'call', tool: 'mail__list_emails', args: {} }, took: seconds(2) };
    return { act: { kind: 'wait', span: seconds(600) }, took: seconds(1) };
  },
};

// What its thinking costs in simulated time: nothing ('frozen'), what it took ('measured'), or a number of seconds.
const environment = new Environment(plan, { mode: 'plain' });
const session = new Session(environment, plan, { agent: { from: 0, turns: 50, isOther: false } });
play(session, forwarder, 3);
console.log(environment.state, environment.verdict().passed);

const matches = compareWithOracle(outlineOf(plan), environment.log, (_action, effect) => effect === 'write');
console.log(matches.map(({ action, status }) => `${action.tool}: ${status}`));
